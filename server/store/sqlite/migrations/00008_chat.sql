-- +goose Up
CREATE TABLE chat (
    id      INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: reports name it
    game    TEXT NOT NULL,
    room    TEXT NOT NULL,
    player  TEXT NOT NULL,
    seat    TEXT NOT NULL,
    text    TEXT NOT NULL,
    at      INTEGER NOT NULL, -- milliseconds since 1970
    removed INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX chat_by_room ON chat (game, room, id);
CREATE INDEX chat_by_player ON chat (player);

CREATE TABLE relations (
    player  TEXT NOT NULL,
    kind    TEXT NOT NULL,
    other   TEXT NOT NULL,
    created INTEGER NOT NULL,
    PRIMARY KEY (player, kind, other)
) WITHOUT ROWID;

CREATE TABLE reports (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    kind      TEXT NOT NULL,
    reporter  TEXT NOT NULL,
    guest     INTEGER NOT NULL,
    target    TEXT NOT NULL,
    game      TEXT NOT NULL,
    line      INTEGER NOT NULL,
    reason    TEXT NOT NULL,
    text      TEXT NOT NULL,
    created   INTEGER NOT NULL,
    state     TEXT NOT NULL,
    moderator TEXT NOT NULL DEFAULT '',
    claimed   INTEGER, -- NULL for never
    outcome   TEXT NOT NULL DEFAULT ''
);
CREATE INDEX reports_by_state ON reports (state, guest, id);
CREATE INDEX reports_by_target ON reports (target, id);
CREATE INDEX reports_by_reporter ON reports (reporter, created);

CREATE TABLE audit (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    at     INTEGER NOT NULL,
    by     TEXT NOT NULL,
    kind   TEXT NOT NULL,
    target TEXT NOT NULL,
    report INTEGER NOT NULL,
    line   INTEGER NOT NULL,
    until  INTEGER, -- NULL for none
    why    TEXT NOT NULL,
    note   TEXT NOT NULL
);
CREATE INDEX audit_by_target ON audit (target, id);
-- +goose StatementBegin
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER audit_is_not_shortened BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER audit_is_not_replaced BEFORE INSERT ON audit WHEN EXISTS (SELECT 1 FROM audit WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;
-- +goose StatementEnd

CREATE TABLE silences (
    player TEXT PRIMARY KEY,
    until  INTEGER, -- NULL for lifted
    why    TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE warnings ( -- that were not seen yet
    player TEXT NOT NULL,
    deed   INTEGER NOT NULL,
    PRIMARY KEY (player, deed)
) WITHOUT ROWID;

CREATE TABLE invitations (
    hash    TEXT PRIMARY KEY,
    player  TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX invitations_by_player ON invitations (player);

-- +goose Down
DROP TABLE invitations;
DROP TABLE warnings;
DROP TABLE silences;
DROP TABLE audit;
DROP TABLE reports;
DROP TABLE relations;
DROP TABLE chat;
