-- +goose Up
-- Covers the event and the sum of the one before; empty for what was written before there were sums.
ALTER TABLE events ADD COLUMN sum BLOB NOT NULL DEFAULT x'';

-- +goose Down
ALTER TABLE events DROP COLUMN sum;
