#!/usr/bin/env bash
# Runs every fuzz target of the module for FUZZTIME, as many packages at a time as there are processors, each target
# with one worker. A package is built once for all its targets, and linked without debugging data: traces still contain
# line numbers.
set -euo pipefail
export GO=${GO:-go} FUZZTIME=${FUZZTIME:-10s}
cd "$(dirname "$0")/.."

# Fuzzes one target of the package built as $work/fuzz.test. A worker that is busy at the end can fail with "context
# deadline exceeded" and no input (go.dev/issue/48591). Only this returns 1 for another of three tries.
fuzz() {
  if (cd "$1" && "$work/fuzz.test" -test.run '^$' -test.fuzz "^$2\$" -test.fuzztime "$FUZZTIME" -test.fuzzminimizetime 10x \
    -test.parallel 1 -test.fuzzcachedir "$("$GO" env GOCACHE)/fuzz/moyo/$1") </dev/null >"$work/log" 2>&1; then
    printf 'fuzz %s %s for %s\n%s\n' "$1" "$2" "$FUZZTIME" "$(cat "$work/log")"
    return 0
  fi
  if grep -q 'context deadline exceeded' "$work/log" && ! grep -qE 'Failing input|panic|_test\.go:' "$work/log"; then
    printf 'fuzz %s %s for %s: its worker was busy when the time was up\n' "$1" "$2" "$FUZZTIME" # not worded as a failure, since it is none
    return 1
  fi
  printf 'fuzz %s %s for %s FAILED\n%s\n' "$1" "$2" "$FUZZTIME" "$(cat "$work/log")"
  exit 255 # stops xargs
}

# "fuzz.sh DIR" handles one package: the script calls itself this way.
if [ $# -eq 1 ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  "$GO" test -c -vet=off -ldflags='-s -w' -fuzz . -o "$work/fuzz.test" "./$1" || exit 255
  for target in $(grep -hoE '^func Fuzz[A-Za-z0-9_]*' "$1"/*_test.go | awk '{print $2}' | sort -u); do
    fuzz "$1" "$target" || fuzz "$1" "$target" || fuzz "$1" "$target" || {
      printf 'fuzz %s %s FAILED: out of time at three tries\n' "$1" "$target"
      exit 255
    }
  done
  exit
fi

git ls-files '*_test.go' | xargs grep -lE '^func Fuzz' | xargs -n1 dirname | sort -u | xargs -n1 -P "$(nproc)" ./internal/fuzz.sh
