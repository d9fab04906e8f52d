-- +goose Up
-- The games that people have brought, and the index of their positions. Times are
-- milliseconds since 1970.
CREATE TABLE libraries (
    owner        TEXT COLLATE "C" PRIMARY KEY,
    next_game    BIGINT NOT NULL,
    next_file    BIGINT NOT NULL,
    next_segment BIGINT NOT NULL,
    games        BIGINT NOT NULL,
    bytes        BIGINT NOT NULL, -- of all games
    played       BIGINT NOT NULL, -- up to when finished games of the owner's were added
    resetting    BIGINT NOT NULL, -- 1: the index is being taken apart
    updated      BIGINT NOT NULL
);
CREATE TABLE library_files (
    owner TEXT COLLATE "C" NOT NULL,
    file  BIGINT NOT NULL, -- 0: played on this server
    name  TEXT NOT NULL,
    games BIGINT NOT NULL,
    added BIGINT NOT NULL,
    PRIMARY KEY (owner, file)
);
CREATE TABLE library_kinds (
    owner TEXT COLLATE "C" NOT NULL,
    game  TEXT COLLATE "C" NOT NULL,
    board TEXT COLLATE "C" NOT NULL,
    games BIGINT NOT NULL,
    PRIMARY KEY (owner, game, board)
);
CREATE TABLE library_games (
    owner   TEXT COLLATE "C" NOT NULL,
    number  BIGINT NOT NULL,
    file    BIGINT NOT NULL,
    sum     BYTEA NOT NULL, -- the same of the same game in another file
    black   TEXT NOT NULL,
    white   TEXT NOT NULL,
    event   TEXT NOT NULL,
    heads   TEXT NOT NULL, -- the three in small letters
    date    TEXT NOT NULL,
    result  TEXT NOT NULL,
    day     BIGINT NOT NULL, -- such as 20160309, 0: not known
    winner  BIGINT NOT NULL, -- 0: nobody, 1: Black, 2: White, 3: not known
    game    TEXT COLLATE "C" NOT NULL,
    board   TEXT COLLATE "C" NOT NULL,
    rules   TEXT COLLATE "C" NOT NULL,
    moves   BIGINT NOT NULL,
    bytes   BIGINT NOT NULL,
    played  TEXT COLLATE "C" NOT NULL, -- id of the game on this server
    added   BIGINT NOT NULL,
    waiting BIGINT NOT NULL, -- 1: to be indexed
    PRIMARY KEY (owner, number)
);
CREATE UNIQUE INDEX library_games_by_sum ON library_games (owner, sum);
CREATE INDEX library_games_by_day ON library_games (owner, day DESC, number DESC);
CREATE INDEX library_games_by_file ON library_games (owner, file, number);
CREATE INDEX library_games_waiting ON library_games (owner, number) WHERE waiting = 1;
-- Apart, so that heads lie close together.
CREATE TABLE library_records (
    owner  TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    body   BYTEA NOT NULL,
    PRIMARY KEY (owner, number)
);
-- Games that were deleted while entries of theirs are in the index.
CREATE TABLE library_gone (
    owner  TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (owner, number)
);
CREATE TABLE library_segments (
    owner   TEXT COLLATE "C" NOT NULL,
    segment BIGINT NOT NULL,
    entries BIGINT NOT NULL,
    state   BIGINT NOT NULL, -- 0: being written, 1: whole, 2: replaced
    begun   BIGINT NOT NULL,
    PRIMARY KEY (owner, segment)
);
CREATE TABLE library_pages (
    owner   TEXT COLLATE "C" NOT NULL,
    segment BIGINT NOT NULL,
    page    BIGINT NOT NULL,
    first   BIGINT NOT NULL, -- key of its first entry
    body    BYTEA NOT NULL,
    PRIMARY KEY (owner, segment, page)
);
CREATE INDEX library_pages_by_key ON library_pages (owner, segment, first, page);

-- +goose Down
DROP TABLE library_pages;
DROP TABLE library_segments;
DROP TABLE library_gone;
DROP TABLE library_records;
DROP TABLE library_games;
DROP TABLE library_kinds;
DROP TABLE library_files;
DROP TABLE libraries;
