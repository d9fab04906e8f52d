-- +goose Up
ALTER TABLE games ADD COLUMN colors TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN speed TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN winner INTEGER NOT NULL DEFAULT 0; -- seat: 1 Black, 2 White
ALTER TABLE games ADD COLUMN names TEXT NOT NULL DEFAULT '';    -- of both players, in small letters
ALTER TABLE games ADD COLUMN game TEXT GENERATED ALWAYS AS (substr(rules, 1, instr(rules || ':', ':') - 1)) VIRTUAL;
-- Who won where an opening may have swapped sides only the log could tell: there it stays open.
UPDATE games SET winner = CASE WHEN result LIKE 'B+%' THEN 1 WHEN result LIKE 'W+%' THEN 2 ELSE 0 END WHERE rules NOT LIKE '%opening=%';
UPDATE games SET names = lower(coalesce(json_extract(black, '$.name'), '') || char(10) || coalesce(json_extract(white, '$.name'), ''));
-- Games that waited were made for whoever got the link, although all could see them.
UPDATE games SET private = 1 WHERE phase = 'waiting';
UPDATE events SET body = json_set(body, '$.setup.private', json('true')) WHERE version = 1 AND game IN (SELECT id FROM games WHERE phase = 'waiting');

DROP INDEX games_by_phase;
DROP INDEX games_by_updated;
DROP INDEX games_by_black;
DROP INDEX games_by_white;
CREATE INDEX games_waiting  ON games (updated DESC, id) WHERE phase = 'waiting' AND private = 0;
CREATE INDEX games_running  ON games (updated DESC, id) WHERE phase IN ('playing', 'scoring') AND private = 0;
CREATE INDEX games_finished ON games (updated DESC, id) WHERE phase = 'finished' AND private = 0;
CREATE INDEX games_unfinished_by_black ON games (black_player, updated DESC, id) WHERE phase <> 'finished' AND black_player <> '';
CREATE INDEX games_unfinished_by_white ON games (white_player, updated DESC, id) WHERE phase <> 'finished' AND white_player <> '';
CREATE INDEX games_finished_by_black   ON games (black_player, updated DESC, id) WHERE phase = 'finished' AND black_player <> '';
CREATE INDEX games_finished_by_white   ON games (white_player, updated DESC, id) WHERE phase = 'finished' AND white_player <> '';

-- +goose Down
DROP INDEX games_waiting;
DROP INDEX games_running;
DROP INDEX games_finished;
DROP INDEX games_unfinished_by_black;
DROP INDEX games_unfinished_by_white;
DROP INDEX games_finished_by_black;
DROP INDEX games_finished_by_white;
CREATE INDEX games_by_phase ON games (phase, updated);
CREATE INDEX games_by_updated ON games (updated);
CREATE INDEX games_by_black ON games (black_player, updated) WHERE black_player <> '';
CREATE INDEX games_by_white ON games (white_player, updated) WHERE white_player <> '';
ALTER TABLE games DROP COLUMN game;
ALTER TABLE games DROP COLUMN names;
ALTER TABLE games DROP COLUMN winner;
ALTER TABLE games DROP COLUMN speed;
ALTER TABLE games DROP COLUMN colors;
