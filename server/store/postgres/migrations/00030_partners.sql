-- +goose Up
-- Several people on a side: how many, and who plays which games.
ALTER TABLE games ADD COLUMN partners BIGINT NOT NULL DEFAULT 0;
CREATE TABLE game_partners (
    game_id TEXT COLLATE "C" NOT NULL,
    side    BIGINT NOT NULL, -- 1 Black, 2 White
    place   BIGINT NOT NULL, -- from 0
    person  TEXT COLLATE "C" NOT NULL, -- who has it
    name    TEXT COLLATE "C" NOT NULL, -- as in the seats of the game
    ranked  BIGINT NOT NULL, -- whether they have a rank there
    ended   BIGINT NOT NULL, -- whether the game is over
    changed BIGINT NOT NULL, -- the last change of the game, in milliseconds since 1970
    PRIMARY KEY (game_id, side, place)
);
CREATE INDEX game_partners_by_person ON game_partners (person, ended, changed DESC, game_id);

-- +goose Down
DROP TABLE game_partners;
ALTER TABLE games DROP COLUMN partners;
