-- +goose Up
-- Bad moves of people's own games for them to train with, each with its card.
CREATE TABLE mistakes (
    owner   TEXT NOT NULL,
    game    TEXT NOT NULL,
    number  INTEGER NOT NULL, -- of the move, from 1
    created INTEGER NOT NULL, -- milliseconds since 1970, as all times
    tried   INTEGER NOT NULL,
    solved  INTEGER NOT NULL,
    last    INTEGER,          -- when it was tried, NULL for never
    step    INTEGER NOT NULL,
    lapses  INTEGER NOT NULL,
    due     INTEGER,          -- NULL where it need not come again
    body    BLOB NOT NULL,    -- JSON
    PRIMARY KEY (owner, game, number)
) WITHOUT ROWID;

-- +goose Down
DROP TABLE mistakes;
