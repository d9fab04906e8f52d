-- +goose Up
-- Seats belong to players. What told guests apart until now, the hash of their token, is their id as players.
UPDATE events SET body = replace(body, '"token":', '"player":') WHERE body LIKE '%"token":%'; -- within a name its quotes have backslashes
UPDATE games SET black = replace(black, '"token":', '"player":'), white = replace(white, '"token":', '"player":');
ALTER TABLE games RENAME COLUMN black_token TO black_player;
ALTER TABLE games RENAME COLUMN white_token TO white_player;
ALTER TABLE games ADD COLUMN clock TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN private INTEGER NOT NULL DEFAULT 0;
DROP INDEX games_by_black;
DROP INDEX games_by_white;
CREATE INDEX games_by_black ON games (black_player, updated) WHERE black_player <> '';
CREATE INDEX games_by_white ON games (white_player, updated) WHERE white_player <> '';

CREATE TABLE players (
    id        TEXT PRIMARY KEY,
    role      TEXT NOT NULL,
    name      TEXT NOT NULL,
    skeleton  TEXT NOT NULL,
    created   INTEGER NOT NULL, -- milliseconds since 1970
    suspended INTEGER,          -- until then; NULL for never
    why       TEXT NOT NULL,
    settings  BLOB NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX players_by_skeleton ON players (skeleton) WHERE skeleton <> '';

CREATE TABLE sessions (
    hash    TEXT PRIMARY KEY,
    player  TEXT NOT NULL,
    device  TEXT NOT NULL,
    address TEXT NOT NULL,
    created INTEGER NOT NULL,
    seen    INTEGER NOT NULL,
    expires INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_by_player ON sessions (player, seen);

-- +goose Down
DROP TABLE sessions;
DROP TABLE players;
DROP INDEX games_by_black;
DROP INDEX games_by_white;
ALTER TABLE games DROP COLUMN private;
ALTER TABLE games DROP COLUMN rated;
ALTER TABLE games DROP COLUMN clock;
ALTER TABLE games RENAME COLUMN black_player TO black_token;
ALTER TABLE games RENAME COLUMN white_player TO white_token;
CREATE INDEX games_by_black ON games (black_token) WHERE black_token <> '';
CREATE INDEX games_by_white ON games (white_token) WHERE white_token <> '';
UPDATE events SET body = replace(body, '"player":', '"token":') WHERE body LIKE '%"player":%';
UPDATE games SET black = replace(black, '"player":', '"token":'), white = replace(white, '"player":', '"token":');
