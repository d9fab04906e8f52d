package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"moyo/game/match"
	"moyo/server/store"
)

// job is one thing to write. The writing goroutine puts its result into done.
type job struct {
	events int // how many events it writes, at least 1
	write  func(context.Context, *writer) error
	done   chan error // of capacity 1
}

// submit hands a job to the writing goroutine and waits until it is on disk.
// From then on ctx no longer counts: what may have been written is waited for.
// write may be called a second time, after what it did first was undone.
func (s *Store) submit(ctx context.Context, events int, write func(context.Context, *writer) error) error {
	j := &job{events: max(events, 1), write: write, done: make(chan error, 1)}
	select {
	case <-s.closing:
		return store.ErrClosed
	default:
	}
	select {
	case s.jobs <- j:
	case <-s.closing:
		return store.ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-j.done:
		return err
	case <-s.done: // the goroutine has ended: it did this job before, or never will
		select {
		case err := <-j.done:
			return err
		default:
			return store.ErrClosed
		}
	}
}

// Create implements store.Store.
func (s *Store) Create(ctx context.Context, g store.Game, entries ...store.Entry) error {
	if g.Version != len(entries) {
		return &store.Conflict{Game: g.ID, Have: 0, Want: g.Version - len(entries)}
	}
	h, bodies, err := encode(g, entries)
	if err != nil {
		return err
	}
	return s.submit(ctx, len(entries), func(ctx context.Context, w *writer) error {
		res, err := w.create.ExecContext(ctx, append([]any{g.ID, g.Board, g.BoardTitle, g.Clock, g.Rated, g.Private, string(g.Colors), g.Speed, g.Created.UnixMilli()}, h...)...)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, store.ErrExists)
		}
		return w.insertEvents(ctx, g.ID, 1, entries, bodies)
	})
}

// Append implements store.Store.
func (s *Store) Append(ctx context.Context, g store.Game, entries ...store.Entry) error {
	h, bodies, err := encode(g, entries)
	if err != nil {
		return err
	}
	err = s.submit(ctx, len(entries), func(ctx context.Context, w *writer) error {
		if err := w.checkRepeat(ctx, g.ID, entries); err != nil {
			return err
		}
		if err := w.tell(ctx, g); err != nil {
			return err
		}
		want := g.Version - len(entries)
		res, err := w.update.ExecContext(ctx, append(h, g.ID, want)...)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil {
			return err
		} else if n == 0 {
			return w.conflict(ctx, g.ID, want)
		}
		return w.insertEvents(ctx, g.ID, want+1, entries, bodies)
	})
	if err == nil {
		s.seen.note(g.ID, g.Version)
	}
	return err
}

// SaveBoard implements store.Store.
func (s *Store) SaveBoard(ctx context.Context, owner string, b store.Board) error {
	created := b.Created.UnixMilli()
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if _, err := w.board.ExecContext(ctx, b.Hash, b.Title, b.JSON, created); err != nil {
			return err
		}
		_, err := w.owner.ExecContext(ctx, owner, b.Hash, b.Title, created)
		return err
	})
}

// Ready implements store.Store.
func (s *Store) Ready(ctx context.Context, at time.Time) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		_, err := w.ready.ExecContext(ctx, at.UnixMilli())
		return err
	})
}

// encode returns the changing columns of g's header in the order of the
// statements below, and the entries' events as JSON.
func encode(g store.Game, entries []store.Entry) (header []any, bodies []string, err error) {
	black, err1 := json.Marshal(g.Black)
	white, err2 := json.Marshal(g.White)
	if err := errors.Join(err1, err2); err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		event := e.Event
		event.At = store.Milli(event.At)
		body, err := json.Marshal(event)
		if err != nil {
			return nil, nil, err
		}
		bodies = append(bodies, string(body))
	}
	return []any{
		g.Rules, string(black), string(white), g.Black.Player, g.White.Player, store.NamesOf(g),
		string(g.Phase), g.Ply, int(g.Turn), g.Result, int(g.Winner), g.Version, g.Updated.UnixMilli(), milliOrZero(g.Deadline),
	}, bodies, nil
}

// writer is the state of the writing goroutine: its connection and statements.
type writer struct {
	conn       *sql.Conn
	all        []*sql.Stmt
	create     *sql.Stmt
	update     *sql.Stmt
	event      *sql.Stmt
	sum        *sql.Stmt
	eventsFrom *sql.Stmt
	setSum     *sql.Stmt
	board      *sql.Stmt
	owner      *sql.Stmt
	repeat     *sql.Stmt
	ready      *sql.Stmt
	have       *sql.Stmt
	players
	clocks
	accounts
	names
	outbox
	ratings
	training
	notifications notifications
	moderation
}

// statement is one to be prepared.
type statement struct {
	stmt **sql.Stmt
	text string
}

func newWriter(ctx context.Context, db *sql.DB) (*writer, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	w := &writer{conn: conn}
	for _, s := range slices.Concat(w.players.statements(), w.clocks.statements(), w.accounts.statements(), w.names.statements(), w.outbox.statements(), w.ratings.statements(), w.training.statements(), w.notifications.statements(), w.moderation.statements(), []statement{
		{&w.create, `INSERT INTO games (id, board, board_title, clock, rated, private, colors, speed, created,
			rules, black, white, black_player, white_player, names, phase, ply, turn, result, winner, version, updated, deadline)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`},
		{&w.update, `UPDATE games SET rules = ?, black = ?, white = ?, black_player = ?, white_player = ?, names = ?,
			phase = ?, ply = ?, turn = ?, result = ?, winner = ?, version = ?, updated = ?, deadline = ? WHERE id = ? AND version = ?`},
		{&w.event, `INSERT INTO events (game, version, command, body, sum) VALUES (?, ?, ?, ?, ?)`},
		{&w.sum, `SELECT sum FROM events WHERE game = ? AND version = ?`},
		{&w.eventsFrom, `SELECT command, body, sum FROM events WHERE game = ? AND version >= ? ORDER BY version`},
		{&w.setSum, `UPDATE events SET sum = ? WHERE game = ? AND version = ?`},
		{&w.board, `INSERT INTO boards (hash, title, body, created) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`},
		{&w.owner, `INSERT INTO board_owners (owner, hash, title, created) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`},
		{&w.repeat, `SELECT version FROM events WHERE game = ? AND command = ? AND command <> ''`},
		{&w.ready, `INSERT INTO ready (id, at) VALUES (1, ?) ON CONFLICT DO UPDATE SET at = excluded.at`},
		{&w.have, `SELECT version FROM games WHERE id = ?`},
	}) {
		if *s.stmt, err = conn.PrepareContext(ctx, s.text); err != nil {
			return nil, errors.Join(err, w.close())
		}
		w.all = append(w.all, *s.stmt)
	}
	return w, nil
}

// close ends the connection. With a statement left, SQLite would not take what is in
// the write-ahead log into the main file.
func (w *writer) close() error {
	var errs []error
	for _, s := range w.all {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, w.conn.Close())...)
}

// run writes jobs until closing is closed and the queue is empty.
func (w *writer) run(jobs <-chan *job, closing <-chan struct{}) {
	defer func() { _ = w.close() }() // what was written is on disk
	for {
		select {
		case j := <-jobs:
			w.commit(gather(jobs, j))
		case <-closing:
			for {
				select {
				case j := <-jobs:
					w.commit([]*job{j})
				default:
					return
				}
			}
		}
	}
}

// gather returns first and what follows it within GroupWindow, up to GroupSize
// events.
func gather(jobs <-chan *job, first *job) []*job {
	group, events := []*job{first}, first.events
	timer := time.NewTimer(GroupWindow)
	defer timer.Stop()
	for events < GroupSize {
		select {
		case j := <-jobs:
			group = append(group, j)
			events += j.events
		case <-timer.C:
			return group
		}
	}
	return group
}

// commit writes a group in one transaction and answers each job: with its own
// error where it alone was refused, with the transaction's where that failed.
func (w *writer) commit(group []*job) {
	errs := make([]error, len(group))
	err := w.transaction(group, errs)
	for i, j := range group {
		if errs[i] == nil {
			errs[i] = err
		}
		j.done <- errs[i]
	}
}

// transaction writes a group, and puts the errors of those that were refused into
// errs. That is rare, so all are written at once first; only where one is refused are
// they written again, each with a savepoint, which costs as much as a tenth of a move.
// A job may therefore be carried out twice, the first time in vain.
func (w *writer) transaction(group []*job, errs []error) error {
	ctx := context.Background()
	refused, err := w.together(ctx, group)
	switch {
	case refused && len(group) == 1:
		errs[0] = err
		return nil
	case refused:
		return w.apart(ctx, group, errs)
	}
	return err
}

// together writes all of a group or nothing, and tells whether that is because one of
// them was refused.
func (w *writer) together(ctx context.Context, group []*job) (refused bool, err error) {
	if err := w.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return false, err
	}
	for _, j := range group {
		if err := j.write(ctx, w); err != nil {
			if back := w.exec(ctx, "ROLLBACK"); back != nil {
				return false, errors.Join(err, back)
			}
			return true, err
		}
	}
	return false, w.finish(ctx)
}

// apart writes those of a group that are not refused.
func (w *writer) apart(ctx context.Context, group []*job, errs []error) error {
	if err := w.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	for i, j := range group {
		if errs[i] = w.savepoint(ctx, j); errors.Is(errs[i], errBroken) {
			return errors.Join(errs[i], w.exec(ctx, "ROLLBACK"))
		}
	}
	return w.finish(ctx)
}

// finish ends the transaction.
func (w *writer) finish(ctx context.Context) error {
	err := w.exec(ctx, "COMMIT")
	if err != nil {
		// A COMMIT that failed (a full disk) leaves the transaction open. An
		// error of the ROLLBACK says only that it did not.
		_ = w.exec(ctx, "ROLLBACK")
	}
	return err
}

// errBroken marks an error after which the transaction cannot go on.
var errBroken = errors.New("transaction given up")

// savepoint runs one job so that its failure undoes what it wrote and no more.
func (w *writer) savepoint(ctx context.Context, j *job) error {
	if err := w.exec(ctx, "SAVEPOINT job"); err != nil {
		return errors.Join(errBroken, err)
	}
	err := j.write(ctx, w)
	if err != nil {
		if back := w.exec(ctx, "ROLLBACK TO job"); back != nil {
			return errors.Join(errBroken, err, back)
		}
	}
	if rel := w.exec(ctx, "RELEASE job"); rel != nil {
		return errors.Join(errBroken, err, rel)
	}
	return err
}

func (w *writer) exec(ctx context.Context, text string) error {
	_, err := w.conn.ExecContext(ctx, text)
	return err
}

// checkRepeat returns a *store.Repeat where one of the commands was carried out
// before.
func (w *writer) checkRepeat(ctx context.Context, game string, entries []store.Entry) error {
	for _, e := range entries {
		if e.Command == "" {
			continue
		}
		var version int
		err := w.repeat.QueryRowContext(ctx, game, e.Command).Scan(&version)
		if err == nil {
			return &store.Repeat{Game: game, Command: e.Command, Version: version}
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
	}
	return nil
}

// conflict returns why a game could not be updated from version want.
func (w *writer) conflict(ctx context.Context, game string, want int) error {
	var have int
	err := w.have.QueryRowContext(ctx, game).Scan(&have)
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrNotFound
	}
	if err != nil {
		return err
	}
	return &store.Conflict{Game: game, Have: have, Want: want}
}

func (w *writer) insertEvents(ctx context.Context, game string, version int, entries []store.Entry, bodies []string) error {
	if len(entries) == 0 {
		return nil
	}
	sum, err := w.sumBefore(ctx, game, version)
	if err != nil {
		return err
	}
	for i, e := range entries {
		sum = sumOf(sum, game, version+i, e.Command, bodies[i])
		if _, err := w.event.ExecContext(ctx, game, version+i, e.Command, bodies[i], sum); err != nil {
			return err
		}
	}
	return nil
}

// decode is the inverse of encode's JSON.
func decode(body string) (e match.Event, err error) {
	err = json.Unmarshal([]byte(body), &e)
	return e, err
}
