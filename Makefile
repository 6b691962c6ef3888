# Two commands matter: `make dev` runs the main job on an embedded stack, `make test` runs what CI runs.
# Go and Node are all that must be there; everything else is installed by npm ci and the Go module system.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
ARGS ?=
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
COMMIT ?= $(shell git rev-parse --short HEAD 2>/dev/null || echo unknown)
DATE ?= $(shell git log -1 --format=%cI 2>/dev/null || echo unknown)
LDFLAGS := -X main.version=$(VERSION) -X main.commit=$(COMMIT) -X main.date=$(DATE)
FORGE := contracts/tools/forge
# Where fuzz-long keeps what each property has passed.
RESULTS ?= contracts/cache/long
# Where the test targets leave their counts for .ci/run.
COUNTS ?= .ci/counts

.PHONY: help build dev test test-go test-contracts fuzz-long mutants coverage lint generate generate-check bench bench-index clean deps

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-16s %s\n", $$1, $$2}'

node_modules/.installed: package.json package-lock.json .npmrc
	npm ci --no-progress --loglevel=error
	@touch $@

deps: node_modules/.installed ## install the npm tool chain

build: ## bin/oabpd and bin/oabpdev, static: no C compiler is needed, and the first build is a third shorter
	CGO_ENABLED=0 go build -ldflags '-s -w $(LDFLAGS)' -o bin/ ./cmd/oabpd ./cmd/oabpdev

dev: ## the embedded stack and its guided tour (ARGS="--once" ends after it)
	@$(MAKE) --no-print-directory -j2 deps build
	@exec bin/oabpdev $(ARGS)

test: test-contracts test-go ## everything that CI runs

# Garbage is collected less often than usual: memory is there, and processor time is what CI waits for.
test-go: deps ## Go tests with the race detector
	@mkdir -p $(COUNTS)
	go vet ./...
	GOGC=400 go test -count=1 -timeout 30m -run TestNetwork ./indexer/e2e # seven times as many histories as under the race detector
	set +e; GOGC=200 go test -race -count=1 -timeout 30m -json ./... | node .ci/count.mjs $(COUNTS)/go; exit $${PIPESTATUS[1]}

test-contracts: deps ## forge tests; proves first that a failing test fails
	@mkdir -p $(COUNTS)
	contracts/tools/check-red
	set +e; contracts/tools/test-summary | tee >(tail -n 1 > $(COUNTS)/forge); exit $${PIPESTATUS[0]}

fuzz-long: deps ## 100,000 runs of every fuzz property, a million calls over the invariants: hours (RESULTS=dir goes on there)
	FOUNDRY_PROFILE=long contracts/tools/fuzz-long $(RESULTS)

mutants: deps ## removes one defence of the contracts after the other: each must turn a test red (ARGS=regex of names)
	node contracts/tools/mutants/run.mjs $(ARGS)

coverage: deps ## lines and branches of contracts/src
	FOUNDRY_FUZZ_RUNS=64 FOUNDRY_INVARIANT_RUNS=8 FOUNDRY_GAS_LIMIT=10000000000 $(FORGE) coverage --ir-minimum --report summary --report lcov --report-file contracts/cache/lcov.info --no-match-path 'contracts/test/{gas,script}/*' --no-match-coverage '(/test/|/script/)'
	node contracts/tools/coverage-table.mjs

lint: deps ## formatting, vet, staticcheck, forge fmt and lint
	test -z "$$(gofmt -l $$(git ls-files '*.go' | grep -v '^bindings/'))" || { gofmt -d $$(git ls-files '*.go' | grep -v '^bindings/'); exit 1; }
	go vet ./...
	go run honnef.co/go/tools/cmd/staticcheck@v0.7.0 ./...
	$(FORGE) fmt --check
	$(FORGE) lint --deny warnings

generate: deps ## bindings, OpenAPI document, state diagrams
	go generate ./...

generate-check: deps ## fails when a generated file, a shared vector or a gas figure is stale
	bindings/check.sh
	npm run --silent vectors:check
	FORGE_SNAPSHOT_CHECK=true $(FORGE) test --match-path 'contracts/test/gas/*' --summary
	GAS_TRANSACTIONS=true FORGE_SNAPSHOT_CHECK=true $(FORGE) test --isolate --match-path 'contracts/test/gas/*' --summary
	node contracts/tools/gas-table.mjs --check
	node contracts/tools/natspec-check.mjs
	node contracts/tools/docs-check.mjs
	node contracts/tools/findings.mjs --check

bench: ## benchmarks, for benchstat
	go test -run '^$$' -bench . -benchmem -count 6 ./...

bench-index: deps build ## a loaded chain of 100,000 transfers indexed, two shapes, 5 runs each (ARGS="-runs 1"; docs/benchmarks.md)
	go run ./cmd/oabpdev/benchindex $(ARGS)

clean: ## what builds leave behind
	rm -rf bin .dev .ci/counts contracts/out contracts/cache
