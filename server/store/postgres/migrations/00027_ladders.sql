-- +goose Up
-- Club ladders: what each is now, who is on it, and its last events.
CREATE TABLE ladders (
    id      TEXT COLLATE "C" PRIMARY KEY,
    owner   TEXT COLLATE "C" NOT NULL, -- who made it
    title   TEXT COLLATE "C" NOT NULL,
    games   TEXT COLLATE "C" NOT NULL UNIQUE, -- with which the ids of its games begin
    listed  BOOLEAN NOT NULL,
    closed  BOOLEAN NOT NULL,
    version BIGINT NOT NULL, -- number of changes
    created BIGINT NOT NULL, -- milliseconds since 1970
    changed BIGINT NOT NULL,
    due     BIGINT NOT NULL, -- when there is something to do in it, 0 for never
    state   BYTEA NOT NULL -- JSON
);
CREATE INDEX ladders_by_owner ON ladders (owner);
CREATE INDEX ladders_by_changed ON ladders (listed, closed, changed);
CREATE INDEX ladders_by_due ON ladders (due) WHERE due > 0;

CREATE TABLE ladder_players (
    ladder TEXT COLLATE "C" NOT NULL,
    player TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (ladder, player)
);
CREATE INDEX ladder_players_by_player ON ladder_players (player);

CREATE TABLE ladder_events (
    ladder  TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    body    BYTEA NOT NULL, -- JSON
    PRIMARY KEY (ladder, version)
);

-- +goose Down
DROP TABLE ladder_events;
DROP TABLE ladder_players;
DROP TABLE ladders;
