-- +goose Up
CREATE TABLE credentials (
    player  TEXT PRIMARY KEY,
    version INTEGER NOT NULL, -- changes so far
    body    TEXT NOT NULL     -- store.Credentials as JSON
) WITHOUT ROWID;

-- The passkeys and links once more, to search by.
CREATE TABLE passkeys (
    id     TEXT PRIMARY KEY,
    player TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX passkeys_by_player ON passkeys (player);
CREATE TABLE links (
    issuer  TEXT NOT NULL,
    subject TEXT NOT NULL,
    player  TEXT NOT NULL,
    PRIMARY KEY (issuer, subject)
) WITHOUT ROWID;
CREATE INDEX links_by_player ON links (player);

CREATE TABLE failures (
    key       TEXT PRIMARY KEY,
    count     INTEGER NOT NULL,
    last      INTEGER NOT NULL, -- milliseconds since 1970
    forgotten INTEGER NOT NULL -- from then on
) WITHOUT ROWID;
CREATE INDEX failures_by_time ON failures (forgotten);

-- +goose Down
DROP TABLE failures;
DROP TABLE links;
DROP TABLE passkeys;
DROP TABLE credentials;
