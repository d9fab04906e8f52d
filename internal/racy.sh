#!/usr/bin/env bash
# Lists the packages with tests in which goroutines can meet: those whose files,
# tests among them, start a goroutine, take a lock or serve requests. The race
# detector can find nothing in the others; it is built into what they import.
set -euo pipefail
cd "$(dirname "$0")/.."

meet='^\s*go (func\b|[a-zA-Z_.]+\()|\.Go\(|t\.Parallel\(|"sync"|"sync/atomic"|httptest\.'
comm -12 \
  <(git ls-files '*.go' | xargs grep -lE "$meet" | xargs -n1 dirname | sort -u) \
  <(git ls-files '*_test.go' | xargs -n1 dirname | sort -u) | sed 's|^|./|'
