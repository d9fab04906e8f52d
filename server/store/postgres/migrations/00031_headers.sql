-- +goose Up
-- Checksums of a game's header: of what changes, and of what does not; empty for what was written before there were any.
ALTER TABLE games ADD COLUMN sum BYTEA NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN made BYTEA NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE games DROP COLUMN made;
ALTER TABLE games DROP COLUMN sum;
