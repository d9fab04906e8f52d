-- +goose Up
-- What was found out about finished games. All of it together is bounded: the oldest go.
CREATE TABLE reviews (
    game  TEXT PRIMARY KEY,
    at    INTEGER NOT NULL, -- milliseconds since 1970
    bytes INTEGER NOT NULL, -- of body
    body  BLOB NOT NULL   -- JSON, as the page gets it
);
CREATE INDEX reviews_by_age ON reviews (at, game, bytes);

-- +goose Down
DROP TABLE reviews;
