-- +goose Up
ALTER TABLE games ADD COLUMN deadline INTEGER NOT NULL DEFAULT 0; -- when the flag of the player to move falls, or 0
CREATE INDEX games_by_deadline ON games (deadline, id) WHERE deadline > 0;
CREATE TABLE runs (
    began INTEGER PRIMARY KEY, -- milliseconds since 1970
    seen  INTEGER NOT NULL
);
CREATE INDEX runs_by_seen ON runs (seen);

-- +goose Down
DROP TABLE runs;
DROP INDEX games_by_deadline;
ALTER TABLE games DROP COLUMN deadline;
