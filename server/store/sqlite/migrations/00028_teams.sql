-- +goose Up
-- Teams, who is in them, and the matches between them.
CREATE TABLE teams (
    id       TEXT PRIMARY KEY,
    name     TEXT NOT NULL,
    skeleton TEXT NOT NULL UNIQUE, -- what no two names may have in common
    about    TEXT NOT NULL,
    rules    TEXT NOT NULL, -- of the game by which its members are ranked
    entry    TEXT NOT NULL, -- how one joins
    code     TEXT NOT NULL UNIQUE, -- of the link by which one does
    version  INTEGER NOT NULL, -- number of changes, of members and matches too
    created  INTEGER NOT NULL, -- milliseconds since 1970
    used     INTEGER NOT NULL,
    barred   INTEGER -- until when its name stays that which moderators gave it
);
CREATE INDEX teams_by_used ON teams (used);

CREATE TABLE team_members (
    team   TEXT NOT NULL,
    player TEXT NOT NULL,
    role   TEXT NOT NULL,
    since  INTEGER NOT NULL,
    PRIMARY KEY (team, player)
);
CREATE INDEX team_members_by_player ON team_members (player);

CREATE TABLE team_matches (
    id      TEXT PRIMARY KEY,
    home    TEXT NOT NULL,
    guest   TEXT NOT NULL, -- '' where nobody has taken up the challenge
    phase   TEXT NOT NULL,
    version INTEGER NOT NULL,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    body    BLOB NOT NULL -- JSON
);
CREATE INDEX team_matches_by_home ON team_matches (home, created);
CREATE INDEX team_matches_by_guest ON team_matches (guest, created);
CREATE INDEX team_matches_by_phase ON team_matches (phase, changed);

-- +goose Down
DROP TABLE team_matches;
DROP TABLE team_members;
DROP TABLE teams;
