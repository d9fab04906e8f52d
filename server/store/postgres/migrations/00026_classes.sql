-- +goose Up
-- Classes, and the pupils in them, of whom nothing is known but a first name.
CREATE TABLE classes (
    id      TEXT COLLATE "C" PRIMARY KEY,
    owner   TEXT COLLATE "C" NOT NULL, -- who teaches it
    code    TEXT COLLATE "C" NOT NULL UNIQUE, -- with which one joins
    version BIGINT NOT NULL, -- number of changes
    created BIGINT NOT NULL, -- milliseconds since 1970
    used    BIGINT NOT NULL,
    body    BYTEA NOT NULL -- JSON
);
CREATE INDEX classes_by_owner ON classes (owner);
CREATE INDEX classes_by_used ON classes (used);

CREATE TABLE class_pupils (
    player  TEXT COLLATE "C" PRIMARY KEY,
    class   TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    name    TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    body    BYTEA NOT NULL -- JSON
);
CREATE INDEX class_pupils_by_class ON class_pupils (class);

-- +goose Down
DROP TABLE class_pupils;
DROP TABLE classes;
