-- +goose Up
-- Tournaments: a header for lists, and the log of events that a tournament is made from.
CREATE TABLE tournaments (
    id      TEXT COLLATE "C" PRIMARY KEY,
    owner   TEXT COLLATE "C" NOT NULL, -- who directs it
    title   TEXT COLLATE "C" NOT NULL,
    phase   TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL, -- number of events
    created BIGINT NOT NULL, -- milliseconds since 1970
    changed BIGINT NOT NULL,
    summary BYTEA NOT NULL -- JSON: what lists show
);
CREATE INDEX tournaments_by_phase ON tournaments (phase, changed);

CREATE TABLE tournament_events (
    tournament TEXT COLLATE "C" NOT NULL,
    version    BIGINT NOT NULL,
    body       BYTEA NOT NULL, -- JSON
    PRIMARY KEY (tournament, version)
);

-- +goose Down
DROP TABLE tournament_events;
DROP TABLE tournaments;
