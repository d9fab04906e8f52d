-- +goose Up
-- What strangers have had kept on a day, in bytes; the key is a hash of their address, which nobody without the server's secret can find out.
CREATE TABLE spent (
    day   INTEGER NOT NULL, -- since 1970
    key   TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (day, key)
) WITHOUT ROWID;

-- For what is looked through for things that nobody needs any more. created and board are not changed by moves.
CREATE INDEX games_unfinished ON games (created, id) WHERE phase <> 'finished' OR result = 'Void';
CREATE INDEX games_by_brought ON games (board) WHERE substr(board, 1, 3) = 'id:';
CREATE INDEX board_owners_by_hash ON board_owners (hash);
CREATE INDEX reports_by_game ON reports (game) WHERE game <> '';
CREATE INDEX sessions_by_expires ON sessions (expires);
ALTER TABLE wishes ADD COLUMN updated INTEGER NOT NULL DEFAULT 0; -- milliseconds since 1970

-- +goose Down
ALTER TABLE wishes DROP COLUMN updated;
DROP INDEX sessions_by_expires;
DROP INDEX reports_by_game;
DROP INDEX board_owners_by_hash;
DROP INDEX games_by_brought;
DROP INDEX games_unfinished;
DROP TABLE spent;
