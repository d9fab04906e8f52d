#!/usr/bin/env bash
# Fails on functions that no program of the module reaches: those used only by tests, or not at all.
set -euo pipefail
cd "$(dirname "$0")/.."

# What only tests should reach: a regular expression for lines of deadcode, and the reason. Remove
# entries that match nothing.
allowed=(
  '^board/boardtest/'                     # suite of shapes
  '^engine/enginetest/'                   # suite of engines
  '^engine/baseline/internal/rows/rowstest/' # games for the tests of baselines
  '^game/gametest/'                       # suite of games
  '^game/playthrough/'                    # recorded games
  '^game/picture\.go:.* Picture$'         # positions in failures, examples and recorded games
  '^server/base/schedule/scheduletest/'      # games made by a plan, on servers that die
  '^internal/testenv/'                 # where tests find data
  '^server/base/access/.* Commands$'      # the table, for the matrix of the tests
  '^server/base/access/accesstest/'       # permissions of acts
  '^server/people/account/passkey/passkeytest/' # a passkey in software
  '^server/people/account/openid/openidtest/'   # an issuer on this machine
  '^server/people/mail/mailtest/'                # an SMTP server for tests
  '^server/store/postgres/pgtest/'        # a PostgreSQL for tests
  '^server/store/tables/.* (Dialect\.Calls|CleanupQueries)$' # how each database finds names and old rows
  '^server/store/sqlite/inmemory\.go'      # a store in memory, for tests
  '^server/store/sqlite/sqlitetest/'      # the same, closed when a test ends
  '^server/store/dbtest/'                 # every database, for tests
  '^server/store/storetest/'              # suite of stores
  '^solve/[a-z]+/internal/slow/'          # oracles, which solve small problems exhaustively
  '^contest/tournament/tournamenttest/'   # a second implementation of tables
  '^contest/tournament/.* Tournament\.Wakes$' # for the clocks of tests
  '^study/trainer/trainertest/'           # suite of trainers
)

dead=$("${GO:-go}" tool deadcode ./...)
failed=0
for pattern in "${allowed[@]}"; do
  kept=$(grep -vE "$pattern" <<<"$dead" || true)
  if [ "$kept" = "$dead" ]; then
    echo "internal/deadcode.sh: nothing is as dead as $pattern says: take it off the list" >&2
    failed=1
  fi
  dead=$kept
done
if [ -n "$dead" ]; then
  echo "$dead" >&2
  echo "internal/deadcode.sh: no program reaches these: use them, delete them or move them into tests" >&2
  failed=1
fi
exit "$failed"
