-- +goose Up
CREATE TABLE games (
    id          TEXT PRIMARY KEY,
    board       TEXT NOT NULL,
    board_title TEXT NOT NULL,
    rules       TEXT NOT NULL,
    black       TEXT NOT NULL, -- match.Seat as JSON
    white       TEXT NOT NULL,
    black_token TEXT NOT NULL, -- the seats' tokens once more, to search by
    white_token TEXT NOT NULL,
    phase       TEXT NOT NULL,
    ply         INTEGER NOT NULL,
    result      TEXT NOT NULL,
    version     INTEGER NOT NULL, -- number of events
    created     INTEGER NOT NULL, -- milliseconds since 1970
    updated     INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX games_by_phase ON games (phase, updated);
CREATE INDEX games_by_updated ON games (updated);
CREATE INDEX games_by_black ON games (black_token) WHERE black_token <> '';
CREATE INDEX games_by_white ON games (white_token) WHERE white_token <> '';

CREATE TABLE events (
    game    TEXT NOT NULL,
    version INTEGER NOT NULL, -- counted from 1
    command TEXT NOT NULL,    -- id of the command that caused it, or ''
    body    TEXT NOT NULL,    -- match.Event as JSON
    PRIMARY KEY (game, version)
) WITHOUT ROWID;
CREATE UNIQUE INDEX events_by_command ON events (game, command) WHERE command <> '';

CREATE TABLE boards (
    hash    TEXT PRIMARY KEY, -- SHA-256 of body
    title   TEXT NOT NULL,
    body    BLOB NOT NULL,
    created INTEGER NOT NULL
);
CREATE INDEX boards_by_created ON boards (created);

-- +goose Down
DROP TABLE boards;
DROP TABLE events;
DROP TABLE games;
