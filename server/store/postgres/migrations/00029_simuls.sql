-- +goose Up
-- Simultaneous exhibitions: a header for lists, and what they are made of.
CREATE TABLE simuls (
    id      TEXT COLLATE "C" PRIMARY KEY,
    owner   TEXT COLLATE "C" NOT NULL, -- who plays against all
    title   TEXT COLLATE "C" NOT NULL,
    phase   TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL, -- changes so far
    created BIGINT NOT NULL, -- milliseconds since 1970
    changed BIGINT NOT NULL,
    body    BYTEA NOT NULL -- JSON
);
CREATE INDEX simuls_by_phase ON simuls (phase, changed);
CREATE INDEX simuls_by_owner ON simuls (owner, created);

-- +goose Down
DROP TABLE simuls;
