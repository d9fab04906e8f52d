#!/usr/bin/env bash
# Runs every fuzz target of the module for FUZZTIME, one after the other. A
# package is built once for all of its targets.
set -euo pipefail
go=${GO:-go}
time=${FUZZTIME:-10s}
cd "$(dirname "$0")/.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cache=$("$go" env GOCACHE)/fuzz

# Fuzzes one target of the built package. A worker that is busy when the time is up can fail with "context
# deadline exceeded" and no input (go.dev/issue/48591): that, and nothing else, returns 1 for another try, of three.
fuzz() {
  if (cd "$root/$1" && "$work/fuzz.test" -test.run '^$' -test.fuzz "^$2\$" -test.fuzztime "$time" -test.fuzzminimizetime 10x \
    -test.parallel 2 -test.fuzzcachedir "$cache/moyo/$1") </dev/null 2>&1 | tee "$work/log"; then
    return 0
  fi
  if grep -q 'context deadline exceeded' "$work/log" && ! grep -qE 'Failing input|panic|_test\.go:' "$work/log"; then
    return 1
  fi
  exit 1
}

git ls-files '*_test.go' | xargs grep -lE '^func Fuzz' | xargs -n1 dirname | sort -u | while read -r dir; do
  "$go" test -c -fuzz . -o "$work/fuzz.test" "./$dir"
  grep -hoE '^func Fuzz[A-Za-z0-9_]*' "$dir"/*_test.go | awk '{print $2}' | sort -u | while read -r target; do
    echo "fuzz $dir $target for $time"
    fuzz "$dir" "$target" || fuzz "$dir" "$target" || fuzz "$dir" "$target"
  done
done
