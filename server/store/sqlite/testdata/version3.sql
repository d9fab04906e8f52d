PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO goose_db_version VALUES(1,0,1,'2026-11-22 19:29:25');
INSERT INTO goose_db_version VALUES(2,1,1,'2026-11-22 19:29:25');
INSERT INTO goose_db_version VALUES(3,2,1,'2026-11-22 19:29:25');
INSERT INTO goose_db_version VALUES(4,3,1,'2026-11-22 19:29:25');
CREATE TABLE games (
    id          TEXT PRIMARY KEY,
    board       TEXT NOT NULL,
    board_title TEXT NOT NULL,
    rules       TEXT NOT NULL,
    black       TEXT NOT NULL, -- match.Seat as JSON
    white       TEXT NOT NULL,
    black_token TEXT NOT NULL, -- the seats' tokens once more, to search by
    white_token TEXT NOT NULL,
    phase       TEXT NOT NULL,
    ply         INTEGER NOT NULL,
    result      TEXT NOT NULL,
    version     INTEGER NOT NULL, -- number of events
    created     INTEGER NOT NULL, -- milliseconds since 1970
    updated     INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO games VALUES('qsh3ss7pbrpp','torus:9x9','Torus 9×9','gomoku:rule=freestyle,n=5,opening=none','{"kind":"open"}','{"kind":"human","name":"Bo","token":"d414bdf3115aa078391fc4c30ac5a475"}','','d414bdf3115aa078391fc4c30ac5a475','waiting',0,'',1,1795375765158,1795375765158);
INSERT INTO games VALUES('rmcz69buhxd5','grid:9','Grid 9×9','weiqi:komi=6.5,score=area,ko=positional,suicide=no','{"kind":"human","name":"Ada","token":"8437069b132814bd5c6301c4dd6487e4"}','{"kind":"engine","engine":"random"}','8437069b132814bd5c6301c4dd6487e4','','finished',0,'W+R',2,1795375765162,1795375765168);
INSERT INTO games VALUES('z46chygbtv8f','grid:5','Grid 5×5','weiqi:komi=0.5,score=area,ko=positional,suicide=no','{"kind":"human","name":"Ada \"token\":","token":"8437069b132814bd5c6301c4dd6487e4"}','{"kind":"human","name":"Bo","token":"d414bdf3115aa078391fc4c30ac5a475"}','8437069b132814bd5c6301c4dd6487e4','d414bdf3115aa078391fc4c30ac5a475','playing',2,'',4,1795375765137,1795375765154);
CREATE TABLE events (
    game    TEXT NOT NULL,
    version INTEGER NOT NULL, -- counted from 1
    command TEXT NOT NULL,    -- id of the command that caused it, or ''
    body    TEXT NOT NULL,    -- match.Event as JSON
    PRIMARY KEY (game, version)
) WITHOUT ROWID;
INSERT INTO events VALUES('qsh3ss7pbrpp',1,'','{"kind":"created","at":"2026-11-22T19:29:25.158Z","setup":{"board":"torus:9x9","rules":"gomoku:rule=freestyle,n=5,opening=none","black":{"kind":"open"},"white":{"kind":"human","name":"Bo","token":"d414bdf3115aa078391fc4c30ac5a475"}}}');
INSERT INTO events VALUES('rmcz69buhxd5',1,'','{"kind":"created","at":"2026-11-22T19:29:25.162Z","setup":{"board":"grid:9","rules":"weiqi:komi=6.5,score=area,ko=positional,suicide=no","black":{"kind":"human","name":"Ada","token":"8437069b132814bd5c6301c4dd6487e4"},"white":{"kind":"engine","engine":"random"}}}');
INSERT INTO events VALUES('rmcz69buhxd5',2,'8437069b132814bd5c6301c4dd6487e4/r','{"kind":"resigned","at":"2026-11-22T19:29:25.168Z","by":1}');
INSERT INTO events VALUES('z46chygbtv8f',1,'','{"kind":"created","at":"2026-11-22T19:29:25.137Z","setup":{"board":"grid:5","rules":"weiqi:komi=0.5,score=area,ko=positional,suicide=no","black":{"kind":"human","name":"Ada \"token\":","token":"8437069b132814bd5c6301c4dd6487e4"},"white":{"kind":"open"}}}');
INSERT INTO events VALUES('z46chygbtv8f',2,'d414bdf3115aa078391fc4c30ac5a475/j','{"kind":"joined","at":"2026-11-22T19:29:25.146Z","by":2,"seat":{"kind":"human","name":"Bo","token":"d414bdf3115aa078391fc4c30ac5a475"}}');
INSERT INTO events VALUES('z46chygbtv8f',3,'8437069b132814bd5c6301c4dd6487e4/m1','{"kind":"moved","at":"2026-11-22T19:29:25.15Z","by":1,"move":12}');
INSERT INTO events VALUES('z46chygbtv8f',4,'d414bdf3115aa078391fc4c30ac5a475/m2','{"kind":"moved","at":"2026-11-22T19:29:25.154Z","by":2,"move":13}');
CREATE TABLE boards (
    hash    TEXT PRIMARY KEY, -- SHA-256 of body
    title   TEXT NOT NULL,
    body    BLOB NOT NULL,
    created INTEGER NOT NULL
);
INSERT INTO boards VALUES('fae70fc3decae716015c5c0e70a3e7f6fa3c9bcb65f551c3e55c251e1771c211','path.obj',X'7b227469746c65223a22706174682e6f626a222c0a22706f696e7473223a332c0a22636f6f7264696e61746573223a5b5b2d312c302c305d2c5b302c302c305d2c5b312c302c305d5d2c0a226564676573223a5b5b302c315d2c5b312c325d5d2c0a226661636573223a5b5d2c0a226c696e6573223a5b5b302c312c325d5d7d0a',1795375765173);
CREATE TABLE board_owners (
    owner   TEXT NOT NULL, -- token, as of seats
    hash    TEXT NOT NULL,
    title   TEXT NOT NULL, -- the owner's own
    created INTEGER NOT NULL,
    PRIMARY KEY (owner, hash)
) WITHOUT ROWID;
INSERT INTO board_owners VALUES('8437069b132814bd5c6301c4dd6487e4','fae70fc3decae716015c5c0e70a3e7f6fa3c9bcb65f551c3e55c251e1771c211','path.obj',1795375765173);
CREATE TABLE trainees (
    owner      TEXT PRIMARY KEY, -- token, as of seats
    version    INTEGER NOT NULL, -- steps so far
    points     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    state      BLOB NOT NULL,
    updated    INTEGER NOT NULL -- milliseconds since 1970
) WITHOUT ROWID;
INSERT INTO trainees VALUES('8437069b132814bd5c6301c4dd6487e4',1,1234.0,99.0,0.050000000000000002775,X'7b7d',1793491200000);
CREATE TABLE attempts (
    owner              TEXT NOT NULL,
    version            INTEGER NOT NULL, -- the trainee's with it
    problem            TEXT NOT NULL,
    at                 INTEGER NOT NULL,
    right              INTEGER NOT NULL,
    rated              INTEGER NOT NULL,
    took               INTEGER NOT NULL, -- milliseconds
    points             REAL NOT NULL,    -- of the person, afterwards
    deviation          REAL NOT NULL,
    volatility         REAL NOT NULL,
    against_points     REAL NOT NULL, -- of the problem, before
    against_deviation  REAL NOT NULL,
    against_volatility REAL NOT NULL,
    PRIMARY KEY (owner, version)
) WITHOUT ROWID;
INSERT INTO attempts VALUES('8437069b132814bd5c6301c4dd6487e4',1,'p',1793491200000,1,1,0,0.0,0.0,0.0,0.0,0.0,0.0);
CREATE TABLE cards (
    owner   TEXT NOT NULL,
    problem TEXT NOT NULL,
    tried   INTEGER NOT NULL,
    solved  INTEGER NOT NULL,
    last    INTEGER NOT NULL,
    step    INTEGER NOT NULL,
    lapses  INTEGER NOT NULL,
    due     INTEGER, -- NULL where it need not come again
    PRIMARY KEY (owner, problem)
) WITHOUT ROWID;
CREATE TABLE problem_ratings (
    problem    TEXT PRIMARY KEY,
    points     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    tried      INTEGER NOT NULL,
    solved     INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE collections (
    owner    TEXT NOT NULL,
    id       TEXT NOT NULL,
    title    TEXT NOT NULL,
    problems INTEGER NOT NULL,
    body     BLOB NOT NULL,
    created  INTEGER NOT NULL,
    PRIMARY KEY (owner, id)
);
INSERT INTO collections VALUES('8437069b132814bd5c6301c4dd6487e4','c1','Mine',1,X'7b7d',1793491200000);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('goose_db_version',4);
CREATE INDEX games_by_phase ON games (phase, updated);
CREATE INDEX games_by_updated ON games (updated);
CREATE INDEX games_by_black ON games (black_token) WHERE black_token <> '';
CREATE INDEX games_by_white ON games (white_token) WHERE white_token <> '';
CREATE UNIQUE INDEX events_by_command ON events (game, command) WHERE command <> '';
CREATE INDEX board_owners_by_created ON board_owners (owner, created);
COMMIT;
