-- +goose Up
CREATE TABLE tokens ( -- by which programs come in
    hash    TEXT PRIMARY KEY,
    player  TEXT NOT NULL,
    title   TEXT NOT NULL,
    scopes  TEXT NOT NULL,
    created INTEGER NOT NULL, -- milliseconds since 1970
    used    INTEGER           -- NULL for never
);
CREATE INDEX tokens_by_player ON tokens (player, created);

-- +goose Down
DROP TABLE tokens;
