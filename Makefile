# make roll     roll the default table, building what is missing
# make test     every check: format, build, tests, tests under ThreadSanitizer
# make bench    measure diced against Redis, rolldice and a bare server (BENCH_FLAGS="--quick --json round-trip …")

SHELL := /bin/bash
SWIFT ?= swift
BUILD := .build/release
# Debian packages: what the build needs, and what the tests drive.
BUILD_PACKAGES := libsystemd-dev libsqlite3-dev
TEST_PACKAGES := tmux netcat-openbsd procps util-linux systemd
# What the benchmarks measure against.
BENCH_PACKAGES := redis-server rolldice
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)

.DEFAULT_GOAL := help
.PHONY: help roll build test bench setup-build setup-test setup-bench lint check check-tsan clean

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

## Roll the default table. The client starts the daemon on the way.
roll: build
	@$(BUILD)/dicectl roll

build: setup-build
	@$(SWIFT) build --quiet -c release --static-swift-stdlib --product diced
	@$(SWIFT) build --quiet -c release --static-swift-stdlib --product dicectl

test: setup-test lint check check-tsan

bench: build setup-bench
	@$(SWIFT) build --quiet -c release --static-swift-stdlib --product dicebench
	@$(BUILD)/dicebench $(BENCH_FLAGS)

setup-bench:
	@$(call install_missing,$(BENCH_PACKAGES))

setup-build:
	@$(call install_missing,$(BUILD_PACKAGES))

setup-test:
	@$(call install_missing,$(BUILD_PACKAGES) $(TEST_PACKAGES))

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

# Warnings are errors by the package's own settings.
check:
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --disable-xctest

check-tsan:
	$(SWIFT) build --build-tests --sanitize=thread --scratch-path .build-tsan
	$(SWIFT) test --skip-build --disable-xctest --sanitize=thread --scratch-path .build-tsan

clean:
	rm -rf .build .build-tsan

define install_missing
missing=$$(for package in $(1); do \
	dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || echo $$package; done); \
if [ -n "$$missing" ]; then \
	echo "installing $$(echo $$missing)"; \
	$(SUDO) apt-get update -qq && DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -qq -y $$missing >/dev/null; \
fi
endef
