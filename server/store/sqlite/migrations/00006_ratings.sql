-- +goose Up
CREATE TABLE outbox (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    kind   TEXT NOT NULL,
    game   TEXT NOT NULL,
    at     INTEGER NOT NULL -- milliseconds since 1970
);

CREATE TABLE outbox_heard (
    subscriber TEXT PRIMARY KEY,
    number     INTEGER NOT NULL -- everything up to it
) WITHOUT ROWID;

CREATE TABLE ratings (
    player     TEXT NOT NULL,
    pool       TEXT NOT NULL,
    points     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    since      INTEGER,         -- when the last game that counted had ended; NULL for none
    games      INTEGER NOT NULL,
    opponents  INTEGER NOT NULL,
    listed     INTEGER,         -- until when on leader boards; NULL for not at all
    PRIMARY KEY (player, pool)
) WITHOUT ROWID;
CREATE INDEX ratings_by_points ON ratings (pool, points DESC, player) WHERE listed IS NOT NULL;

CREATE TABLE rated_games (
    player             TEXT NOT NULL,
    pool               TEXT NOT NULL,
    at                 INTEGER NOT NULL, -- when it ended
    game               TEXT NOT NULL,
    opponent           TEXT NOT NULL,
    black              INTEGER NOT NULL,
    score              REAL NOT NULL,
    refusal            TEXT NOT NULL,
    before_points      REAL NOT NULL,
    before_deviation   REAL NOT NULL,
    before_volatility  REAL NOT NULL,
    after_points       REAL NOT NULL,
    after_deviation    REAL NOT NULL,
    after_volatility   REAL NOT NULL,
    against_points     REAL NOT NULL,
    against_deviation  REAL NOT NULL,
    against_volatility REAL NOT NULL,
    since              INTEGER,
    games              INTEGER NOT NULL,
    opponents          INTEGER NOT NULL,
    PRIMARY KEY (player, pool, at, game)
) WITHOUT ROWID;
CREATE INDEX rated_games_by_time ON rated_games (pool, at, game);

-- +goose Down
DROP TABLE rated_games;
DROP TABLE ratings;
DROP TABLE outbox_heard;
DROP TABLE outbox;
