-- +goose Up
-- Seats have the name of the account that their player has now. Logs stay as they were written.
UPDATE games SET black = json_set(black, '$.name', (SELECT name FROM players WHERE id = black_player),
    '$.rank', coalesce(nullif(black ->> '$.rank', ''), CASE WHEN black ->> '$.kind' = 'human' THEN '?' ELSE '' END))
    WHERE black_player IN (SELECT id FROM players WHERE name <> '' AND name <> coalesce(games.black ->> '$.name', ''));
UPDATE games SET white = json_set(white, '$.name', (SELECT name FROM players WHERE id = white_player),
    '$.rank', coalesce(nullif(white ->> '$.rank', ''), CASE WHEN white ->> '$.kind' = 'human' THEN '?' ELSE '' END))
    WHERE white_player IN (SELECT id FROM players WHERE name <> '' AND name <> coalesce(games.white ->> '$.name', ''));
UPDATE games SET names = lower(coalesce(black ->> '$.name', '') || char(10) || coalesce(white ->> '$.name', ''))
    WHERE black_player IN (SELECT id FROM players WHERE name <> '') OR white_player IN (SELECT id FROM players WHERE name <> '');

-- +goose Down
SELECT 1; -- what was typed stands in the logs
