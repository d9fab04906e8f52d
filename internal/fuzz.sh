#!/usr/bin/env bash
# Runs every fuzz target of the module for FUZZTIME, one after the other.
set -euo pipefail
go=${GO:-go}
time=${FUZZTIME:-10s}
cd "$(dirname "$0")/.."
git ls-files '*_test.go' | xargs grep -lE '^func Fuzz' | xargs -n1 dirname | sort -u | while read -r dir; do
  grep -hoE '^func Fuzz[A-Za-z0-9_]*' "$dir"/*_test.go | awk '{print $2}' | sort -u | while read -r target; do
    echo "fuzz $dir $target for $time"
    "$go" test "./$dir" -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 10x -parallel 2 </dev/null
  done
done
