-- +goose Up
-- Teams, who is in them, and the matches between them.
CREATE TABLE teams (
    id       TEXT COLLATE "C" PRIMARY KEY,
    name     TEXT COLLATE "C" NOT NULL,
    skeleton TEXT COLLATE "C" NOT NULL UNIQUE, -- what no two names may have in common
    about    TEXT COLLATE "C" NOT NULL,
    rules    TEXT COLLATE "C" NOT NULL, -- of the game by which its members are ranked
    entry    TEXT COLLATE "C" NOT NULL, -- how one joins
    code     TEXT COLLATE "C" NOT NULL UNIQUE, -- of the link by which one does
    version  BIGINT NOT NULL, -- number of changes, of members and matches too
    created  BIGINT NOT NULL, -- milliseconds since 1970
    used     BIGINT NOT NULL,
    barred   BIGINT -- until when its name stays that which moderators gave it
);
CREATE INDEX teams_by_used ON teams (used);

CREATE TABLE team_members (
    team   TEXT COLLATE "C" NOT NULL,
    player TEXT COLLATE "C" NOT NULL,
    role   TEXT COLLATE "C" NOT NULL,
    since  BIGINT NOT NULL,
    PRIMARY KEY (team, player)
);
CREATE INDEX team_members_by_player ON team_members (player);

CREATE TABLE team_matches (
    id      TEXT COLLATE "C" PRIMARY KEY,
    home    TEXT COLLATE "C" NOT NULL,
    guest   TEXT COLLATE "C" NOT NULL, -- '' where nobody has taken up the challenge
    phase   TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    created BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    body    BYTEA NOT NULL -- JSON
);
CREATE INDEX team_matches_by_home ON team_matches (home, created);
CREATE INDEX team_matches_by_guest ON team_matches (guest, created);
CREATE INDEX team_matches_by_phase ON team_matches (phase, changed);

-- +goose Down
DROP TABLE team_matches;
DROP TABLE team_members;
DROP TABLE teams;
