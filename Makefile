# make roll           roll the default table; what is missing is built first
# make test           before each commit: the format, and every test that needs no server of others, once
# make test-all       everything: make test, then browser, broker, ssh and systemd, sanitizers, fuzzers, Debian packages
# make check          the tests of make test alone; of one suite or test:
#                     swift test --disable-xctest --filter 'RollingTests|ShutdownTests/midRoll'
# make check-busy     make check TIMES times (3) beside BUSY busy loops (4)
# make check-mutants  break the code in one place at a time and name what no test sees (MUTANTS=pattern for some)
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
# make bench          measure diced against Redis, rolldice and a bare server in 5 minutes
#                     (BENCH_FLAGS=--full for the long form; --quick; --json; rows by name)
# make bench-check    measure quickly, and name the ratios that are unlike those of Tests/Benchmarks/baseline.json

SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
SWIFT ?= swift
# No path of this machine stands in the programs, nor a hash of one, as the id of a build is. Exclusive access to memory is
# checked by debug builds, so by every test: what belongs to one actor can break it only in one way, and NIO alone checks it
# 40 times a request, a fifth of its instructions.
RELEASE = --quiet -c release --static-swift-stdlib -Xswiftc -enforce-exclusivity=unchecked -Xswiftc -file-prefix-map -Xswiftc '$(CURDIR)=.' -Xcc '-ffile-prefix-map=$(CURDIR)=.' \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -Xlinker --build-id=none
BUILD := .build/release
# Debian packages: what a roll needs, what the other programs need, what the tests run, and what those of test-all run besides.
CORE_PACKAGES := libsystemd-dev libsqlite3-dev libsodium-dev
BUILD_PACKAGES := $(CORE_PACKAGES) libmosquitto-dev
TEST_PACKAGES := libfaketime mandoc tmux netcat-openbsd procps util-linux systemd iproute2 binutils bsdutils zsh fish
ALL_TEST_PACKAGES := $(TEST_PACKAGES) dpkg-dev openssh-server openssl nginx-light chromium fonts-dejavu-core mosquitto \
	mosquitto-clients
# What the benchmarks measure against.
BENCH_PACKAGES := redis-server rolldice openssh-server valgrind binutils
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)

# How long each fuzzer runs, or how else it ends.
FUZZ_SECONDS ?= 60
FUZZ_BUILD := .build-fuzz
FUZZ_FLAGS ?= -max_total_time=$(FUZZ_SECONDS)

PREFIX ?= $(if $(filter 0,$(shell id -u)),/usr/local,$(HOME)/.local)
# Where each kind of file is looked for. A user's systemd reads ~/.local/share, and lib of /usr/local and /usr.
in_home := $(filter $(HOME)/.local,$(PREFIX))
BINDIR := $(PREFIX)/bin
DATADIR := $(or $(and $(in_home),$(XDG_DATA_HOME)),$(PREFIX)/share)
UNITDIR := $(if $(in_home),$(DATADIR),$(PREFIX)/lib)/systemd/user
# A daemon that users share is root's to install.
SYSTEMDIR := $(if $(in_home),,$(PREFIX)/lib/systemd/system)
SYSUSERSDIR := $(PREFIX)/lib/sysusers.d
MANDIR := $(PREFIX)/share/man
DOCDIR := $(PREFIX)/share/doc/diced
BASHDIR := $(DATADIR)/bash-completion/completions
ZSHDIR := $(DATADIR)/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
FISHDIR := $(DATADIR)/fish/vendor_completions.d
man1 := $(wildcard man/*.1)
man7 := $(wildcard man/*.7)
# Each of a program that has a Debian package of its own.
man8 := $(wildcard man/*.8)
completions = $(BASHDIR)/$(1) $(ZSHDIR)/_$(1) $(FISHDIR)/$(1).fish
# What is the page's, and in a Debian package of its own.
installed_web = $(BINDIR)/diced-web $(addprefix $(UNITDIR)/,diced-web.socket diced-web.service) \
	$(if $(SYSTEMDIR),$(addprefix $(SYSTEMDIR)/,diced-web.socket diced-web.service) $(SYSUSERSDIR)/diced-web.conf) \
	$(DOCDIR)/examples/diced-web.conf $(MANDIR)/man8/diced-web.8 $(call completions,diced-web)
# What is of the audience at a broker, likewise.
installed_mqtt = $(BINDIR)/diced-mqtt $(UNITDIR)/diced-mqtt.service \
	$(if $(SYSTEMDIR),$(SYSTEMDIR)/diced-mqtt.service $(SYSUSERSDIR)/diced-mqtt.conf) $(MANDIR)/man8/diced-mqtt.8 \
	$(call completions,diced-mqtt)
units := diced.socket diced.service diced-backup.timer diced-backup.service
installed = $(installed_web) $(installed_mqtt) $(addprefix $(BINDIR)/,diced dicectl) $(addprefix $(UNITDIR)/,$(units)) \
	$(if $(SYSTEMDIR),$(addprefix $(SYSTEMDIR)/,$(units)) $(SYSUSERSDIR)/diced.conf) \
	$(DOCDIR)/examples/sandbox.conf $(patsubst man/%,$(MANDIR)/man1/%,$(man1)) $(patsubst man/%,$(MANDIR)/man7/%,$(man7)) \
	$(call completions,diced) $(call completions,dicectl)
# Folders to take away again where nothing else is in them; outside a home only those that are nobody else's.
installed_folders = $(if $(in_home),$(patsubst $(PREFIX)/%,%,$(filter $(PREFIX)/%,$(sort $(dir $(installed))))),\
	share/doc/diced/examples share/doc/diced)

version = $(shell sed -n 's/^public let version = "\(.*\)"/\1/p' Sources/Unix/Version.swift)
# The instant of the commit: a package made of it is the same whenever it is made.
export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || date +%s)
architecture = $(shell dpkg --print-architecture)
deb = .build/deb/diced_$(version)_$(architecture).deb
deb_web = .build/deb/diced-web_$(version)_$(architecture).deb
deb_mqtt = .build/deb/diced-mqtt_$(version)_$(architecture).deb
deb_tree = .build/deb/debian/diced
deb_web_tree = .build/deb/debian/diced-web
deb_mqtt_tree = .build/deb/debian/diced-mqtt
deb_maintainer = $(or $(DEBFULLNAME),The diced authors) <$(or $(DEBEMAIL),diced@users.noreply.github.com)>
deb_source = 'Version: $(version)' 'Architecture: $(architecture)' 'Section: net' 'Priority: optional' \
	'Maintainer: $(deb_maintainer)'
deb_fields = 'Package: diced' $(deb_source) \
	"Installed-Size: $$(du -sk '$(deb_tree)' | cut -f1)" \
	"Depends: $$(sed -n 's/^shlibs:Depends=//p' .build/deb/debian/substvars)" \
	'Suggests: libpam-systemd, diced-web, diced-mqtt' \
	'Description: shared dice tables' \
	' A daemon that rolls dice for everybody who watches the same table, and' \
	' dicectl, its client. To have it started by your systemd:' \
	' systemctl --user enable --now diced.socket' \
	' To share it with the users of a machine: systemctl enable --now diced.socket'

# All are linked with the same parts, so that what is said of one's licences is said of the others'.
deb_web_fields = 'Package: diced-web' 'Source: diced' $(deb_source) \
	"Installed-Size: $$(du -sk '$(deb_web_tree)' | cut -f1)" \
	"Depends: $$(sed -n 's/^shlibs:Depends=//p' .build/deb/debian/substvars-web), diced (= $(version))" \
	'Suggests: nginx' \
	'Description: shared dice tables on a page' \
	' A page on which browsers show the tables of diced and roll their dice, for' \
	' phones, televisions and streams. Anyone with a link plays: dicectl web'

deb_mqtt_fields = 'Package: diced-mqtt' 'Source: diced' $(deb_source) \
	"Installed-Size: $$(du -sk '$(deb_mqtt_tree)' | cut -f1)" \
	"Depends: $$(sed -n 's/^shlibs:Depends=//p' .build/deb/debian/substvars-mqtt), diced (= $(version))" \
	'Suggests: mosquitto' \
	'Description: shared dice tables at an MQTT broker' \
	' Publishes the tables of diced at any broker of MQTT 3.1.1, for an audience of' \
	' any size, and for Home Assistant. It takes nothing from the broker.'

.DEFAULT_GOAL := help
.PHONY: help roll build test test-rest test-all fuzz soak soak-faults soak-hostile bench bench-check bench-baseline bench-build \
	setup-build setup-test setup-test-all setup-bench \
	dist dist-here check-reproducible lint format check check-busy check-mutants check-outside check-tsan check-asan check-fuzz check-deb \
	install uninstall deb clean

help:
	@sed -n -e '/^#/!q' -e 's/^# //p' Makefile

## Roll the default table. The client starts the daemon on the way.
roll: .build/core
	@$(BUILD)/dicectl roll

# make looks at the files itself, so that a roll does not wait for SwiftPM if none has changed.
.build/core: Package.swift $(shell find Sources -type f)
	@$(call install_missing,$(CORE_PACKAGES))
	@[ -e $@ ] || echo 'building diced and dicectl; the first time takes about three minutes'
	@mkdir -p .build; DICED_CORE=1 $(SWIFT) build $(RELEASE) >.build/core.log 2>&1 || \
		{ cat .build/core.log >&2; exit 1; }
	@touch $@

build: setup-build
	@$(SWIFT) build $(RELEASE)

TEST_PARTS := lint check
REST_PARTS := check-outside check-tsan check-asan check-fuzz check-deb
test: setup-test
	@Tests/parts $(TEST_PARTS)

test-rest: setup-test-all
	@Tests/parts $(REST_PARTS)

test-all: setup-test-all
	@Tests/parts $(TEST_PARTS) $(REST_PARTS)

# A million mutated lines, crowds of a thousand, ten thousand cycles. DICED_SEED=N makes the same random choices again.
soak-hostile: build setup-test
	DICED_SUITES=all $(SWIFT) build --build-tests
	DICED_SUITES=all DICED_SOAK=1 DICED_PROGRAMS='$(abspath $(BUILD))' $(SWIFT) test --skip-build --disable-xctest \
		--filter 'HostileTests|RetentionTests|MemoryTests|FlippedByteTests|HintTests|DiceOddsTests|RefereeTests'

soak: soak-faults soak-hostile

# DICED_SEED=N makes the same random choices again.
soak-faults: build setup-test
	$(SWIFT) build --build-tests
	DICED_SOAK=1 DICED_PROGRAMS='$(abspath $(BUILD))' $(SWIFT) test --skip-build --disable-xctest --filter 'FaultTests|CrowdTests|RandomPlayTests|ServiceTests/restarts'

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

setup-bench:
	@$(call install_missing,$(BENCH_PACKAGES))

setup-build:
	@$(call install_missing,$(BUILD_PACKAGES))

# Tests that lack a program are skipped, and say so at the end of the run; with CI set they fail.
setup-test: setup-build
	@$(call install_missing,$(TEST_PACKAGES)) || echo 'not everything can be installed; some tests will be skipped' >&2

setup-test-all: setup-build
	@$(call install_missing,$(ALL_TEST_PACKAGES)) || echo 'not everything can be installed; some tests will be skipped' >&2

lint:
	@$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests
	@Tests/Mutants/run --lint

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

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

# The suites where C and unsafe code are, less what preloads libfaketime, and what has a /tmp or a user of its own, which may
# hide the file of suppressions. Signals that tests send are not the sanitizer's to report.
check-asan: export DICED_SUITES := \
	UnixTests DiceStoreTests SystemdTests DiceMQTTTests BrokerTests FaultTests HostileTests DiceClientTests DiceProofTests
check-asan: export ASAN_OPTIONS := \
	detect_leaks=1:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0
check-asan: export LSAN_OPTIONS := suppressions=$(abspath Tests/leaks.supp):print_suppressions=0
check-asan: setup-test-all
	@Tests/pass check-asan --sanitize=address --scratch-path .build-asan -- \
		--skip ClockStepTests --skip PlantedTests --skip aBrokerThatStandsStill

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
	@$(MAKE) --no-print-directory fuzz FUZZ_FLAGS='-runs=20000 -seed=1 -verbosity=0' FUZZ_BUILD=.build-asan FUZZ_BUILD_FLAGS=--sanitize=address

check-deb: deb setup-test-all
	Tests/Packaging/check '$(BUILD)' '$(deb)' '$(deb_web)' '$(deb_mqtt)'
	@DICED_SUITES=all DICED_DEB='$(abspath $(deb))' Tests/pass check-deb -- --filter SystemdBoxTests.DebianPackageTests

# Builds first, but not where BUILD= names programs that are there already, and not as root on behalf of a user.
install: $(if $(and $(filter file,$(origin BUILD)),$(if $(SUDO_UID),,yes)),build)
	@[ -x '$(BUILD)/diced' ] || { echo 'there is nothing to install yet; first run: make build' >&2; exit 1; }
	install -D -m 755 --strip -t '$(DESTDIR)$(BINDIR)' '$(BUILD)/diced' '$(BUILD)/dicectl' '$(BUILD)/diced-web' \
		'$(BUILD)/diced-mqtt'
	install -D -m 644 -t '$(DESTDIR)$(UNITDIR)' $(addprefix systemd/,$(units)) \
		systemd/diced-web.socket systemd/diced-web.service systemd/diced-mqtt.service
	install -D -m 644 -t '$(DESTDIR)$(DOCDIR)/examples' systemd/diced.service.d/sandbox.conf \
		systemd/system/diced.service.d/diced-web.conf
	sed -i -e 's|/usr/bin/dice|$(BINDIR)/dice|' -e 's|/usr/share/doc/diced|$(DOCDIR)|' \
		'$(DESTDIR)$(UNITDIR)/diced.service' '$(DESTDIR)$(UNITDIR)/diced-backup.service' '$(DESTDIR)$(UNITDIR)/diced-web.service' \
		'$(DESTDIR)$(UNITDIR)/diced-mqtt.service' \
		'$(DESTDIR)$(DOCDIR)/examples/sandbox.conf' '$(DESTDIR)$(DOCDIR)/examples/diced-web.conf'
	$(if $(SYSTEMDIR),$(install_shared))
	$(if $(man1),install -D -m 644 -t '$(DESTDIR)$(MANDIR)/man1' $(man1))
	$(if $(man7),install -D -m 644 -t '$(DESTDIR)$(MANDIR)/man7' $(man7))
	$(if $(man8),install -D -m 644 -t '$(DESTDIR)$(MANDIR)/man8' $(man8))
	$(call install_completions,diced)
	$(call install_completions,dicectl)
	$(call install_completions,diced-web)
	$(call install_completions,diced-mqtt)
	@$(if $(DESTDIR),,$(start_installed))

define install_completions
'$(BUILD)/$(1)' --generate-completion-script bash | sed '1{/^#!/d;}' | install -D -m 644 /dev/stdin '$(DESTDIR)$(BASHDIR)/$(1)'
	'$(BUILD)/$(1)' --generate-completion-script zsh | install -D -m 644 /dev/stdin '$(DESTDIR)$(ZSHDIR)/_$(1)'
	'$(BUILD)/$(1)' --generate-completion-script fish | install -D -m 644 /dev/stdin '$(DESTDIR)$(FISHDIR)/$(1).fish'
endef

define install_shared
install -D -m 644 -t '$(DESTDIR)$(SYSTEMDIR)' $(addprefix systemd/system/,$(units)) \
		systemd/system/diced-web.socket systemd/system/diced-web.service systemd/system/diced-mqtt.service
	sed -i 's|/usr/bin/dice|$(BINDIR)/dice|' \
		'$(DESTDIR)$(SYSTEMDIR)/diced.service' '$(DESTDIR)$(SYSTEMDIR)/diced-backup.service' '$(DESTDIR)$(SYSTEMDIR)/diced-web.service' \
		'$(DESTDIR)$(SYSTEMDIR)/diced-mqtt.service'
	install -D -m 644 -t '$(DESTDIR)$(SYSUSERSDIR)' systemd/sysusers.d/diced.conf systemd/sysusers.d/diced-web.conf \
		systemd/sysusers.d/diced-mqtt.conf
endef

# The tables in ~/.local/state/diced stay, and the shared ones in /var/lib/diced with their user and group. So does the key
# of links.
uninstall:
	@$(if $(DESTDIR),,systemctl --user disable --now diced-backup.timer diced-mqtt.service diced-web.socket diced-web.service diced.socket diced.service 2>/dev/null || true)
	@$(if $(DESTDIR),,$(if $(SYSTEMDIR),systemctl disable --now diced-backup.timer diced-mqtt.service diced-web.socket diced-web.service diced.socket diced.service 2>/dev/null || true))
	rm -f $(foreach file,$(installed),'$(DESTDIR)$(file)')
	@cd '$(DESTDIR)$(PREFIX)' 2>/dev/null && rmdir $(if $(in_home),--parents) --ignore-fail-on-non-empty \
		$(installed_folders) 2>/dev/null || true
	@$(if $(DESTDIR),,systemctl --user daemon-reload 2>/dev/null || true)
	@$(if $(DESTDIR),,$(if $(SYSTEMDIR),systemctl daemon-reload 2>/dev/null || true))

# A daemon that runs already goes on as the new program.
define start_installed
if paths=$$(systemctl --user show --property=UnitPath --value 2>/dev/null); then \
	systemctl --user daemon-reload && systemctl --user try-restart diced.service diced-web.service diced-mqtt.service; \
	case " $$paths " in *' $(UNITDIR) '*) ;; *) \
		echo 'your systemd does not look into $(UNITDIR); show it the units by:'; \
		echo '    systemctl --user link $(UNITDIR)/diced.socket $(UNITDIR)/diced.service' ;; \
	esac; \
fi; \
echo 'to have dice from now on: systemctl --user enable --now diced.socket'; \
$(if $(SYSTEMDIR),$(start_shared))
endef

# Nobody shares dice before root enables that.
define start_shared
systemctl daemon-reload 2>/dev/null && systemctl try-restart diced.service diced-web.service diced-mqtt.service 2>/dev/null; \
echo 'to share dice with the users of this machine, as root:'; \
echo '    systemd-sysusers diced.conf && systemctl enable --now diced.socket && usermod -aG dice USER'; \
echo 'and a page for them: man 8 diced-web; an audience elsewhere: man 8 diced-mqtt'
endef

deb: build
	@$(call install_missing,binutils dpkg-dev)
	rm -rf .build/deb
	$(MAKE) install BUILD='$(BUILD)' DESTDIR='$(deb_tree)' PREFIX=/usr
	$(MAKE) --no-print-directory split-web split-mqtt PREFIX=/usr
	rmdir '$(deb_tree)/usr/share/man/man8'
	find '$(deb_tree)' '$(deb_web_tree)' '$(deb_mqtt_tree)' -path '*/man/*' -type f -exec gzip -9n {} +
	install -D -m 644 .debian/copyright '$(deb_tree)/usr/share/doc/diced/copyright'
	cd .build/checkouts && for notice in $$(sed -n 's|^Files: .build/checkouts/\(.*\)/\*$$|\1|p' ../../.debian/copyright); do \
		[ ! -e "$$notice/NOTICE.txt" ] || gzip -9nc "$$notice/NOTICE.txt" | \
		install -D -m 644 /dev/stdin "../../$(deb_tree)/usr/share/doc/diced/NOTICE.$$notice.gz" || exit; done
	gzip -9nc .github/CHANGELOG.md | install -D -m 644 /dev/stdin '$(deb_tree)/usr/share/doc/diced/CHANGELOG.md.gz'
	printf '%s\n' 'diced ($(version)) stable; urgency=medium' '' '  * See CHANGELOG.md.gz.' '' \
		" -- $(deb_maintainer)  $$(date --utc --rfc-email --date=@$(SOURCE_DATE_EPOCH))" | gzip -9n | \
		install -D -m 644 /dev/stdin '$(deb_tree)/usr/share/doc/diced/changelog.gz'
	install -D -m 644 .debian/lintian-overrides '$(deb_tree)/usr/share/lintian/overrides/diced'
	install -d -m 755 '$(deb_tree)/DEBIAN'
	echo 'Source: diced' >.build/deb/debian/control
	cd .build/deb && dpkg-shlibdeps -Tdebian/substvars debian/diced/usr/bin/*
	install -d -m 755 '$(deb_web_tree)/DEBIAN' '$(deb_web_tree)/usr/share/doc'
	ln -s diced '$(deb_web_tree)/usr/share/doc/diced-web'
	cd .build/deb && dpkg-shlibdeps -Tdebian/substvars-web debian/diced-web/usr/bin/*
	install -d -m 755 '$(deb_mqtt_tree)/DEBIAN' '$(deb_mqtt_tree)/usr/share/doc'
	ln -s diced '$(deb_mqtt_tree)/usr/share/doc/diced-mqtt'
	cd .build/deb && dpkg-shlibdeps -Tdebian/substvars-mqtt debian/diced-mqtt/usr/bin/*
	install -m 755 -t '$(deb_tree)/DEBIAN' .debian/postinst .debian/prerm .debian/postrm
	for script in postinst prerm postrm; do \
		install -m 755 .debian/web/$$script '$(deb_web_tree)/DEBIAN/' && \
		install -m 755 .debian/mqtt/$$script '$(deb_mqtt_tree)/DEBIAN/' || exit; done
	printf '%s\n' $(deb_web_fields) | install -m 644 /dev/stdin '$(deb_web_tree)/DEBIAN/control'
	dpkg-deb --build --root-owner-group -Zxz -z9 '$(deb_web_tree)' '$(deb_web)'
	printf '%s\n' $(deb_mqtt_fields) | install -m 644 /dev/stdin '$(deb_mqtt_tree)/DEBIAN/control'
	dpkg-deb --build --root-owner-group -Zxz -z9 '$(deb_mqtt_tree)' '$(deb_mqtt)'
	printf '%s\n' $(deb_fields) | install -m 644 /dev/stdin '$(deb_tree)/DEBIAN/control'
	dpkg-deb --build --root-owner-group -Zxz -z9 '$(deb_tree)' '$(deb)'

# The page's files out of the tree of the daemon's package. There it may be trusted as soon as its user is there.
.PHONY: split-web split-mqtt
split-web:
	for file in $(filter-out $(DOCDIR)/%,$(installed_web)); do \
		install -d "$$(dirname "$(deb_web_tree)$$file")" && mv "$(deb_tree)$$file" "$(deb_web_tree)$$file" || exit; done
	install -d '$(deb_web_tree)$(SYSTEMDIR)/diced.service.d'
	mv '$(deb_tree)$(DOCDIR)/examples/diced-web.conf' '$(deb_web_tree)$(SYSTEMDIR)/diced.service.d/'

split-mqtt:
	for file in $(installed_mqtt); do \
		install -d "$$(dirname "$(deb_mqtt_tree)$$file")" && mv "$(deb_tree)$$file" "$(deb_mqtt_tree)$$file" || exit; done

# For any Linux of this architecture with glibc 2.36 and libsystemd: SQLite and libsodium are in the programs.
release := diced-$(version)
linux := $(release)-linux-$(shell uname -m)
DIST := .build/dist
# The same bytes whoever packs them, and when.
pack = tar --sort=name --mtime=@$(SOURCE_DATE_EPOCH) --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --format=gnu \
	-C .build/dist-tree -cf - $(1) | xz -6 -T1 >$(DIST)/$(1).tar.xz

# It is built in a clone of its own, as the length of a path, not the path, stands in three places of the programs.
dist:
	@git diff --quiet HEAD || { echo 'a release is made of a commit; commit your changes first' >&2; exit 1; }
	rm -rf $(DIST) && mkdir -p $(DIST)
	clone=$$(mktemp -d /var/tmp/diced.XXXXXXXXXX) && trap 'rm -rf "$$clone"' EXIT && git clone --quiet . "$$clone" && \
		$(MAKE) -C "$$clone" dist-here && cp "$$clone"/$(DIST)/* $(DIST)/
	@cat $(DIST)/SHA256SUMS

dist-here: setup-build
	@$(call install_missing,binutils dpkg-dev xz-utils)
	rm -rf $(DIST) .build/dist-tree && mkdir -p $(DIST) .build/dist-tree/$(release)/vendor .build/static
	$(MAKE) deb
	cp .build/deb/*.deb $(DIST)/
	for file in libsqlite3.a libsodium.a libsystemd.so; do ln -sf "$$(gcc -print-file-name=$$file)" .build/static/; done
	for name in sqlite3 libsodium libsystemd; do sed 's|^libdir=.*|libdir=$(abspath .build/static)|' \
		"/usr/lib/$$(gcc -print-multiarch)/pkgconfig/$$name.pc" >.build/static/$$name.pc || exit; done
	PKG_CONFIG_PATH='$(abspath .build/static)' $(SWIFT) build $(RELEASE)
	$(MAKE) install BUILD='$(BUILD)' DESTDIR='.build/dist-tree/$(linux)' PREFIX=/usr/local
	mv '.build/dist-tree/$(linux)/usr/local/'* '.build/dist-tree/$(linux)/' && rm -r '.build/dist-tree/$(linux)/usr'
	install -m 644 LICENSE README.md .debian/copyright '.build/dist-tree/$(linux)/share/doc/diced/'
	$(call pack,$(linux))
	git archive HEAD | tar -C '.build/dist-tree/$(release)' -x
	for package in .build/checkouts/*; do \
		git -C "$$package" archive HEAD -- . ':!Tests' ':!Benchmarks' ':!IntegrationTests' | \
			{ mkdir '.build/dist-tree/$(release)/vendor/'"$${package##*/}" && \
			tar -C '.build/dist-tree/$(release)/vendor/'"$${package##*/}" -x; } || exit; done
	sed -i -e 's|\.package(url: "https://github.com/apple/\([a-z-]*\)", exact: "[0-9.]*"),|.package(path: "vendor/\1"),|' \
		-e 's|^\( *\)\.package(path: "vendor/swift-nio"),|&\n\1.package(path: "vendor/swift-atomics"),\n\1.package(path: "vendor/swift-system"),|' \
		'.build/dist-tree/$(release)/Package.swift'
	$(call pack,$(release))
	cd $(DIST) && sha256sum *.deb *.tar.xz >SHA256SUMS

# Two clones in folders of different lengths, one of them a year later by its clock.
check-reproducible:
	@$(call install_missing,faketime git)
	rm -rf .build/reproducible && mkdir -p .build/reproducible/another/folder
	git clone --quiet . .build/reproducible/one && git clone --quiet . .build/reproducible/another/folder/two
	$(MAKE) -C .build/reproducible/one dist >.build/reproducible/one.log 2>&1 || { tail -20 .build/reproducible/one.log; exit 1; }
	faketime -f '+365d' $(MAKE) -C .build/reproducible/another/folder/two dist >.build/reproducible/two.log 2>&1 || \
		{ tail -20 .build/reproducible/two.log; exit 1; }
	diff --recursive .build/reproducible/one/$(DIST) .build/reproducible/another/folder/two/$(DIST)
	@echo 'the same to the byte'

clean:
	rm -rf .build .build-tsan .build-asan .build-fuzz .build-mutants .build-bench

define install_missing
missing=$$(for package in $(1); do \
	dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || echo $$package; done); \
if [ -n "$$missing" ]; then \
	echo "installing $$(echo $$missing)"; \
	{ $(SUDO) apt-get update -qq && DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -qq -y $$missing >/dev/null; } || \
		{ echo "missing; as root: apt-get install $$(echo $$missing)" >&2; false; }; \
fi
endef
