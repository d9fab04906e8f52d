-- +goose Up
CREATE TABLE trainees (
    owner      TEXT PRIMARY KEY, -- token, as of seats
    version    INTEGER NOT NULL, -- steps so far
    points     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    state      BLOB NOT NULL,
    updated    INTEGER NOT NULL -- milliseconds since 1970
) WITHOUT ROWID;

CREATE TABLE attempts (
    owner              TEXT NOT NULL,
    version            INTEGER NOT NULL, -- the trainee's with it
    problem            TEXT NOT NULL,
    at                 INTEGER NOT NULL,
    right              INTEGER NOT NULL,
    rated              INTEGER NOT NULL,
    took               INTEGER NOT NULL, -- milliseconds
    points             REAL NOT NULL,    -- of the person, afterwards
    deviation          REAL NOT NULL,
    volatility         REAL NOT NULL,
    against_points     REAL NOT NULL, -- of the problem, before
    against_deviation  REAL NOT NULL,
    against_volatility REAL NOT NULL,
    PRIMARY KEY (owner, version)
) WITHOUT ROWID;

CREATE TABLE cards (
    owner   TEXT NOT NULL,
    problem TEXT NOT NULL,
    tried   INTEGER NOT NULL,
    solved  INTEGER NOT NULL,
    last    INTEGER NOT NULL,
    step    INTEGER NOT NULL,
    lapses  INTEGER NOT NULL,
    due     INTEGER, -- NULL where it need not come again
    PRIMARY KEY (owner, problem)
) WITHOUT ROWID;

CREATE TABLE problem_ratings (
    problem    TEXT PRIMARY KEY,
    points     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    tried      INTEGER NOT NULL,
    solved     INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE collections (
    owner    TEXT NOT NULL,
    id       TEXT NOT NULL,
    title    TEXT NOT NULL,
    problems INTEGER NOT NULL,
    body     BLOB NOT NULL,
    created  INTEGER NOT NULL,
    PRIMARY KEY (owner, id)
);

-- +goose Down
DROP TABLE collections;
DROP TABLE problem_ratings;
DROP TABLE cards;
DROP TABLE attempts;
DROP TABLE trainees;
