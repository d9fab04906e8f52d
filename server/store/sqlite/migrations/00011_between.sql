-- +goose Up
CREATE INDEX games_between ON games (black_player, white_player, updated DESC, id) WHERE phase = 'finished' AND black_player <> '' AND white_player <> '';

-- +goose Down
DROP INDEX games_between;
