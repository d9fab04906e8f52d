-- +goose Up
ALTER TABLE games ADD COLUMN turn INTEGER NOT NULL DEFAULT 0; -- the seat whose turn it is: 1 Black, 2 White, 0 nobody's
-- The person whom a game between two people awaits; '' for nobody.
ALTER TABLE games ADD COLUMN turn_player TEXT AS (CASE
    WHEN black_player = '' OR white_player = '' THEN ''
    WHEN turn = 1 THEN black_player
    WHEN turn = 2 THEN white_player
    ELSE '' END) VIRTUAL;
-- Of games that were there before: whoever did not make the last move. An opening in which sides change may have it
-- otherwise until its next event.
UPDATE games SET turn = coalesce((
    SELECT CASE json_extract(body, '$.kind') WHEN 'moved' THEN 3 - json_extract(body, '$.by') ELSE json_extract(body, '$.by') END
    FROM events WHERE game = games.id AND json_extract(body, '$.kind') IN ('moved', 'undone') ORDER BY version DESC LIMIT 1), 1)
WHERE phase = 'playing' AND black_player <> '' AND white_player <> '';
CREATE INDEX games_by_turn ON games (turn_player, updated DESC, id) WHERE turn_player <> '';

CREATE TABLE notifications (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    player  TEXT NOT NULL,
    sender  TEXT NOT NULL,
    kind    TEXT NOT NULL,
    key     TEXT NOT NULL, -- what it is about
    text    TEXT NOT NULL,
    path    TEXT NOT NULL,
    created INTEGER NOT NULL, -- milliseconds since 1970
    read    INTEGER NOT NULL
);
CREATE INDEX notifications_by_player ON notifications (player, id);
CREATE UNIQUE INDEX notifications_by_key ON notifications (player, key);
CREATE INDEX notifications_by_sender ON notifications (sender) WHERE sender <> '';

CREATE TABLE wishes (
    player TEXT PRIMARY KEY,
    body   BLOB NOT NULL -- JSON
) WITHOUT ROWID;

CREATE TABLE subscriptions (
    endpoint TEXT PRIMARY KEY,
    player   TEXT NOT NULL,
    session  TEXT NOT NULL,
    key      TEXT NOT NULL,
    auth     TEXT NOT NULL,
    seen     INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX subscriptions_by_player ON subscriptions (player, seen);
CREATE INDEX subscriptions_by_session ON subscriptions (session);
CREATE INDEX subscriptions_by_seen ON subscriptions (seen);

CREATE TABLE digests (
    player TEXT PRIMARY KEY,
    since  INTEGER, -- there is something for the next e-mail; NULL for nothing
    sent   INTEGER NOT NULL -- when the last one went out
) WITHOUT ROWID;
CREATE INDEX digests_by_since ON digests (since) WHERE since IS NOT NULL;

CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    body BLOB NOT NULL
) WITHOUT ROWID;

-- +goose Down
DROP TABLE secrets;
DROP TABLE digests;
DROP TABLE subscriptions;
DROP TABLE wishes;
DROP TABLE notifications;
DROP INDEX games_by_turn;
ALTER TABLE games DROP COLUMN turn_player;
ALTER TABLE games DROP COLUMN turn;
