-- +goose Up
CREATE TABLE board_owners (
    owner   TEXT NOT NULL, -- token, as of seats
    hash    TEXT NOT NULL,
    title   TEXT NOT NULL, -- the owner's own
    created INTEGER NOT NULL,
    PRIMARY KEY (owner, hash)
) WITHOUT ROWID;
CREATE INDEX board_owners_by_created ON board_owners (owner, created);
DROP INDEX boards_by_created;

-- +goose Down
CREATE INDEX boards_by_created ON boards (created);
DROP TABLE board_owners;
