-- +goose Up
CREATE TABLE tokens ( -- by which programs come in
    hash    TEXT COLLATE "C" PRIMARY KEY,
    player  TEXT COLLATE "C" NOT NULL,
    title   TEXT COLLATE "C" NOT NULL,
    scopes  TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL, -- milliseconds since 1970
    used    BIGINT           -- NULL for never
);
CREATE INDEX tokens_by_player ON tokens (player, created);

-- +goose Down
DROP TABLE tokens;
