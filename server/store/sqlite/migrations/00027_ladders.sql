-- +goose Up
-- Club ladders: what each is now, who is on it, and its last events.
CREATE TABLE ladders (
    id      TEXT PRIMARY KEY,
    owner   TEXT NOT NULL, -- who made it
    title   TEXT NOT NULL,
    games   TEXT NOT NULL UNIQUE, -- with which the ids of its games begin
    listed  INTEGER NOT NULL, -- 0 or 1
    closed  INTEGER NOT NULL, -- 0 or 1
    version INTEGER NOT NULL, -- number of changes
    created INTEGER NOT NULL, -- milliseconds since 1970
    changed INTEGER NOT NULL,
    due     INTEGER NOT NULL, -- when there is something to do in it, 0 for never
    state   BLOB NOT NULL -- JSON
);
CREATE INDEX ladders_by_owner ON ladders (owner);
CREATE INDEX ladders_by_changed ON ladders (listed, closed, changed);
CREATE INDEX ladders_by_due ON ladders (due) WHERE due > 0;

CREATE TABLE ladder_players (
    ladder TEXT NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (ladder, player)
);
CREATE INDEX ladder_players_by_player ON ladder_players (player);

CREATE TABLE ladder_events (
    ladder  TEXT NOT NULL,
    version INTEGER NOT NULL,
    body    BLOB NOT NULL, -- JSON
    PRIMARY KEY (ladder, version)
);

-- +goose Down
DROP TABLE ladder_events;
DROP TABLE ladder_players;
DROP TABLE ladders;
