#!/usr/bin/env bash
# once.sh NAME PATHS... -- COMMAND... runs a command unless it has passed before on the same files: those that git knows, or would
# add, under the paths. bin/passed keeps a sum of their names and contents, of the command and of its tools. In CI it always runs.
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
sum=$({
  echo "$*" "$("${GO:-go}" env GOVERSION)" "$(node --version)"
  git ls-files -z --cached --others --exclude-standard -- "${paths[@]}" | sort -zu | xargs -0 sha256sum 2>&1 || true # one may be deleted
} | sha256sum)
passed=bin/passed/$name
if [ -z "${CI:-}" ] && [ "$(cat "$passed" 2>/dev/null)" = "$sum" ]; then
  echo "$name: passed before on these files (make clean forgets it)"
  exit
fi
"$@"
mkdir -p bin/passed
echo "$sum" >"$passed"
