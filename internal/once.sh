#!/usr/bin/env bash
# once.sh NAME PATHS... -- COMMAND... skips a command that has passed before on the same files: all files under the
# paths except those that git ignores, unless a path names them. bin/passed/NAME keeps a sum of their names and
# contents, the command, and the versions of Go and Node. In CI, and outside a git repository, the command always runs.
set -euo pipefail
cd "$(dirname "$0")/.."

name=$1
shift
paths=()
while [ "$1" != -- ]; do
  paths+=("$1")
  shift
done
shift
if [ -n "${CI:-}" ] || ! git rev-parse --git-dir >/dev/null 2>&1; then
  exec "$@"
fi
sum=$({
  echo "$*" "$("${GO:-go}" env GOVERSION)" "$(node --version)"
  {
    git ls-files -z --cached --others --exclude-standard -- "${paths[@]}"
    for path in "${paths[@]}"; do if [ -f "$path" ]; then printf '%s\0' "$path"; fi; done
  } | sort -zu | xargs -0 sha256sum 2>&1 || true # the message for a deleted file is part of the sum
} | sha256sum)
passed=bin/passed/$name
if [ "$(cat "$passed" 2>/dev/null)" = "$sum" ]; then
  echo "$name: passed before on these files (make clean forgets it)"
  exit
fi
"$@"
mkdir -p bin/passed
echo "$sum" >"$passed"
