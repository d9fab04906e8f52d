-- +goose Up
-- One row, written again by whoever asks whether the disk takes anything.
CREATE TABLE ready (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL -- milliseconds since 1970
);

-- +goose Down
DROP TABLE ready;
