-- +goose Up
-- Shared studies: a study as it is now is its chapters with the changes behind theirs.
CREATE TABLE studies (
    id       TEXT COLLATE "C" PRIMARY KEY,
    owner    TEXT COLLATE "C" NOT NULL,
    title    TEXT COLLATE "C" NOT NULL,
    edit     TEXT COLLATE "C" NOT NULL,
    version  BIGINT NOT NULL, -- number of changes
    chapters BIGINT NOT NULL,
    bytes    BIGINT NOT NULL, -- of all chapters
    created  BIGINT NOT NULL, -- milliseconds since 1970
    changed  BIGINT NOT NULL,
    state    BYTEA NOT NULL     -- JSON: the list of chapters
);
CREATE INDEX studies_by_owner ON studies (owner, changed);

CREATE TABLE study_chapters (
    study   TEXT COLLATE "C" NOT NULL,
    chapter BIGINT NOT NULL,
    version BIGINT NOT NULL, -- of the study, when the chapter was so
    body    BYTEA NOT NULL,
    PRIMARY KEY (study, chapter)
);

CREATE TABLE study_ops ( -- the last changes
    study   TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    command TEXT COLLATE "C" NOT NULL, -- what asked for it
    body    BYTEA NOT NULL, -- JSON
    PRIMARY KEY (study, version)
);

CREATE TABLE study_editors ( -- who was invited to edit it
    study  TEXT COLLATE "C" NOT NULL,
    player TEXT COLLATE "C" NOT NULL,
    at     BIGINT NOT NULL,
    PRIMARY KEY (study, player)
);
CREATE INDEX study_editors_by_player ON study_editors (player);

CREATE TABLE study_seen ( -- who was there, and when last
    player TEXT COLLATE "C" NOT NULL,
    study  TEXT COLLATE "C" NOT NULL,
    at     BIGINT NOT NULL,
    PRIMARY KEY (player, study)
);
CREATE INDEX study_seen_by_study ON study_seen (study);

-- +goose Down
DROP TABLE study_seen;
DROP TABLE study_editors;
DROP TABLE study_ops;
DROP TABLE study_chapters;
DROP TABLE studies;
