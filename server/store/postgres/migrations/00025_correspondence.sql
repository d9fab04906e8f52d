-- +goose Up
-- What players of games that take days have beside these: what a game shall answer for
-- them, notes to themselves, and when they are away.
CREATE TABLE plans (
    game    TEXT COLLATE "C" NOT NULL,
    player  TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL, -- of the game for which it was made
    body    BYTEA NOT NULL, -- JSON
    changed BIGINT NOT NULL, -- milliseconds since 1970, as all times
    PRIMARY KEY (game, player)
);
CREATE INDEX plans_by_player ON plans (player, game);

CREATE TABLE notes (
    game    TEXT COLLATE "C" NOT NULL,
    player  TEXT COLLATE "C" NOT NULL,
    body    BYTEA NOT NULL, -- text
    changed BIGINT NOT NULL,
    PRIMARY KEY (game, player)
);
CREATE INDEX notes_by_player ON notes (player, game);

CREATE TABLE vacations (
    player TEXT COLLATE "C" NOT NULL,
    began  BIGINT NOT NULL,
    until  BIGINT NOT NULL,
    days   BIGINT NOT NULL, -- that it costs
    told   BOOLEAN NOT NULL, -- whether all games know of it
    PRIMARY KEY (player, began)
);
CREATE INDEX vacations_untold ON vacations (began, player) WHERE NOT told;

-- +goose Down
DROP TABLE vacations;
DROP TABLE notes;
DROP TABLE plans;
