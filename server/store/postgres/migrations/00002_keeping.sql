-- +goose Up
-- What strangers have had kept on a day, in bytes; the key is a hash of their address.
CREATE TABLE spent (
    day   BIGINT NOT NULL, -- since 1970
    key   TEXT COLLATE "C" NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (day, key)
);

-- For what is looked through for things that nobody needs any more.
CREATE INDEX games_unfinished ON games (created, id) WHERE phase <> 'finished' OR result = 'Void';
CREATE INDEX games_by_brought ON games (board) WHERE substr(board, 1, 3) = 'id:';
CREATE INDEX board_owners_by_hash ON board_owners (hash);
CREATE INDEX reports_by_game ON reports (game) WHERE game <> '';
CREATE INDEX sessions_by_expires ON sessions (expires);
ALTER TABLE wishes ADD COLUMN updated BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE wishes DROP COLUMN updated;
DROP INDEX sessions_by_expires, reports_by_game, board_owners_by_hash, games_by_brought, games_unfinished;
DROP TABLE spent;
