package tables

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"moyo/game/match"
	"moyo/server/store"
)

// job is one write, see package group.
type job struct {
	order  string // a group runs its jobs in this order
	events int    // number of events that it writes
	write  func(context.Context, *writer) error
	done   chan error // of capacity 1
}

// Events implements group.Job.
func (j *job) Events() int { return max(j.events, 1) }

// Answer implements group.Job.
func (j *job) Answer() chan error { return j.done }

// submit passes a job to the writing goroutine and waits until it is on disk. Once
// the job is queued, ctx has no effect: submit waits for what may have been written.
// write may be called again after its first effects were rolled back.
func (s *Store) submit(ctx context.Context, events int, write func(context.Context, *writer) error) error {
	return s.submitInOrder(ctx, "", events, write)
}

// submitInOrder is submit with the job's order in its group, see [Order].
func (s *Store) submitInOrder(ctx context.Context, order string, events int, write func(context.Context, *writer) error) error {
	return s.dialect.OrNoSpace(s.queue.Submit(ctx, &job{order, events, write, make(chan error, 1)}))
}

// Order returns the order of an Append in its group. All transactions with several games use this order, so
// that no two wait for each other. An Append that ends its game comes last: it takes the number of a
// notice, for which others wait until the transaction ends.
func Order(g store.Game) string {
	if g.Phase == match.Finished {
		return "ended " + g.ID
	}
	return "at " + g.ID
}

// Create implements store.Store.
func (s *Store) Create(ctx context.Context, g store.Game, entries ...store.Entry) error {
	if g.Version != len(entries) {
		return &store.Conflict{Game: g.ID, Have: 0, Want: g.Version - len(entries)}
	}
	h, bodies, err := Encode(g, entries)
	if err != nil {
		return err
	}
	return s.submit(ctx, len(entries), func(ctx context.Context, w *writer) error {
		if err := w.checkBoard(ctx, g.Board); err != nil {
			return err
		}
		res, err := w.run(ctx, `
			INSERT INTO games (id, made, board, board_title, clock, rated, private, estimates, colors, speed, partners, created,
			rules, black, white, black_player, white_player, names, phase, ply, turn, result, winner, version, updated, deadline, sum)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			slices.Concat([]any{g.ID, sumOfColumns(g.ID, fixed(g))}, fixed(g), h)...)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, store.ErrExists)
		}
		if err := w.savePartners(ctx, g, entries); err != nil {
			return err
		}
		return w.insertEvents(ctx, g.ID, 1, entries, bodies)
	})
}

// Append implements store.Store.
func (s *Store) Append(ctx context.Context, g store.Game, entries ...store.Entry) error {
	h, bodies, err := Encode(g, entries)
	if err != nil {
		return err
	}
	owner, owned := store.Writer(ctx)
	return s.submitInOrder(ctx, Order(g), len(entries), func(ctx context.Context, w *writer) error {
		if owned {
			if err := w.CheckOwner(ctx, g.ID, owner); err != nil {
				return err
			}
		}
		if w.dialect.Aborts {
			if err := w.checkRepeat(ctx, g.ID, entries); err != nil {
				return err
			}
		} // otherwise it is checked only if the event is refused: the check costs a tenth of a move
		if err := w.tell(ctx, g); err != nil {
			return err
		}
		if err := w.countPlayed(ctx, g); err != nil {
			return err
		}
		want := g.Version - len(entries)
		res, err := w.run(ctx, UpdateGame, append(h, g.ID, want)...)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil {
			return err
		} else if n == 0 {
			return cmp.Or(w.checkRepeat(ctx, g.ID, entries), w.conflict(ctx, g.ID, want))
		}
		if err := w.savePartners(ctx, g, entries); err != nil {
			return err
		}
		err = w.insertEvents(ctx, g.ID, want+1, entries, bodies)
		if err != nil && !w.dialect.Aborts && w.dialect.Unique(err) {
			return cmp.Or(w.checkRepeat(ctx, g.ID, entries), err)
		}
		return err
	})
}

// CheckOwner implements store.Tx.
func (w *writer) CheckOwner(ctx context.Context, game string, owner store.Owner) error {
	if w.dialect.Guard == "" {
		return nil
	}
	var found int
	err := w.Row(ctx, w.dialect.Guard, game, owner.Node, owner.Epoch).Scan(&found)
	if errors.Is(err, sql.ErrNoRows) {
		return &store.Fenced{Game: game, Was: owner}
	}
	return err
}

// SaveBoard implements store.Store.
func (s *Store) SaveBoard(ctx context.Context, owner string, b store.Board) error {
	created := b.Created.UnixMilli()
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if _, err := w.run(ctx, `INSERT INTO boards (hash, title, body, created) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			b.Hash, b.Title, b.JSON, created); err != nil {
			return err
		}
		_, err := w.run(ctx, `INSERT INTO board_owners (owner, hash, title, created) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			owner, b.Hash, b.Title, created)
		return err
	})
}

// Ready implements store.Store.
func (s *Store) Ready(ctx context.Context, at time.Time) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		_, err := w.run(ctx, `INSERT INTO ready (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at`, at.UnixMilli())
		return err
	})
}

// fixed returns the constant columns of g's header.
func fixed(g store.Game) []any {
	return []any{g.Board, g.BoardTitle, g.Clock, g.Rated, g.Private, g.Estimates, string(g.Colors), g.Speed, g.Partners, g.Created.UnixMilli()}
}

// Encode returns the changing columns of g's header in the order of [UpdateGame], ending
// with the checksum of the others, and the entries' events as JSON.
func Encode(g store.Game, entries []store.Entry) (header []any, bodies []string, err error) {
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
	header = []any{
		g.Rules, string(black), string(white), g.Black.Player, g.White.Player, store.NamesOf(g),
		string(g.Phase), g.Ply, int(g.Turn), g.Result, int(g.Winner), g.Version, g.Updated.UnixMilli(), store.MilliOrZero(g.Deadline),
	}
	return append(header, sumOfHeader(g, string(black), string(white))), bodies, nil
}

// UpdateGame replaces the header of a game, as [Encode] returns it, if the game with an id
// has a version.
const UpdateGame = `UPDATE games SET rules = ?, black = ?, white = ?, black_player = ?, white_player = ?, names = ?,
	phase = ?, ply = ?, turn = ?, result = ?, winner = ?, version = ?, updated = ?, deadline = ?, sum = ? WHERE id = ? AND version = ?`

// versionOf finds the version of a game.
const versionOf = `SELECT version FROM games WHERE id = ?`

// writer is the state of the writing goroutine: its connection and statements.
type writer struct {
	dialect  Dialect
	conn     *sql.Conn
	prepared map[string]*sql.Stmt // by text
	sums     sums
}

func newWriter(ctx context.Context, d Dialect, db *sql.DB) (*writer, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	return &writer{dialect: d, conn: conn, prepared: map[string]*sql.Stmt{}, sums: sums{}}, nil
}

// OrExists returns store.ErrExists for a duplicate key.
func (w *writer) OrExists(err error) error {
	if err != nil && w.dialect.Unique(err) {
		return store.ErrExists
	}
	return err
}

// committer writes groups of jobs. It opens a new connection after a loss.
type committer struct {
	dialect Dialect
	db      *sql.DB
	writer  *writer // nil without a connection
}

// tries is how often a transaction is tried if it may succeed.
const tries = 4

// commit writes a group in one transaction and answers each job: with its own
// error if only it was refused, or with the transaction's error.
func (c *committer) commit(group []*job) {
	slices.SortStableFunc(group, func(a, b *job) int { return strings.Compare(a.order, b.order) })
	errs := make([]error, len(group))
	err := c.transaction(group, errs)
	for i, j := range group {
		if errs[i] == nil {
			errs[i] = err
		}
		j.done <- errs[i]
	}
}

func (c *committer) transaction(group []*job, errs []error) (err error) {
	ctx := context.Background()
	for range tries {
		if c.writer == nil {
			if c.writer, err = newWriter(ctx, c.dialect, c.db); err != nil {
				return err
			}
		}
		clear(errs)
		err = c.writer.transaction(ctx, group, errs)
		if err == nil {
			return nil
		}
		if c.writer.lost(ctx) {
			c.end()
		}
		if !errors.Is(err, errNotBegun) && !c.dialect.Again(err) {
			return err
		}
		if len(group) > 1 && c.dialect.Again(err) {
			return c.oneByOne(group, errs)
		}
	}
	return err
}

// oneByOne runs each job in its own transaction, so that no job waits for a lock while it holds another's.
// That resolves a deadlock.
func (c *committer) oneByOne(group []*job, errs []error) error {
	for i := range group {
		if err := c.transaction(group[i:i+1], errs[i:i+1]); err != nil {
			errs[i] = err
		}
	}
	return nil
}

// end returns the connection. What was written is on disk.
func (c *committer) end() {
	if c.writer != nil {
		_ = c.writer.close()
		c.writer = nil
	}
}

// lost reports whether the connection is unusable.
func (w *writer) lost(ctx context.Context) bool { return w.conn.PingContext(ctx) != nil }

// errNotBegun marks an error before anything was written.
var errNotBegun = errors.New("no transaction has begun")

// begin starts the transaction.
func (w *writer) begin(ctx context.Context) error {
	if err := w.open(ctx); err != nil {
		return errors.Join(errNotBegun, err, w.exec(ctx, "ROLLBACK"))
	}
	return nil
}

func (w *writer) open(ctx context.Context) error {
	if w.dialect.End == "" {
		return w.exec(ctx, w.dialect.Begin)
	}
	_, err := w.run(ctx, w.dialect.Begin)
	return err
}

func (w *writer) commit(ctx context.Context) error {
	if w.dialect.End == "" {
		return w.dialect.Commit(ctx, w.conn)
	}
	_, err := w.run(ctx, w.dialect.End)
	return err
}

// transaction writes a group, and puts the errors of refused jobs into errs.
// Refusals are rare, so it first writes all jobs together. Only after a refusal does it
// write them again, each with a savepoint, which costs a tenth of a move.
// A job may therefore run twice; the first run is rolled back.
func (w *writer) transaction(ctx context.Context, group []*job, errs []error) error {
	refused, err := w.together(ctx, group)
	switch {
	case refused && w.dialect.Again(err):
		return err
	case refused && len(group) == 1:
		errs[0] = err
		return nil
	case refused:
		return w.apart(ctx, group, errs)
	}
	return err
}

// together writes a whole group or nothing, and reports whether the reason is a
// refused job.
func (w *writer) together(ctx context.Context, group []*job) (refused bool, err error) {
	if err := w.begin(ctx); err != nil {
		return false, err
	}
	for _, j := range group {
		if err := j.write(ctx, w); err != nil {
			clear(w.sums)
			if back := w.exec(ctx, "ROLLBACK"); back != nil {
				return false, back // not err, which belongs to one job: all get this error
			}
			return true, err
		}
	}
	return false, w.finish(ctx)
}

// apart writes the jobs of a group that are not refused.
func (w *writer) apart(ctx context.Context, group []*job, errs []error) error {
	if err := w.begin(ctx); err != nil {
		return err
	}
	defer clear(w.sums) // they may include sums of rolled back savepoints
	for i, j := range group {
		if errs[i] = w.savepoint(ctx, j); errors.Is(errs[i], errBroken) || errs[i] != nil && w.dialect.Again(errs[i]) {
			return errors.Join(errs[i], w.exec(ctx, "ROLLBACK"))
		}
	}
	return w.finish(ctx)
}

// finish ends the transaction.
func (w *writer) finish(ctx context.Context) error {
	err := w.commit(ctx)
	if err != nil {
		clear(w.sums)
		// A failed COMMIT (full disk) leaves the transaction open. An error of the
		// ROLLBACK means only that it did not.
		_ = w.exec(ctx, "ROLLBACK")
	}
	return err
}

// errBroken marks an error after which the transaction cannot continue.
var errBroken = errors.New("transaction given up")

// savepoint runs one job so that its failure rolls back only its own writes.
func (w *writer) savepoint(ctx context.Context, j *job) error {
	if err := w.exec(ctx, "SAVEPOINT job"); err != nil {
		return errors.Join(errBroken, err)
	}
	err := j.write(ctx, w)
	if err != nil {
		if back := w.exec(ctx, "ROLLBACK TO job"); back != nil {
			return errors.Join(errBroken, back)
		}
	}
	if rel := w.exec(ctx, "RELEASE job"); rel != nil {
		return errors.Join(errBroken, rel)
	}
	return err
}

func (w *writer) exec(ctx context.Context, text string) error {
	_, err := w.conn.ExecContext(ctx, text)
	return err
}

// checkRepeat returns a *store.Repeat if one of the commands was carried out
// before.
func (w *writer) checkRepeat(ctx context.Context, game string, entries []store.Entry) error {
	for _, e := range entries {
		if e.Command == "" {
			continue
		}
		var version int
		err := w.Row(ctx, `SELECT version FROM events WHERE game = ? AND command = ? AND command <> ''`, game, e.Command).Scan(&version)
		if err == nil {
			return &store.Repeat{Game: game, Command: e.Command, Version: version}
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
	}
	return nil
}

// conflict returns the error for a game that could not be updated from version want.
func (w *writer) conflict(ctx context.Context, game string, want int) error {
	var have int
	err := w.Row(ctx, versionOf, game).Scan(&have)
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
		if _, err := w.run(ctx, `INSERT INTO events (game, version, command, body, sum) VALUES (?, ?, ?, ?, ?)`,
			game, version+i, e.Command, bodies[i], sum); err != nil {
			return err
		}
	}
	w.sums.wrote(game, version+len(entries)-1, sum)
	return nil
}

// decode is the inverse of Encode's JSON.
func decode(body string) (e match.Event, err error) {
	err = json.Unmarshal([]byte(body), &e)
	return e, err
}
