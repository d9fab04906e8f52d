-- +goose Up
-- Checksums of a game's header: of what changes, and of what does not; empty for what was written before there were any.
ALTER TABLE games ADD COLUMN sum BLOB NOT NULL DEFAULT x'';
ALTER TABLE games ADD COLUMN made BLOB NOT NULL DEFAULT x'';

-- +goose Down
ALTER TABLE games DROP COLUMN made;
ALTER TABLE games DROP COLUMN sum;
