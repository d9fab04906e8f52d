# moyo: `make run` starts the server, `make test` runs every check.
SHELL       := /bin/bash
.SHELLFLAGS := -eo pipefail -c
.DEFAULT_GOAL := help

GO         ?= go
PORT       ?= 8080
FUZZTIME   ?= 1s
# Flags for the Go tests of a whole run, such as -count=1 -shuffle=on.
TESTFLAGS  ?=
BIN        := bin/moyo
GO_FILES   := $(wildcard $(shell git ls-files --cached --others --exclude-standard '*.go' '*.s' 'go.mod' 'go.sum' 2>/dev/null))
# What is built into the program besides the page: see go:embed.
EMBEDDED   := $(shell git ls-files '*.sql' '*.bank' '*.jsonl' '*.bin' '*/book/*.txt' 'contest/arena/report.html' 2>/dev/null)
# One set of flags for all builds, so that tests, linters and bin/moyo share compiled packages, also
# between clones.
export GOFLAGS     := $(strip $(filter-out -trimpath,$(GOFLAGS)) -trimpath)
export CGO_ENABLED ?= 0
# What server/base/wire/gen writes for the page, from the Go sources: message types and texts. It is not in git.
GENERATED  := web/src/wire.ts web/src/text/en/catalog.ts web/src/text/en/courses.ts \
              web/src/text/en/refusals.ts web/src/text/en/sentences.ts
WEB_FILES  := $(filter-out web/e2e/% %.spec.ts web/dist/%,$(wildcard $(shell git ls-files --cached --others --exclude-standard web 2>/dev/null)))

# Three packages at a time, since tests wait for processes and for other goroutines.
GOTEST     := $(GO) test -vet=off -timeout 15m -p 3 $(TESTFLAGS)

# What only test-long runs under the race detector, since it took most of the time: third-party computations (SQLite and
# its C library, translated to Go) and password hashing. Their locks are visible to the detector, and their callers are
# watched.
UNWATCHED  := modernc.org/sqlite/lib modernc.org/libc golang.org/x/crypto/argon2

.PHONY: help
help: ## List the targets.
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

.PHONY: run
run: build ## Build everything and start the server on PORT (8080).
	./$(BIN) serve --port $(PORT)

.PHONY: build
build: $(BIN) ## Build bin/moyo, one static file with the page inside.

.PHONY: page
page: web/dist/index.html ## Build the page into web/dist.

# Any Go file may have a text for the page. The generator does not rewrite unchanged files, so that the page is not
# rebuilt; bin/generated has the time of its last run. It also runs if one of its files is missing.
.PHONY: anew
bin/generated: $(filter-out %_test.go,$(GO_FILES)) $(EMBEDDED) $(if $(filter-out $(wildcard $(GENERATED)),$(GENERATED)),anew)
	$(GO) generate ./server/base/wire
	@mkdir -p bin && touch $@
$(GENERATED): bin/generated ;

web/node_modules/.package-lock.json: web/package-lock.json web/package.json
	cd web && npm ci --no-audit --no-fund
	@touch $@

web/dist/index.html: web/node_modules/.package-lock.json $(GENERATED) $(WEB_FILES)
	cd web && npm run build
	@touch web/dist/.keep

$(BIN): web/dist/index.html $(GO_FILES) $(EMBEDDED)
	$(GO) build -ldflags='-s -w' -o $@ ./cmd/moyo

.PHONY: test
test: ## Run everything: linters, Go and page tests, fuzzing, browser tests.
	@MAKE="$(MAKE)" ./internal/steps.sh build lint audit test-go test-race signature fuzz test-page test-browser
	@echo "make test: all checks passed"

.PHONY: quick
quick: page ## Check what changed, without a browser: linters, and the tests of edited packages and of their importers. A minute.
	@MAKE="$(MAKE)" ./internal/steps.sh lint-quick test-quick

.PHONY: lint
lint: page ## Run the linters, two at a time; warnings are errors.
	@$(MAKE) --no-print-directory --jobs=2 --output-sync lint-go lint-page

.PHONY: lint-go
lint-go: lint-quick
	GOARCH=arm64 $(GO) vet ./engine/internal/kernel ./engine/gomoku/network # the assembly of other processors
	GO=$(GO) ./internal/once.sh deadcode '*.go' go.mod go.sum internal/deadcode.sh -- ./internal/deadcode.sh

.PHONY: lint-quick
lint-quick: page
	@out=$$(gofmt -l $$(git ls-files '*.go')); test -z "$$out" || { echo "gofmt wants to change:"; echo "$$out"; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	$(GO) run ./internal/tests timing
	$(GO) run ./internal/tests size
	$(GO) run ./internal/tests words

.PHONY: lint-page
lint-page: page
	GO=$(GO) ./internal/once.sh lint-page web $(GENERATED) -- bash -c 'cd web && npm run lint && npm run check'

.PHONY: test-quick
test-quick: page
	@packages=$$($(GO) run ./internal/tests changed) && { [ -z "$$packages" ] || $(GO) test -vet=off $$packages; }
	@if git diff --quiet HEAD -- web '*.go' && [ -z "$$(git ls-files --others --exclude-standard web '*.go')" ]; \
	then echo "the page is as it was"; \
	else GO=$(GO) ./internal/once.sh quick-page web $(GENERATED) -- \
	  bash -c 'cd web && npm run lint && npm run check && npx vitest run --changed HEAD'; fi

.PHONY: test-go
test-go: page ## Run the Go tests that the race detector does not watch.
	@$(GO) run ./internal/tests plain | while read -r packages; do $(GOTEST) $$packages || exit 1; done
	$(GOTEST) -tags purego ./engine/internal/kernel ./engine/neural ./engine/gomoku/network # without assembly, as on other processors

.PHONY: test-race
test-race: page ## Run the tests of packages with goroutines or locks, and of the server, under the race detector.
	CGO_ENABLED=1 GORACE=atexit_sleep_ms=50 $(GOTEST) -race $(UNWATCHED:%=-gcflags='%=-race=false -d=checkptr=0') $$($(GO) run ./internal/tests race)

.PHONY: signature
signature: build ## Compare the engine's signature with the history.
	./internal/signature.sh $(BIN)

.PHONY: fuzz
fuzz: ## Fuzz every decoder for FUZZTIME (1s) each.
	GO=$(GO) FUZZTIME=$(FUZZTIME) ./internal/fuzz.sh

.PHONY: test-page
test-page: web/node_modules/.package-lock.json $(GENERATED) ## Run the page's unit tests.
	GO=$(GO) ./internal/once.sh test-page web $(GENERATED) -- bash -c 'cd web && npm test'

.PHONY: test-browser
test-browser: build ## Drive the page in Chromium; skipped without Chromium, except in CI.
	@if [ -n "$${CHROMIUM:-$$(command -v chromium-headless-shell chromium)}" ]; then cd web && npm run e2e -- $(E2E); \
	elif [ -n "$$CI" ]; then echo "no Chromium in CI: install the package chromium-headless-shell" >&2; exit 1; \
	else echo "browser tests skipped: no Chromium found (install chromium-headless-shell or chromium, or set CHROMIUM)"; fi

.PHONY: pictures
pictures: build ## Put pictures of every page and state side by side: web/e2e/pictures/index.html (ten minutes).
	cd web && npm run pictures

.PHONY: test-long
test-long: ## Run the checks that take minutes to hours.
	MOYO_LONG=1 $(GO) test -timeout 6h ./...
	MOYO_RACE=1 CGO_ENABLED=1 $(GO) test -race -timeout 1h ./...
	$(MAKE) test-postgres
	$(MAKE) fuzz FUZZTIME=60s
	E2E_LONG=1 $(MAKE) test-browser

.PHONY: test-postgres
test-postgres: page ## Run the tests of the server on a PostgreSQL that they start; skipped if none is installed.
	$(GO) test -timeout 30m ./server/store/...
	MOYO_TEST_STORE=postgres $(GO) test -timeout 30m ./server
.PHONY: audit
audit: ## Check dependencies for known vulnerabilities, on the network.
	GO=$(GO) ./internal/audit.sh

.PHONY: release
release: page ## Build bin/release: archives for each system, checksums, licences and a list of all parts.
	$(GO) run ./internal/release -out bin/release

.PHONY: bench
bench: ## Run the benchmarks.
	$(GO) test -run '^$$' -bench . -benchmem ./...

.PHONY: clean
clean: ## Remove build results.
	rm -rf bin web/dist/* web/node_modules $(GENERATED)
