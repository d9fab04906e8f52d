#!/usr/bin/env bash
# Looks for known weaknesses in what is built in, as far as the program reaches them.
# The list of these is on the network: where it cannot be reached nothing is known, which is
# said, and fails only where AUDIT=required asks for an answer.
set -euo pipefail
go=${GO:-go}
if ! timeout 60 "$go" tool govulncheck -version 2>/dev/null | grep -q '^DB updated'; then
  echo "internal/audit.sh: NOT CHECKED: the database of known weaknesses cannot be reached from here" >&2
  [ "${AUDIT:-}" != required ]
  exit
fi
"$go" tool govulncheck ./...
(cd web && npm audit --omit=dev)
