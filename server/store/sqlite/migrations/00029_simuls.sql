-- +goose Up
-- Simultaneous exhibitions: a header for lists, and what they are made of.
CREATE TABLE simuls (
    id      TEXT PRIMARY KEY,
    owner   TEXT NOT NULL, -- who plays against all
    title   TEXT NOT NULL,
    phase   TEXT NOT NULL,
    version INTEGER NOT NULL, -- changes so far
    created INTEGER NOT NULL, -- milliseconds since 1970
    changed INTEGER NOT NULL,
    body    BLOB NOT NULL -- JSON
);
CREATE INDEX simuls_by_phase ON simuls (phase, changed);
CREATE INDEX simuls_by_owner ON simuls (owner, created);

-- +goose Down
DROP TABLE simuls;
