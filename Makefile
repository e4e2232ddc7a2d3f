# Every task is one command; each sets up what it needs.
.PHONY: help bootstrap build demo test check bench pictures browser-test format clean
.DEFAULT_GOAL := help
SHELL := /bin/bash
export PATH := $(PATH):$(HOME)/.local/share/swiftly/bin:/opt/swift/usr/bin
SWIFT ?= swift
# Suites that talk over sockets or to processes: they run after the others, one by one, so that nothing starves them.
REAL_TIME := WebSocketConnectorTests|WebSocketTLSTests|RelayServerTests|RelayHTTPTests|ProcessTests|RoomCommandTests|ScriptedHostTests|MemoryRelayTests|BridgePushTests|BridgeSecrecyTests|BridgeChaosTests|BridgePostgresTests|RenewalTests|RenewalSendingTests|SinkTests|BridgeProcessTests|BridgeTroubleTests|BridgeStopTests

help:
	@echo "make demo       build, then a whole live session on this machine: relay, host, your terminal, the app in a browser"
	@echo "make test       the tests"
	@echo "make check      format, rules of the house, documentation, Apple-only syntax and types, conformance, secrets"
	@echo "make pictures   every screen in every state into build/pictures (ARGS=--compare: against the kept ones)"
	@echo "make browser-test  the app used through headless Chromium (ARGS=--firefox: Firefox), as a person would"
	@echo "make bench      speed and memory, beside the reference's figures"
	@echo "make build      the enclave command, optimised: .build/release/enclave"
	@echo "make format     rewrite the sources in the house's format"
	@echo "make bootstrap  install what is missing (the others do this by themselves)"

bootstrap:
	@Scripts/bootstrap

build: bootstrap
	$(SWIFT) build -c release --product enclave

demo: bootstrap
	@$(SWIFT) build --product enclave
	@"$$($(SWIFT) build --show-bin-path)/enclave" demo $(if $(or $(DISPLAY),$(WAYLAND_DISPLAY)),--open) $(ARGS)

test: bootstrap
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --skip '$(REAL_TIME)'
	$(SWIFT) test --skip-build --no-parallel --filter '$(REAL_TIME)'

browser-test: bootstrap
	@Scripts/bootstrap pictures
	@Scripts/browser-test $(ARGS)

check: bootstrap
	@Scripts/check

pictures: bootstrap
	@Scripts/bootstrap pictures
	@$(SWIFT) build --product pictures
	@TZ=UTC "$$($(SWIFT) build --show-bin-path)/pictures" $(ARGS)

bench: bootstrap
	@$(SWIFT) build -c release --product bench
	@"$$($(SWIFT) build -c release --show-bin-path)/bench" $(or $(ARGS),all)

format: bootstrap
	$(SWIFT) format format --in-place --recursive Sources Tests Package.swift $(wildcard Compat)

clean:
	rm -rf .build
