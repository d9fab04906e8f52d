#!/usr/bin/env bash
# Compares the engine's signature with the last "Bench: N" line of the history: a commit that
# changes how the engine plays must record the new number.
set -euo pipefail
cd "$(dirname "$0")/.."
said=$(git log --format=%b -- engine game/rules rules solve 2>/dev/null | sed -n 's/^Bench: \([0-9]*\)$/\1/p' | head -n 1)
if [ -z "$said" ]; then
  echo "signature not compared: no Bench line in the history"
  exit 0
fi
now=$("${1:-bin/moyo}" bench signature)
if [ "$now" != "$said" ]; then
  echo "the engine's signature is $now, but the last commit that names one says Bench: $said" >&2
  exit 1
fi
echo "signature $now, as the history says"
