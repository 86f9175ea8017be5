# make roll           roll the default table; what is missing is built first
# make test           before each commit: the format, and every test that needs no server of others, once
# make test-all       everything: make test, then browser, broker, ssh and systemd, sanitizers, fuzzers, Debian packages
# make check          the tests of make test alone; of one suite or test:
#                     swift test --disable-xctest --filter 'RollingTests|ShutdownTests/midRoll'
# make check-busy     make check TIMES times (3) beside BUSY busy loops (4)
# make check-mutants  break the code in one place at a time and name what no test sees (MUTANTS=pattern for some)
# make check-stranger  the README's commands and an upgrade of the packages on fresh machines (as root)
# make check-distance  as root: play matches between two machines that are 150 and 600 ms apart and lose packets
# make lint           look at the format; make format mends it
# make soak           the long forms of the tests of faults and hostile neighbours, on a release build
# make install        install in ~/.local, or as root in /usr/local, with the units of a shared daemon; PREFIX= and
#                     DESTDIR= say otherwise
# make uninstall      take all of that away; the tables stay
# make deb            build a Debian package in .build/deb
# make dist           a release in .build/dist: sources with all that they are built with, Debian packages, an archive for any
#                     Linux of this architecture, and SHA256SUMS
# make check-reproducible  make dist in two folders at two times, and compare the bytes
# make fuzz           feed the decoders made-up input, FUZZ_SECONDS each (60); what breaks one is left in .build-fuzz
# make bench          measure diced against Redis, rolldice and a bare server in 6 minutes
#                     (BENCH_FLAGS=--full for the long form; --quick; --json; rows by name)
# make bench-check    measure quickly, and name the ratios that are unlike those of Tests/Benchmarks/baseline.json

SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
SWIFT ?= swift
# No path of this machine stands in the programs, nor a hash of one, as the id of a build is. Exclusive access to memory is
# checked in our modules (Package.swift), and in those of others by debug builds alone: NIO would check it 40 times a request.
release = DICED_RELEASE=1 $(SWIFT) build --quiet -c release --static-swift-stdlib -Xswiftc -enforce-exclusivity=unchecked \
	-Xswiftc -file-prefix-map -Xswiftc '$(CURDIR)=.' -Xcc '-ffile-prefix-map=$(CURDIR)=.' \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -Xlinker --build-id=none
BUILD := .build/release
# Debian packages: what a roll needs, what the other programs need, what packs them, what the tests run, and what those of
# test-all run besides.
CORE_PACKAGES := libsystemd-dev libsqlite3-dev libsodium-dev
BUILD_PACKAGES := $(CORE_PACKAGES) libmosquitto-dev
DEB_PACKAGES := debhelper dpkg-dev binutils
TEST_PACKAGES := python3 libfaketime mandoc tmux netcat-openbsd procps util-linux systemd iproute2 binutils bsdutils zsh fish
ALL_TEST_PACKAGES := $(TEST_PACKAGES) $(DEB_PACKAGES) openssh-server openssl nginx-light chromium fonts-dejavu-core mosquitto \
	mosquitto-clients lintian
# What the benchmarks measure against.
BENCH_PACKAGES := redis-server rolldice valgrind binutils

# How long each fuzzer runs, or how else it ends.
FUZZ_SECONDS ?= 60
FUZZ_BUILD := .build-fuzz
FUZZ_FLAGS ?= -max_total_time=$(FUZZ_SECONDS)

PREFIX ?= $(if $(filter 0,$(shell id -u)),/usr/local,$(HOME)/.local)
# The instant of the commit: a package made of it is the same whenever it is made.
export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || date +%s)
# Programs are built before they are installed or packed, but not where BUILD= names such that are there already, and not as
# root on behalf of a user.
built := $(if $(filter file,$(origin BUILD)),$(if $(SUDO_UID),,build))

.DEFAULT_GOAL := help
.PHONY: help roll build test test-all fuzz soak soak-faults soak-hostile bench bench-check bench-baseline bench-build \
	setup-build setup-test setup-test-all setup-bench \
	dist check-reproducible lint format check check-busy check-mutants check-outside check-tsan check-asan check-fuzz check-deb \
	check-stranger check-distance install uninstall deb clean

help:
	@sed -n -e '/^#/!q' -e 's/^# //p' Makefile

## Roll the default table. The client starts the daemon on the way.
roll: .build/core
	@$(BUILD)/dicectl roll

# make looks at the files itself, so that a roll does not wait for SwiftPM if none has changed.
.build/core: Package.swift $(shell find Sources -type f)
	@$(call install_missing,$(CORE_PACKAGES))
	@[ -e $@ ] || echo 'building diced and dicectl; the first time takes about three minutes'
	@mkdir -p .build; DICED_CORE=1 $(release) >.build/core.log 2>&1 || \
		{ cat .build/core.log >&2; exit 1; }
	@touch $@

# The programs, as they are released: three of them are one file.
build: setup-build
	@$(release)
	@ln -sf diced .build/release/diced-web && ln -sf diced .build/release/diced-mqtt

# Each part goes on to the next, whatever it finds; what they found is told at the end.
TEST_PARTS := lint check
test: setup-test
	@Tests/parts $(TEST_PARTS)

test-all: setup-test-all
	@Tests/parts $(TEST_PARTS) check-outside check-tsan check-asan check-fuzz check-deb

# A million mutated lines, crowds of a thousand, ten thousand cycles. DICED_SEED=N makes the same random choices again.
soak-hostile: build setup-test
	DICED_SUITES=all $(SWIFT) build --build-tests
	DICED_SUITES=all DICED_SOAK=1 DICED_PROGRAMS='$(abspath $(BUILD))' $(SWIFT) test --skip-build --disable-xctest \
		--filter 'HostileTests|RetentionTests|MemoryTests|FlippedByteTests|DiceHintsTests|DiceOddsTests|RefereeTests'

soak: soak-faults soak-hostile

# DICED_SEED=N makes the same random choices again.
soak-faults: build setup-test
	$(SWIFT) build --build-tests
	DICED_SOAK=1 DICED_PROGRAMS='$(abspath $(BUILD))' $(SWIFT) test --skip-build --disable-xctest \
		--filter 'FaultTests|CrowdTests|RandomPlayTests|ServiceTests/restarts'

# A package of its own, so that nobody who builds diced builds what only the benchmarks need.
bench-build: build setup-bench
	@$(SWIFT) build --quiet -c release --static-swift-stdlib --package-path Tests/Benchmarks --scratch-path .build-bench

# What a release is compared in: rows that say something in a minute, and need no server of others but Redis.
BASELINE_ROWS := one-shot round-trip throughput stored fairness fan-out notation games
dicebench := DICED_PROGRAMS='$(abspath $(BUILD))' .build-bench/release/dicebench

bench: bench-build
	@$(dicebench) $(BENCH_FLAGS)

# Ratios only, as an absolute figure is its machine's.
bench-check: bench-build
	@$(dicebench) check Tests/Benchmarks/baseline.json

# Five runs, on a quiet machine.
bench-baseline: bench-build
	@$(dicebench) baseline Tests/Benchmarks/baseline.json $(BASELINE_ROWS)

# The Debian packages of each.
setup-bench:
	@$(call install_missing,$(BENCH_PACKAGES))

setup-build:
	@$(call install_missing,$(BUILD_PACKAGES))

# Tests that lack a program are skipped, and say so at the end of the run; with CI set they fail.
setup-test: setup-build
	@$(call install_missing,$(TEST_PACKAGES)) || echo 'not everything can be installed; some tests will be skipped' >&2

setup-test-all: setup-build
	@$(call install_missing,$(ALL_TEST_PACKAGES)) || echo 'not everything can be installed; some tests will be skipped' >&2

# It keeps every file open that it looks at, and a login may have 1,024.
swift_files := find Package.swift Sources Tests -name '*.swift' -print0 | xargs -0 -n 400

# Checks the format, that a line holds one step, that each mutant still finds its line, and that the
# names on pages about tests exist.
lint:
	@$(swift_files) -P 2 $(SWIFT) format lint --strict
	@Tests/check-layout
	@Tests/Mutants/run --lint
	@Tests/check-names

format:
	@$(swift_files) $(SWIFT) format --in-place

# Warnings are errors by the package's own settings.
check: setup-test
	@Tests/pass check

# No verdict may depend on how fast the machine is.
BUSY ?= 4
TIMES ?= 3
check-busy: setup-test
	@$(SWIFT) build --quiet --build-tests
	@loops=(); trap 'kill "$${loops[@]}"' EXIT; \
	for loop in $$(seq $(BUSY)); do (while :; do :; done) & loops+=("$$!"); done; \
	for run in $$(seq $(TIMES)); do \
		echo "== run $$run of $(TIMES), beside $(BUSY) busy loops"; Tests/pass check-busy || exit; \
	done

# Breaks the code in one place at a time and names what no test sees: MUTANTS=pattern for some, MUTANTS=--continue to go on.
check-mutants: setup-test
	@$(call install_missing,python3 git)
	@Tests/Mutants/run '$(MUTANTS)'

# What needs a browser, a broker, a web server, sshd or a system manager.
OUTSIDE := BrokerTests|SystemdBoxTests|BrowserTests|RemoteTests
check-outside: setup-test-all
	@DICED_SUITES=all Tests/pass check-outside -- --filter '^($(OUTSIDE))\.' --skip DebianPackageTests

# Few tests at a time: programs under a sanitizer are slow.
check-tsan check-asan: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH := 6

# The suites in which something is concurrent, less what preloads libfaketime, which has to come before a sanitizer and cannot,
# and what ends dicectl on a terminal by SIGSEGV: it has one thread, and the sanitizer runs the handler while it holds locks.
check-tsan: export DICED_SUITES := DiceTableTests DiceServerTests DiceStoreTests DiceClientTests DiceWebTests EndToEndTests
check-tsan: setup-test
	@Tests/pass check-tsan --sanitize=thread --scratch-path .build-tsan -- --skip ClockStepTests --skip DicectlTerminalTests

# The suites where C and unsafe code are, less what preloads a library, and what has a /tmp or a user of its own, which may
# hide the file of suppressions. Signals that tests send are not the sanitizer's to report.
check-asan: export DICED_SUITES := \
	UnixTests DiceStoreTests SystemdTests DiceMQTTTests BrokerTests FaultTests HostileTests DiceClientTests DiceProofTests
check-asan: export ASAN_OPTIONS := \
	detect_leaks=1:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0
check-asan: export LSAN_OPTIONS := suppressions=$(abspath Tests/leaks.supp):print_suppressions=0
check-asan: setup-test-all
	@Tests/pass check-asan --sanitize=address --scratch-path .build-asan -- \
		--skip ClockStepTests --skip PlantedTests --skip aBrokerThatStandsStill --skip SlowDiskTests \
		--skip FaultTests.UpgradeTests/killed

# What is found new is kept from run to run in .build-fuzz. An input that breaks a property belongs into
# Tests/Fuzzing/Corpus, where CorpusTests reads it.
fuzz: setup-build
	@$(call fuzz,FuzzLines,lines,-max_len=300)
	@$(call fuzz,FuzzRequests,requests,-dict=Tests/Fuzzing/requests.dict)
	@$(call fuzz,FuzzNotation,notation,-dict=Tests/Fuzzing/notation.dict -max_len=1100)
	@$(call fuzz,FuzzLinks,links,-max_len=600)

# Swift's own backtracer would keep a crash from libFuzzer.
define fuzz
DICED_FUZZ=1 $(SWIFT) build --quiet $(FUZZ_BUILD_FLAGS) --scratch-path $(FUZZ_BUILD) --product $(1) && \
mkdir -p .build-fuzz/corpus/$(2) && \
SWIFT_BACKTRACE=enable=no LSAN_OPTIONS='suppressions=$(abspath Tests/leaks.supp):print_suppressions=0' \
	$(FUZZ_BUILD)/debug/$(1) $(3) $(FUZZ_FLAGS) -print_final_stats=1 \
	-artifact_prefix=.build-fuzz/$(2)- .build-fuzz/corpus/$(2) Tests/Fuzzing/Corpus/$(2)
endef

# The fuzzers work, and find nothing at once. Built beside the tests with AddressSanitizer: the packages are the same.
check-fuzz:
	@$(MAKE) --no-print-directory fuzz FUZZ_FLAGS='-runs=20000 -seed=1 -verbosity=0' FUZZ_BUILD=.build-asan \
		FUZZ_BUILD_FLAGS=--sanitize=address

# What debhelper does not see to, and the packages installed, upgraded and removed in a box.
check-deb: deb setup-test-all
	Tests/Packaging/check '$(BUILD)' .build/deb
	@DICED_SUITES=all DICED_DEBS='$(abspath .build/deb)' Tests/pass check-deb -- --filter SystemdBoxTests.DebianPackageTests

# Fresh machines, and the version before on one of them. STRANGER_SHOW and others: see there.
check-stranger: deb
	@$(call install_missing,debootstrap)
	Tests/Stranger/check

# What is installed where is in .debian/*.install.
install: $(built)
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' .make/install '$(BUILD)'

# The tables in ~/.local/state/diced stay, and the shared ones in /var/lib/diced with their user and group. So does the key
# of links.
uninstall:
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' .make/install --remove

# In an archive of make dist, dpkg-buildpackage does it as well.
deb: $(built)
	@$(call install_missing,$(DEB_PACKAGES))
	rm -rf debian .build/deb
	cp -R .debian debian && mkdir -p .build/deb
	BUILD='$(BUILD)' DEBS=.build/deb DEB_RULES_REQUIRES_ROOT=no debian/rules binary
	rm -rf debian

dist: setup-build
	@$(call install_missing,$(DEB_PACKAGES) xz-utils git)
	@.make/dist

# Two clones in folders of different lengths, one of them a year later by its clock.
check-reproducible:
	@$(call install_missing,faketime git)
	rm -rf .build/reproducible && mkdir -p .build/reproducible/another/folder
	git clone --quiet . .build/reproducible/one && git clone --quiet . .build/reproducible/another/folder/two
	$(MAKE) -C .build/reproducible/one dist >.build/reproducible/one.log 2>&1 || { tail -20 .build/reproducible/one.log; exit 1; }
	faketime -f '+365d' $(MAKE) -C .build/reproducible/another/folder/two dist >.build/reproducible/two.log 2>&1 || \
		{ tail -20 .build/reproducible/two.log; exit 1; }
	diff --recursive .build/reproducible/one/.build/dist .build/reproducible/another/folder/two/.build/dist
	@echo 'the same to the byte'

# Eight minutes, in namespaces that are gone afterwards.
check-distance: $(built)
	@$(call install_missing,python3 iproute2 util-linux openssh-server openssh-client chromium)
	@DICED_PROGRAMS='$(abspath $(BUILD))' Tests/Distance/check $(DELAYS)

# All that is built.
clean:
	rm -rf .build .build-tsan .build-asan .build-fuzz .build-mutants .build-bench .build-stranger

define install_missing
missing=$$(for package in $(1); do \
	dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || echo $$package; done); \
if [ -n "$$missing" ]; then \
	echo "installing $$(echo $$missing)"; \
	.make/apt $$missing || { echo "missing; as root: apt-get install $$(echo $$missing)" >&2; false; }; \
fi
endef
