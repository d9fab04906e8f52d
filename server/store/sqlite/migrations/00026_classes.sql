-- +goose Up
-- Classes, and the pupils in them, of whom nothing is known but a first name.
CREATE TABLE classes (
    id      TEXT PRIMARY KEY,
    owner   TEXT NOT NULL, -- who teaches it
    code    TEXT NOT NULL UNIQUE, -- with which one joins
    version INTEGER NOT NULL, -- number of changes
    created INTEGER NOT NULL, -- milliseconds since 1970
    used    INTEGER NOT NULL,
    body    BLOB NOT NULL -- JSON
);
CREATE INDEX classes_by_owner ON classes (owner);
CREATE INDEX classes_by_used ON classes (used);

CREATE TABLE class_pupils (
    player  TEXT PRIMARY KEY,
    class   TEXT NOT NULL,
    version INTEGER NOT NULL,
    name    TEXT NOT NULL,
    created INTEGER NOT NULL,
    body    BLOB NOT NULL -- JSON
);
CREATE INDEX class_pupils_by_class ON class_pupils (class);

-- +goose Down
DROP TABLE class_pupils;
DROP TABLE classes;
