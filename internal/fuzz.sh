#!/usr/bin/env bash
# Runs every fuzz target of the module for FUZZTIME, one after the other.
set -euo pipefail
go=${GO:-go}
time=${FUZZTIME:-10s}
cd "$(dirname "$0")/.."

# Fuzzes one target. A worker that is busy when the time is up can fail with "context deadline
# exceeded" and no input (go.dev/issue/48591): that, and nothing else, returns 1 for another try, of three.
fuzz() {
  local log
  log=$(mktemp)
  if "$go" test "./$1" -run '^$' -fuzz "^$2\$" -fuzztime "$time" -fuzzminimizetime 10x -parallel 2 </dev/null 2>&1 | tee "$log"; then
    rm -f "$log"
    return 0
  fi
  if grep -q 'context deadline exceeded' "$log" && ! grep -qE 'Failing input|panic|_test\.go:' "$log"; then
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
  exit 1
}

git ls-files '*_test.go' | xargs grep -lE '^func Fuzz' | xargs -n1 dirname | sort -u | while read -r dir; do
  grep -hoE '^func Fuzz[A-Za-z0-9_]*' "$dir"/*_test.go | awk '{print $2}' | sort -u | while read -r target; do
    echo "fuzz $dir $target for $time"
    fuzz "$dir" "$target" || fuzz "$dir" "$target" || fuzz "$dir" "$target"
  done
done
