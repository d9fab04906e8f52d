-- +goose Up
-- Bad moves of people's own games for them to train with, each with its card.
CREATE TABLE mistakes (
    owner   TEXT COLLATE "C" NOT NULL,
    game    TEXT COLLATE "C" NOT NULL,
    number  BIGINT NOT NULL, -- of the move, from 1
    created BIGINT NOT NULL, -- milliseconds since 1970, as all times
    tried   BIGINT NOT NULL,
    solved  BIGINT NOT NULL,
    last    BIGINT,          -- when it was tried, NULL for never
    step    BIGINT NOT NULL,
    lapses  BIGINT NOT NULL,
    due     BIGINT,          -- NULL where it need not come again
    body    BYTEA NOT NULL,  -- JSON
    PRIMARY KEY (owner, game, number)
);

-- +goose Down
DROP TABLE mistakes;
