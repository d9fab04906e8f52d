-- +goose Up
-- What players of games that take days have beside these: what a game shall answer for
-- them, notes to themselves, and when they are away.
CREATE TABLE plans (
    game    TEXT NOT NULL,
    player  TEXT NOT NULL,
    version INTEGER NOT NULL, -- of the game for which it was made
    body    BLOB NOT NULL, -- JSON
    changed INTEGER NOT NULL, -- milliseconds since 1970, as all times
    PRIMARY KEY (game, player)
);
CREATE INDEX plans_by_player ON plans (player, game);

CREATE TABLE notes (
    game    TEXT NOT NULL,
    player  TEXT NOT NULL,
    body    BLOB NOT NULL, -- text
    changed INTEGER NOT NULL,
    PRIMARY KEY (game, player)
);
CREATE INDEX notes_by_player ON notes (player, game);

CREATE TABLE vacations (
    player TEXT NOT NULL,
    began  INTEGER NOT NULL,
    until  INTEGER NOT NULL,
    days   INTEGER NOT NULL, -- that it costs
    told   INTEGER NOT NULL, -- whether all games know of it
    PRIMARY KEY (player, began)
);
CREATE INDEX vacations_untold ON vacations (began, player) WHERE NOT told;

-- +goose Down
DROP TABLE vacations;
DROP TABLE notes;
DROP TABLE plans;
