# make roll           roll the default table; builds diced and dicectl first
# make test           before each commit: lint, then the tests that need no external server
# make test-all       make test, then browser, broker, ssh, systemd, sanitizers, fuzzers and Debian packages
# make check          the tests of make test without lint; FILTER=PATTERN runs matching suites or tests and
#                     fails if none matches: make check FILTER='RollingTests|ShutdownTests/midRoll'
# make check-busy     make check TIMES times (3) while BUSY busy loops (4) run
# make check-mutants  break the code in one place at a time; list the mutants that no test catches
#                     (MUTANTS=pattern selects some)
# make check-stranger as root: run the README's commands and a package upgrade on fresh machines
# make check-distance as root: play matches between two machines, 150 and 600 ms apart, with packet loss
# make lint           check the format; make format applies it
# make soak           the long fault and hostile-client tests, on a release build
# make install        install in ~/.local, or as root in /usr/local with the units of a shared daemon;
#                     PREFIX= and DESTDIR= override this
# make uninstall      remove what make install installed; keep the tables
# make deb            build the Debian packages in .build/deb
# make dist           build a release in .build/dist: the sources and their dependencies, Debian packages,
#                     an archive for any Linux of this architecture, and SHA256SUMS
# make check-reproducible  run make dist in two folders at two times, and compare the bytes
# make fuzz           fuzz the decoders, FUZZ_SECONDS each (60); failing inputs are kept in .build-fuzz
# make bench          measure diced against Redis, rolldice and a bare server in 6 minutes
#                     (BENCH_FLAGS=--full for the long form; --quick; --json; rows by name)
# make bench-check    a quick benchmark; list ratios that differ from Tests/Benchmarks/baseline.json
# make profile        build diced and dicectl with symbols in .build/profile, for valgrind --tool=callgrind

SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
SWIFT ?= swift
# The programs contain no path of this machine, nor a hash of one, such as a build id. Exclusive access to
# memory is checked in our modules (Package.swift), and in dependencies only by debug builds: NIO would
# check it 40 times a request.
release = DICED_RELEASE=1 $(SWIFT) build --quiet -c release --static-swift-stdlib -Xswiftc -enforce-exclusivity=unchecked \
	-Xswiftc -file-prefix-map -Xswiftc '$(CURDIR)=.' -Xcc '-ffile-prefix-map=$(CURDIR)=.' \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -Xlinker --build-id=none
BUILD := .build/release
# Debian packages: to build diced and dicectl, to build all programs, to package them, to run the tests, and
# to run the tests of test-all.
CORE_PACKAGES := libsystemd-dev libsqlite3-dev libsodium-dev
BUILD_PACKAGES := $(CORE_PACKAGES) libmosquitto-dev
DEB_PACKAGES := debhelper dpkg-dev binutils
TEST_PACKAGES := python3 curl libfaketime mandoc tmux netcat-openbsd procps util-linux systemd iproute2 binutils bsdutils zsh fish
ALL_TEST_PACKAGES := $(TEST_PACKAGES) $(DEB_PACKAGES) openssh-server openssl nginx-light chromium firefox-esr \
	fonts-dejavu-core mosquitto \
	mosquitto-clients lintian
# Programs for comparison in the benchmarks.
BENCH_PACKAGES := redis-server rolldice valgrind binutils

# The duration of each fuzzer, or other libFuzzer options that end it.
FUZZ_SECONDS ?= 60
FUZZ_BUILD := .build-fuzz
FUZZ_FLAGS ?= -max_total_time=$(FUZZ_SECONDS)

PREFIX ?= $(if $(filter 0,$(shell id -u)),/usr/local,$(HOME)/.local)
# The time of the commit, so that packages are the same whenever they are built.
export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || date +%s)
# Tests compare the titles of the games' documents, which other locales translate.
export LC_MESSAGES := C
# Programs are built before they are installed or packaged, unless BUILD= names existing ones, or root runs
# make for a user (sudo).
built := $(if $(filter file,$(origin BUILD)),$(if $(SUDO_UID),,build))

.DEFAULT_GOAL := help
.PHONY: help roll build test test-all fuzz soak soak-faults soak-hostile bench bench-check bench-baseline bench-build profile \
	setup-build setup-test setup-test-all setup-bench \
	dist check-reproducible lint format check check-busy check-mutants check-outside check-tsan check-asan check-fuzz check-deb \
	check-stranger check-distance install uninstall deb clean

help:
	@sed -n -e '/^#/!q' -e 's/^# //p' Makefile

# The client starts the daemon.
roll: .build/core
	@$(BUILD)/dicectl roll

# make checks the files itself, so that a roll does not wait for SwiftPM if none has changed.
.build/core: Package.swift $(shell find Sources -type f)
	@$(call install_missing,$(CORE_PACKAGES))
	@[ -e $@ ] || echo 'building diced and dicectl; the first time takes about three minutes'
	@mkdir -p .build; DICED_CORE=1 $(release) >.build/core.log 2>&1 || \
		{ cat .build/core.log >&2; exit 1; }
	@touch $@

# The programs as released: diced, diced-web and diced-mqtt are one file.
build: setup-build
	@$(release)
	@ln -sf diced .build/release/diced-web && ln -sf diced .build/release/diced-mqtt

# All parts run, even if one fails; the results are printed at the end.
TEST_PARTS := lint check
test: setup-test
	@Tests/parts $(TEST_PARTS)

test-all: setup-test-all
	@Tests/parts $(TEST_PARTS) check-outside check-tsan check-asan check-fuzz check-deb

# A million mutated lines, crowds of a thousand, ten thousand cycles. DICED_SEED=N repeats the random choices.
soak-hostile: build setup-test
	DICED_SUITES=all $(SWIFT) build --build-tests
	DICED_SUITES=all DICED_SOAK=1 DICED_PROGRAMS='$(abspath $(BUILD))' $(SWIFT) test --skip-build --disable-xctest \
		--filter 'HostileTests|RetentionTests|MemoryTests|FlippedByteTests|DiceHintsTests|DiceOddsTests|RefereeTests'

soak: soak-faults soak-hostile

# DICED_SEED=N repeats the random choices.
soak-faults: build setup-test
	$(SWIFT) build --build-tests
	DICED_SOAK=1 DICED_PROGRAMS='$(abspath $(BUILD))' $(SWIFT) test --skip-build --disable-xctest \
		--filter 'FaultTests|CrowdTests|RandomPlayTests|ServiceTests/restarts'

# A separate package, so that building diced does not build dependencies of the benchmarks.
bench-build: build setup-bench
	@$(SWIFT) build --quiet -c release --static-swift-stdlib --package-path Tests/Benchmarks --scratch-path .build-bench

# The rows that releases are compared by: meaningful within a minute, and no external server but Redis.
BASELINE_ROWS := one-shot round-trip throughput stored fairness fan-out notation games
dicebench := DICED_PROGRAMS='$(abspath $(BUILD))' .build-bench/release/dicebench

bench: bench-build
	@$(dicebench) $(BENCH_FLAGS)

# Ratios only: absolute figures depend on the machine.
bench-check: bench-build
	@$(dicebench) check Tests/Benchmarks/baseline.json

# Five runs, on a quiet machine.
bench-baseline: bench-build
	@$(dicebench) baseline Tests/Benchmarks/baseline.json $(BASELINE_ROWS)

setup-bench:
	@$(call install_missing,$(BENCH_PACKAGES))

setup-build:
	@$(call install_missing,$(BUILD_PACKAGES))

# Only the link differs from make build, whose programs the next make build restores.
profile: build
	@DICED_SYMBOLS=1 $(release)
	@mkdir -p .build/profile && cp $(BUILD)/diced $(BUILD)/dicectl .build/profile/

# Tests that lack a program are skipped and listed at the end of the run; with CI set they fail.
setup-test: setup-build
	@$(call install_missing,$(TEST_PACKAGES)) || echo 'not everything can be installed; some tests will be skipped' >&2

setup-test-all: setup-build
	@$(call install_missing,$(ALL_TEST_PACKAGES)) || echo 'not everything can be installed; some tests will be skipped' >&2

# The formatter keeps every file open, and a login may open 1,024.
swift_files := find Package.swift Sources Tests -name '*.swift' -print0 | xargs -0 -n 400

# Checks the format, that each line holds one step, that each mutant still matches a line, and that the
# names in documents about tests exist.
lint:
	@$(swift_files) -P 2 $(SWIFT) format lint --strict
	@Tests/check-layout
	@Tests/Mutants/run --lint
	@Tests/check-names

format:
	@$(swift_files) $(SWIFT) format --in-place

# Package.swift makes warnings errors.
check: setup-test
	@Tests/pass check $(if $(FILTER),-- --filter '$(FILTER)')

# No result may depend on the speed of the machine.
BUSY ?= 4
TIMES ?= 3
check-busy: setup-test
	@$(SWIFT) build --quiet --build-tests
	@loops=(); trap 'kill "$${loops[@]}"' EXIT; \
	for loop in $$(seq $(BUSY)); do (while :; do :; done) & loops+=("$$!"); done; \
	for run in $$(seq $(TIMES)); do \
		echo "== run $$run of $(TIMES), beside $(BUSY) busy loops"; Tests/pass check-busy || exit; \
	done

# MUTANTS=pattern selects mutants, MUTANTS=--continue resumes a run.
check-mutants: setup-test
	@$(call install_missing,python3 git)
	@Tests/Mutants/run '$(MUTANTS)'

# Suites that need a browser, a broker, a web server, sshd or a system manager.
OUTSIDE := BrokerTests|SystemdBoxTests|BrowserTests|RemoteTests
check-outside: setup-test-all
	@DICED_SUITES=all Tests/pass check-outside -- --filter '^($(OUTSIDE))\.' --skip DebianPackageTests

# Few tests at a time: programs under a sanitizer are slow.
check-tsan check-asan: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH := 6

# The suites with concurrency, except those that preload libfaketime, which would have to be loaded before the
# sanitizer and cannot, and those that end dicectl on a terminal by SIGSEGV: it has one thread, and the
# sanitizer runs the handler while it holds locks.
check-tsan: export DICED_SUITES := DiceTableTests DiceServerTests DiceStoreTests DiceClientTests DiceWebTests EndToEndTests
check-tsan: setup-test
	@Tests/pass check-tsan --sanitize=thread --scratch-path .build-tsan -- --skip ClockStepTests --skip DicectlTerminalTests

# The suites with C and unsafe code, except those that preload a library, and those with a private /tmp or
# user, which may hide the file of suppressions. The sanitizer must not report signals that tests send.
check-asan: export DICED_SUITES := \
	UnixTests DiceStoreTests SystemdTests DiceMQTTTests BrokerTests FaultTests HostileTests DiceClientTests DiceProofTests
check-asan: export ASAN_OPTIONS := \
	detect_leaks=1:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0
check-asan: export LSAN_OPTIONS := suppressions=$(abspath Tests/leaks.supp):print_suppressions=0
check-asan: setup-test-all
	@Tests/pass check-asan --sanitize=address --scratch-path .build-asan -- \
		--skip ClockStepTests --skip PlantedTests --skip aBrokerThatStandsStill --skip SlowDiskTests \
		--skip FaultTests.UpgradeTests/killed

# New inputs are kept between runs in .build-fuzz. Add an input that breaks a property to
# Tests/Fuzzing/Corpus, where CorpusTests reads it.
fuzz: setup-build
	@$(call fuzz,FuzzLines,lines,-max_len=300)
	@$(call fuzz,FuzzRequests,requests,-dict=Tests/Fuzzing/requests.dict)
	@$(call fuzz,FuzzNotation,notation,-dict=Tests/Fuzzing/notation.dict -max_len=1100)
	@$(call fuzz,FuzzLinks,links,-max_len=600)

# Swift's backtracer would hide a crash from libFuzzer.
define fuzz
DICED_FUZZ=1 $(SWIFT) build --quiet $(FUZZ_BUILD_FLAGS) --scratch-path $(FUZZ_BUILD) --product $(1) && \
mkdir -p .build-fuzz/corpus/$(2) && \
SWIFT_BACKTRACE=enable=no LSAN_OPTIONS='suppressions=$(abspath Tests/leaks.supp):print_suppressions=0' \
	$(FUZZ_BUILD)/debug/$(1) $(3) $(FUZZ_FLAGS) -print_final_stats=1 \
	-artifact_prefix=.build-fuzz/$(2)- .build-fuzz/corpus/$(2) Tests/Fuzzing/Corpus/$(2)
endef

# A short run. Shares its build folder with check-asan, which builds the same packages with AddressSanitizer.
check-fuzz:
	@$(MAKE) --no-print-directory fuzz FUZZ_FLAGS='-runs=20000 -seed=1 -verbosity=0' FUZZ_BUILD=.build-asan \
		FUZZ_BUILD_FLAGS=--sanitize=address

# Checks that debhelper does not make, and installs, upgrades and removes the packages in a container.
check-deb: deb setup-test-all
	Tests/Packaging/check '$(BUILD)' .build/deb
	@DICED_SUITES=all DICED_DEBS='$(abspath .build/deb)' Tests/pass check-deb -- --filter SystemdBoxTests.DebianPackageTests

# One of the fresh machines has the previous version. Tests/Stranger/check lists its variables, such as STRANGER_SHOW.
check-stranger: deb
	@$(call install_missing,debootstrap)
	Tests/Stranger/check

# .debian/*.install lists the files and their places.
install: $(built)
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' .make/install '$(BUILD)'

# Keeps the tables in ~/.local/state/diced, the shared ones in /var/lib/diced with their user and group, and
# the key of links.
uninstall:
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' .make/install --remove

# In an archive of make dist, dpkg-buildpackage works as well.
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

# Takes eight minutes; removes its namespaces afterwards.
check-distance: $(built)
	@$(call install_missing,python3 iproute2 util-linux openssh-server openssh-client chromium)
	@DICED_PROGRAMS='$(abspath $(BUILD))' Tests/Distance/check $(DELAYS)

# Removes all build results.
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
