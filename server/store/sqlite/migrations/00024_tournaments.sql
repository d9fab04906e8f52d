-- +goose Up
-- Tournaments: a header for lists, and the log of events that a tournament is made from.
CREATE TABLE tournaments (
    id      TEXT PRIMARY KEY,
    owner   TEXT NOT NULL, -- who directs it
    title   TEXT NOT NULL,
    phase   TEXT NOT NULL,
    version INTEGER NOT NULL, -- number of events
    created INTEGER NOT NULL, -- milliseconds since 1970
    changed INTEGER NOT NULL,
    summary BLOB NOT NULL -- JSON: what lists show
);
CREATE INDEX tournaments_by_phase ON tournaments (phase, changed);

CREATE TABLE tournament_events (
    tournament TEXT NOT NULL,
    version    INTEGER NOT NULL,
    body       BLOB NOT NULL, -- JSON
    PRIMARY KEY (tournament, version)
);

-- +goose Down
DROP TABLE tournament_events;
DROP TABLE tournaments;
