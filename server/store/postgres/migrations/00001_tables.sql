-- +goose Up
-- What is kept is the same as in server/store/sqlite, whose migrations say more. Times are milliseconds since 1970.
-- Texts are compared byte by byte, as the program does, whatever the database's collation is.
CREATE TABLE games (
    id           TEXT COLLATE "C" PRIMARY KEY,
    board        TEXT COLLATE "C" NOT NULL,
    board_title  TEXT COLLATE "C" NOT NULL,
    rules        TEXT COLLATE "C" NOT NULL,
    black        JSONB NOT NULL, -- match.Seat
    white        JSONB NOT NULL,
    black_player TEXT COLLATE "C" NOT NULL,  -- the seats' players once more, to search by
    white_player TEXT COLLATE "C" NOT NULL,
    clock        TEXT COLLATE "C" NOT NULL,
    rated        BOOLEAN NOT NULL,
    private      BOOLEAN NOT NULL,
    colors       TEXT COLLATE "C" NOT NULL,
    speed        TEXT COLLATE "C" NOT NULL,
    names        TEXT COLLATE "C" NOT NULL,    -- of both players, in small letters
    phase        TEXT COLLATE "C" NOT NULL,
    ply          INTEGER NOT NULL,
    turn         SMALLINT NOT NULL, -- the seat whose turn it is: 1 Black, 2 White, 0 nobody's
    result       TEXT COLLATE "C" NOT NULL,
    winner       SMALLINT NOT NULL, -- as turn
    version      INTEGER NOT NULL,  -- number of events
    created      BIGINT NOT NULL,
    updated      BIGINT NOT NULL,
    deadline     BIGINT NOT NULL,   -- when the flag of the player to move falls, or 0
    game         TEXT COLLATE "C" GENERATED ALWAYS AS (split_part(rules, ':', 1)) STORED,
    turn_player  TEXT COLLATE "C" GENERATED ALWAYS AS (CASE
        WHEN black_player = '' OR white_player = '' THEN ''
        WHEN turn = 1 THEN black_player
        WHEN turn = 2 THEN white_player
        ELSE '' END) STORED
) WITH (fillfactor = 80);
CREATE INDEX games_waiting  ON games (updated DESC, id) WHERE phase = 'waiting' AND NOT private;
CREATE INDEX games_running  ON games (updated DESC, id) WHERE phase IN ('playing', 'scoring') AND NOT private;
CREATE INDEX games_finished ON games (updated DESC, id) WHERE phase = 'finished' AND NOT private;
CREATE INDEX games_unfinished_by_black ON games (black_player, updated DESC, id) WHERE phase <> 'finished' AND black_player <> '';
CREATE INDEX games_unfinished_by_white ON games (white_player, updated DESC, id) WHERE phase <> 'finished' AND white_player <> '';
CREATE INDEX games_finished_by_black   ON games (black_player, updated DESC, id) WHERE phase = 'finished' AND black_player <> '';
CREATE INDEX games_finished_by_white   ON games (white_player, updated DESC, id) WHERE phase = 'finished' AND white_player <> '';
CREATE INDEX games_between  ON games (black_player, white_player, updated DESC, id) WHERE phase = 'finished' AND black_player <> '' AND white_player <> '';
CREATE INDEX games_by_turn  ON games (turn_player, updated DESC, id) WHERE turn_player <> '';
CREATE INDEX games_by_deadline ON games (deadline, id) WHERE deadline > 0;

CREATE TABLE events (
    game    TEXT COLLATE "C" NOT NULL,
    version INTEGER NOT NULL, -- counted from 1
    command TEXT COLLATE "C" NOT NULL,    -- id of the command that caused it, or ''
    body    TEXT COLLATE "C" NOT NULL,    -- match.Event as JSON, byte by byte what sum covers
    sum     BYTEA NOT NULL,   -- covers the event and the sum of the one before; empty for what was written before there were sums
    PRIMARY KEY (game, version)
);
CREATE UNIQUE INDEX events_by_command ON events (game, command) WHERE command <> '';

CREATE TABLE boards (
    hash    TEXT COLLATE "C" PRIMARY KEY, -- SHA-256 of body
    title   TEXT COLLATE "C" NOT NULL,
    body    BYTEA NOT NULL,
    created BIGINT NOT NULL
);
CREATE TABLE board_owners (
    owner   TEXT COLLATE "C" NOT NULL,
    hash    TEXT COLLATE "C" NOT NULL,
    title   TEXT COLLATE "C" NOT NULL, -- the owner's own
    created BIGINT NOT NULL,
    PRIMARY KEY (owner, hash)
);
CREATE INDEX board_owners_by_created ON board_owners (owner, created);

CREATE TABLE trainees (
    owner      TEXT COLLATE "C" PRIMARY KEY,
    version    INTEGER NOT NULL, -- steps so far
    points     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    state      BYTEA NOT NULL,
    updated    BIGINT NOT NULL
);
CREATE TABLE attempts (
    owner              TEXT COLLATE "C" NOT NULL,
    version            INTEGER NOT NULL, -- the trainee's with it
    problem            TEXT COLLATE "C" NOT NULL,
    at                 BIGINT NOT NULL,
    "right"            BOOLEAN NOT NULL,
    rated              BOOLEAN NOT NULL,
    took               BIGINT NOT NULL, -- milliseconds
    points             DOUBLE PRECISION NOT NULL, -- of the person, afterwards
    deviation          DOUBLE PRECISION NOT NULL,
    volatility         DOUBLE PRECISION NOT NULL,
    against_points     DOUBLE PRECISION NOT NULL, -- of the problem, before
    against_deviation  DOUBLE PRECISION NOT NULL,
    against_volatility DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (owner, version)
);
CREATE TABLE cards (
    owner   TEXT COLLATE "C" NOT NULL,
    problem TEXT COLLATE "C" NOT NULL,
    tried   INTEGER NOT NULL,
    solved  INTEGER NOT NULL,
    last    BIGINT NOT NULL,
    step    INTEGER NOT NULL,
    lapses  INTEGER NOT NULL,
    due     BIGINT, -- NULL where it need not come again
    PRIMARY KEY (owner, problem)
);
CREATE TABLE problem_ratings (
    problem    TEXT COLLATE "C" PRIMARY KEY,
    points     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    tried      INTEGER NOT NULL,
    solved     INTEGER NOT NULL
);
CREATE TABLE collections (
    owner    TEXT COLLATE "C" NOT NULL,
    id       TEXT COLLATE "C" NOT NULL,
    title    TEXT COLLATE "C" NOT NULL,
    problems INTEGER NOT NULL,
    body     BYTEA NOT NULL,
    created  BIGINT NOT NULL,
    PRIMARY KEY (owner, id)
);

CREATE TABLE players (
    id        TEXT COLLATE "C" PRIMARY KEY,
    role      TEXT COLLATE "C" NOT NULL,
    name      TEXT COLLATE "C" NOT NULL,
    skeleton  TEXT COLLATE "C" NOT NULL,
    created   BIGINT NOT NULL,
    suspended BIGINT, -- until then; NULL for never
    why       TEXT COLLATE "C" NOT NULL,
    settings  BYTEA NOT NULL
);
CREATE UNIQUE INDEX players_by_skeleton ON players (skeleton) WHERE skeleton <> '';
CREATE TABLE sessions (
    hash    TEXT COLLATE "C" PRIMARY KEY,
    player  TEXT COLLATE "C" NOT NULL,
    device  TEXT COLLATE "C" NOT NULL,
    address TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    seen    BIGINT NOT NULL,
    expires BIGINT NOT NULL
);
CREATE INDEX sessions_by_player ON sessions (player, seen);
CREATE TABLE credentials (
    player  TEXT COLLATE "C" PRIMARY KEY,
    version INTEGER NOT NULL, -- changes so far
    body    TEXT COLLATE "C" NOT NULL     -- store.Credentials as JSON
);
CREATE TABLE passkeys (
    id     TEXT COLLATE "C" PRIMARY KEY,
    player TEXT COLLATE "C" NOT NULL
);
CREATE INDEX passkeys_by_player ON passkeys (player);
CREATE TABLE links (
    issuer  TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    player  TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX links_by_player ON links (player);
CREATE TABLE failures (
    key       TEXT COLLATE "C" PRIMARY KEY,
    count     INTEGER NOT NULL,
    last      BIGINT NOT NULL,
    forgotten BIGINT NOT NULL -- from then on
);
CREATE INDEX failures_by_time ON failures (forgotten);

CREATE TABLE outbox (
    number BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    kind   TEXT COLLATE "C" NOT NULL,
    game   TEXT COLLATE "C" NOT NULL,
    at     BIGINT NOT NULL
);
-- Numbers have to become visible in their order, or a subscriber that has heard one would never hear a smaller one
-- that was committed later: whoever takes a number holds this lock until the transaction has ended.
-- +goose StatementBegin
CREATE FUNCTION outbox_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('moyo outbox'), 0);
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER outbox_in_order BEFORE INSERT ON outbox FOR EACH STATEMENT EXECUTE FUNCTION outbox_in_order();
CREATE TABLE outbox_heard (
    subscriber TEXT COLLATE "C" PRIMARY KEY,
    number     BIGINT NOT NULL -- everything up to it
);

CREATE TABLE ratings (
    player     TEXT COLLATE "C" NOT NULL,
    pool       TEXT COLLATE "C" NOT NULL,
    points     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    since      BIGINT, -- when the last game that counted had ended; NULL for none
    games      INTEGER NOT NULL,
    opponents  INTEGER NOT NULL,
    listed     BIGINT, -- until when on leader boards; NULL for not at all
    PRIMARY KEY (player, pool)
);
CREATE INDEX ratings_by_points ON ratings (pool, points DESC, player) WHERE listed IS NOT NULL;
CREATE TABLE rated_games (
    player             TEXT COLLATE "C" NOT NULL,
    pool               TEXT COLLATE "C" NOT NULL,
    at                 BIGINT NOT NULL, -- when it ended
    game               TEXT COLLATE "C" NOT NULL,
    opponent           TEXT COLLATE "C" NOT NULL,
    black              BOOLEAN NOT NULL,
    score              DOUBLE PRECISION NOT NULL,
    refusal            TEXT COLLATE "C" NOT NULL,
    before_points      DOUBLE PRECISION NOT NULL,
    before_deviation   DOUBLE PRECISION NOT NULL,
    before_volatility  DOUBLE PRECISION NOT NULL,
    after_points       DOUBLE PRECISION NOT NULL,
    after_deviation    DOUBLE PRECISION NOT NULL,
    after_volatility   DOUBLE PRECISION NOT NULL,
    against_points     DOUBLE PRECISION NOT NULL,
    against_deviation  DOUBLE PRECISION NOT NULL,
    against_volatility DOUBLE PRECISION NOT NULL,
    since              BIGINT,
    games              INTEGER NOT NULL,
    opponents          INTEGER NOT NULL,
    PRIMARY KEY (player, pool, at, game)
);
CREATE INDEX rated_games_by_time ON rated_games (pool, at, game);

CREATE TABLE chat (
    id      BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    game    TEXT COLLATE "C" NOT NULL,
    room    TEXT COLLATE "C" NOT NULL,
    player  TEXT COLLATE "C" NOT NULL,
    seat    TEXT COLLATE "C" NOT NULL,
    text    BYTEA NOT NULL, -- people type what is no TEXT, such as 0
    at      BIGINT NOT NULL,
    removed BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX chat_by_room ON chat (game, room, id);
CREATE INDEX chat_by_player ON chat (player, id);

CREATE TABLE relations (
    player  TEXT COLLATE "C" NOT NULL,
    kind    TEXT COLLATE "C" NOT NULL,
    other   TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    PRIMARY KEY (player, kind, other)
);
CREATE TABLE reports (
    id        BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    kind      TEXT COLLATE "C" NOT NULL,
    reporter  TEXT COLLATE "C" NOT NULL,
    guest     BOOLEAN NOT NULL,
    target    TEXT COLLATE "C" NOT NULL,
    game      TEXT COLLATE "C" NOT NULL,
    line      BIGINT NOT NULL,
    reason    TEXT COLLATE "C" NOT NULL,
    text      BYTEA NOT NULL, -- as chat.text
    created   BIGINT NOT NULL,
    state     TEXT COLLATE "C" NOT NULL,
    moderator TEXT COLLATE "C" NOT NULL DEFAULT '',
    claimed   BIGINT, -- NULL for never
    outcome   TEXT COLLATE "C" NOT NULL DEFAULT ''
);
CREATE INDEX reports_by_state ON reports (state, guest, id);
CREATE INDEX reports_by_target ON reports (target, id);
CREATE INDEX reports_by_reporter ON reports (reporter, created);

CREATE TABLE audit (
    id     BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    at     BIGINT NOT NULL,
    by     TEXT COLLATE "C" NOT NULL,
    kind   TEXT COLLATE "C" NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    report BIGINT NOT NULL,
    line   BIGINT NOT NULL,
    until  BIGINT, -- NULL for none
    why    TEXT COLLATE "C" NOT NULL,
    note   TEXT COLLATE "C" NOT NULL
);
CREATE INDEX audit_by_target ON audit (target, id);
-- +goose StatementBegin
CREATE FUNCTION audit_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the audit log only grows'; END $$;
-- +goose StatementEnd
CREATE TRIGGER audit_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_only_grows();

CREATE TABLE silences (
    player TEXT COLLATE "C" PRIMARY KEY,
    until  BIGINT, -- NULL for lifted
    why    TEXT COLLATE "C" NOT NULL
);
CREATE TABLE warnings ( -- that were not seen yet
    player TEXT COLLATE "C" NOT NULL,
    deed   BIGINT NOT NULL,
    PRIMARY KEY (player, deed)
);
CREATE TABLE invitations (
    hash    TEXT COLLATE "C" PRIMARY KEY,
    player  TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL
);
CREATE INDEX invitations_by_player ON invitations (player);

CREATE TABLE notifications (
    id      BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    player  TEXT COLLATE "C" NOT NULL,
    sender  TEXT COLLATE "C" NOT NULL,
    kind    TEXT COLLATE "C" NOT NULL,
    key     TEXT COLLATE "C" NOT NULL, -- what it is about
    text    TEXT COLLATE "C" NOT NULL,
    path    TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    read    BOOLEAN NOT NULL
);
CREATE INDEX notifications_by_player ON notifications (player, id);
CREATE UNIQUE INDEX notifications_by_key ON notifications (player, key);
CREATE INDEX notifications_by_sender ON notifications (sender) WHERE sender <> '';
CREATE TABLE wishes (
    player TEXT COLLATE "C" PRIMARY KEY,
    body   BYTEA NOT NULL -- JSON
);
CREATE TABLE subscriptions (
    endpoint TEXT COLLATE "C" PRIMARY KEY,
    player   TEXT COLLATE "C" NOT NULL,
    session  TEXT COLLATE "C" NOT NULL,
    key      TEXT COLLATE "C" NOT NULL,
    auth     TEXT COLLATE "C" NOT NULL,
    seen     BIGINT NOT NULL
);
CREATE INDEX subscriptions_by_player ON subscriptions (player, seen);
CREATE INDEX subscriptions_by_session ON subscriptions (session);
CREATE INDEX subscriptions_by_seen ON subscriptions (seen);
CREATE TABLE digests (
    player TEXT COLLATE "C" PRIMARY KEY,
    since  BIGINT, -- there is something for the next e-mail; NULL for nothing
    sent   BIGINT NOT NULL -- when the last one went out
);
CREATE INDEX digests_by_since ON digests (since) WHERE since IS NOT NULL;
CREATE TABLE secrets (
    name TEXT COLLATE "C" PRIMARY KEY,
    body BYTEA NOT NULL
);

CREATE TABLE runs (
    began BIGINT PRIMARY KEY,
    seen  BIGINT NOT NULL
);
CREATE INDEX runs_by_seen ON runs (seen);
-- One row, written again by whoever asks whether anything can be written.
CREATE TABLE ready (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at BIGINT NOT NULL
);

-- Nodes that share the database, and what each of them has. Times are those of this machine.
CREATE TABLE nodes (
    id      TEXT COLLATE "C" PRIMARY KEY,
    role    TEXT COLLATE "C" NOT NULL,
    version TEXT COLLATE "C" NOT NULL,
    leaving BOOLEAN NOT NULL,
    seen    TIMESTAMPTZ NOT NULL, -- when the lease was renewed
    until   TIMESTAMPTZ NOT NULL  -- when it ends
);
CREATE SEQUENCE epochs;
CREATE TABLE owners (
    kind  TEXT COLLATE "C" NOT NULL, -- 'game' or 'task'
    id    TEXT COLLATE "C" NOT NULL, -- of the game, or the task's name
    node  TEXT COLLATE "C" NOT NULL, -- '' for nobody
    epoch BIGINT NOT NULL, -- from epochs, so that none comes again where a row was deleted
    seen  TIMESTAMPTZ,   -- until when the owner before was at work; NULL where nobody had it
    PRIMARY KEY (kind, id)
);
CREATE INDEX owners_by_node ON owners (node) WHERE node <> '';

-- +goose Down
DROP TABLE owners, nodes, ready, runs, secrets, digests, subscriptions, wishes, notifications, invitations, warnings, silences, audit, reports, relations,
    chat, rated_games, ratings, outbox_heard, outbox, failures, links, passkeys, credentials, sessions, players, collections, problem_ratings, cards,
    attempts, trainees, board_owners, boards, events, games;
DROP SEQUENCE epochs;
DROP FUNCTION audit_only_grows, outbox_in_order;
