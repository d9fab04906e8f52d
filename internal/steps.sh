#!/usr/bin/env bash
# Runs make targets one after the other. At the end, also after a failure, it shows the time by
# step, the ten packages with the slowest tests, and flaky tests. The output of a failed step comes
# last.
set -uo pipefail
cd "$(dirname "$0")/.."

log=$(mktemp)
trap 'rm -f "$log"' EXIT
table=()
status=0
for step in "$@"; do
  start=$SECONDS
  "${MAKE:-make}" --no-print-directory "$step" 2>&1 | tee -a "$log"
  status=$?
  verdict=ok
  [ "$status" -eq 0 ] || verdict=FAILED
  table+=("$(printf '  %-14s %3d:%02d  %s' "$step" $(((SECONDS - start) / 60)) $(((SECONDS - start) % 60)) "$verdict")")
  [ "$status" -eq 0 ] || break
done

echo
echo "where the time went (minutes:seconds)"
printf '%s\n' "${table[@]}"
printf '  %-14s %3d:%02d\n' "all" $((SECONDS / 60)) $((SECONDS % 60))
echo "slowest packages (seconds)"
awk '$1 == "ok" && $3 ~ /^[0-9.]+s$/ { sub(/s$/, "", $3); printf "  %7.1f  %s\n", $3, $2 }' "$log" | sort -rn | head -n 10
# A test that failed once and then passed is a defect too: Playwright lists it under "N flaky".
sed -nE 's/\x1b\[[0-9;]*m//g; /^  [0-9]+ flaky$/,/^  [0-9]/ { /^    [^ ]/ s/^ *(.*[^ ─])[ ─]*$/flaky: \1/p }' "$log"
if [ "$status" -ne 0 ]; then
  echo "what failed"
  grep -E '^ *(--- FAIL|FAIL|panic:|[0-9]+\) \[|✘)|^[^ ]+ .* FAILED|^make.* Error' "$log" | sort -u | head -n 40
fi
exit "$status"
