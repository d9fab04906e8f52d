-- +goose Up
-- Several people on a side: how many, and who plays which games.
ALTER TABLE games ADD COLUMN partners INTEGER NOT NULL DEFAULT 0;
CREATE TABLE game_partners (
    game_id TEXT NOT NULL,
    side    INTEGER NOT NULL, -- 1 Black, 2 White
    place   INTEGER NOT NULL, -- from 0
    person  TEXT NOT NULL, -- who has it
    name    TEXT NOT NULL, -- as in the seats of the game
    ranked  INTEGER NOT NULL, -- whether they have a rank there
    ended   INTEGER NOT NULL, -- whether the game is over
    changed INTEGER NOT NULL, -- the last change of the game, in milliseconds since 1970
    PRIMARY KEY (game_id, side, place)
);
CREATE INDEX game_partners_by_person ON game_partners (person, ended, changed DESC, game_id);

-- +goose Down
DROP TABLE game_partners;
ALTER TABLE games DROP COLUMN partners;
