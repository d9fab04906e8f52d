-- +goose Up
-- Boards that their owners show to all, by the owner's title.
CREATE TABLE shared_boards (
    hash   TEXT COLLATE "C" PRIMARY KEY,
    owner  TEXT COLLATE "C" NOT NULL,
    title  TEXT COLLATE "C" NOT NULL,
    search TEXT COLLATE "C" NOT NULL,    -- the title in small letters
    points INTEGER NOT NULL,
    edges  INTEGER NOT NULL,
    least  INTEGER NOT NULL, -- neighbours of a point
    most   INTEGER NOT NULL,
    at     BIGINT NOT NULL, -- since when, milliseconds since 1970
    played BIGINT NOT NULL, -- games on it that have ended; counted from them when it is shared, then one by one
    hidden BOOLEAN NOT NULL  -- moderators have taken it out
);
CREATE INDEX shared_boards_by_played ON shared_boards (played DESC, at DESC, hash) WHERE NOT hidden;
CREATE INDEX shared_boards_by_at ON shared_boards (at DESC, hash) WHERE NOT hidden;
CREATE INDEX shared_boards_by_owner ON shared_boards (owner, at);

-- What reports and deeds about a shared board are about.
ALTER TABLE reports ADD COLUMN board TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE audit ADD COLUMN board TEXT COLLATE "C" NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE audit DROP COLUMN board;
ALTER TABLE reports DROP COLUMN board;
DROP TABLE shared_boards;
