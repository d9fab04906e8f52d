-- +goose Up
-- Shared studies: a study as it is now is its chapters with the changes behind theirs.
CREATE TABLE studies (
    id       TEXT PRIMARY KEY,
    owner    TEXT NOT NULL,
    title    TEXT NOT NULL,
    edit     TEXT NOT NULL,
    version  INTEGER NOT NULL, -- number of changes
    chapters INTEGER NOT NULL,
    bytes    INTEGER NOT NULL, -- of all chapters
    created  INTEGER NOT NULL, -- milliseconds since 1970
    changed  INTEGER NOT NULL,
    state    BLOB NOT NULL     -- JSON: the list of chapters
);
CREATE INDEX studies_by_owner ON studies (owner, changed);

CREATE TABLE study_chapters (
    study   TEXT NOT NULL,
    chapter INTEGER NOT NULL,
    version INTEGER NOT NULL, -- of the study, when the chapter was so
    body    BLOB NOT NULL,
    PRIMARY KEY (study, chapter)
);

CREATE TABLE study_ops ( -- the last changes
    study   TEXT NOT NULL,
    version INTEGER NOT NULL,
    command TEXT NOT NULL, -- what asked for it
    body    BLOB NOT NULL, -- JSON
    PRIMARY KEY (study, version)
);

CREATE TABLE study_editors ( -- who was invited to edit it
    study  TEXT NOT NULL,
    player TEXT NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (study, player)
) WITHOUT ROWID;
CREATE INDEX study_editors_by_player ON study_editors (player);

CREATE TABLE study_seen ( -- who was there, and when last
    player TEXT NOT NULL,
    study  TEXT NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (player, study)
) WITHOUT ROWID;
CREATE INDEX study_seen_by_study ON study_seen (study);

-- +goose Down
DROP TABLE study_seen;
DROP TABLE study_editors;
DROP TABLE study_ops;
DROP TABLE study_chapters;
DROP TABLE studies;
