package postgres

import (
	"context"
	"errors"
	"hash/maphash"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"moyo/game/match"
	"moyo/server/store"
	"moyo/server/store/group"
	"moyo/server/store/tables"
)

// appends writes Appends to games on several connections. Each connection writes its
// share of the games, and combines concurrent Appends into one transaction. It sends
// the transaction's statements without waiting for each other's answers.
type appends struct {
	pool   *pgxpool.Pool
	slow   *tables.Store // repeats refused jobs to find the reason
	queues [appenders]*group.Queue[*appending]
	seed   maphash.Seed
	work   sync.WaitGroup
	close  func() // runs once
}

// appending is one Append.
type appending struct {
	ctx      context.Context // only its values are used
	game     store.Game
	entries  []store.Entry
	header   []any
	bodies   []string
	answered chan error
}

// Events implements group.Job.
func (a *appending) Events() int { return max(len(a.entries), 1) }

// Answer implements group.Job.
func (a *appending) Answer() chan error { return a.answered }

func newAppends(pool *pgxpool.Pool, slow *tables.Store) *appends {
	a := &appends{pool: pool, slow: slow, seed: maphash.MakeSeed()}
	for i := range a.queues {
		q := group.New[*appending](false)
		a.queues[i] = q
		a.work.Go(func() { q.Run(a.write) })
	}
	a.close = sync.OnceFunc(func() {
		for _, q := range a.queues {
			q.Close()
		}
		a.work.Wait()
	})
	return a
}

// Append implements store.Store.
func (s *Store) Append(ctx context.Context, g store.Game, entries ...store.Entry) error {
	header, bodies, err := tables.Encode(g, entries)
	if err != nil {
		return err
	}
	q := s.appends.queues[maphash.String(s.appends.seed, g.ID)%appenders]
	return dialect.OrNoSpace(q.Submit(ctx, &appending{context.WithoutCancel(ctx), g, entries, header, bodies, make(chan error, 1)}))
}

// tries is how often a transaction is tried of which nothing was written.
const tries = 4

// write writes a group and answers each of its jobs.
func (a *appends) write(jobs []*appending) {
	slices.SortStableFunc(jobs, func(x, y *appending) int { return strings.Compare(tables.Order(x.game), tables.Order(y.game)) })
	var err error
	for range tries {
		if err = a.transaction(jobs); !errors.Is(err, errLost) && !again(err) {
			break
		}
	}
	if !errors.Is(err, errRefused) {
		for _, j := range jobs {
			j.answered <- err
		}
		return
	}
	for _, j := range jobs {
		a.work.Go(func() { j.answered <- a.slow.Append(j.ctx, j.game, j.entries...) })
	}
}

var (
	// errRefused means that one job of a group was refused, and nothing was written.
	errRefused = errors.New("refused")
	// errLost means that the connection was lost before anything was written.
	errLost = errors.New("the connection to the database was lost")
)

// transaction writes a whole group or nothing.
func (a *appends) transaction(jobs []*appending) error {
	ctx := context.Background()
	conn, err := a.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release() // closes a connection that is still in a transaction
	if err := a.send(ctx, conn.Conn(), jobs); err != nil {
		if conn.Conn().IsClosed() {
			return errors.Join(errLost, err)
		}
		_, back := conn.Exec(ctx, "ROLLBACK")
		return errors.Join(err, back)
	}
	return commitOn(ctx, conn.Conn())
}

// The statements of an Append in addition to those of package tables.
var (
	updateGame   = place(tables.UpdateGame)
	insertNotice = place(tables.InsertNotice)
	countPlayed  = place(tables.CountPlayed)
	checkOwner   = place(guard)
)

const (
	insertFirst = `INSERT INTO events (game, version, command, body, sum) VALUES ($1, $2, $3, $4, substr(sha256($5), 1, 16))`
	// The previous sum is read from its table: names in events may have changed meanwhile, see RenameSeats.
	insertNext = `INSERT INTO events (game, version, command, body, sum)
		SELECT $1::text, $2::integer, $3::text, $4::text, substr(sha256(sum || $5::bytea), 1, 16)
		FROM events WHERE game = $1::text AND version = $2::integer - 1`
)

// send sends the statements of a group together. The error is errRefused if one of
// them does not find its row.
func (a *appends) send(ctx context.Context, conn *pgx.Conn, jobs []*appending) error {
	batch := &pgx.Batch{}
	batch.Queue("BEGIN")
	var must []bool // whether the statement must find a row
	queue := func(wanted bool, text string, args ...any) {
		batch.Queue(text, args...)
		must = append(must, wanted)
	}
	for _, j := range jobs { // all owners before any game, to avoid deadlocks
		if owner, ok := store.Writer(j.ctx); ok {
			queue(true, checkOwner, j.game.ID, owner.Node, owner.Epoch)
		}
	}
	for _, j := range jobs {
		g, want := j.game, j.game.Version-len(j.entries)
		if g.Phase == match.Finished {
			queue(false, insertNotice, string(store.GameEnded), g.Updated.UnixMilli(), g.ID)
			if hash := g.CountsFor(); hash != "" {
				queue(false, countPlayed, hash, g.ID)
			}
		}
		queue(true, updateGame, append(j.header, g.ID, want)...)
		for _, w := range tables.PartnerWrites(g, j.entries) {
			queue(false, place(w.Text), w.Args...)
		}
		for i, e := range j.entries {
			version, text := want+1+i, insertNext
			if version == 1 {
				text = insertFirst
			}
			queue(true, text, g.ID, version, e.Command, j.bodies[i], tables.Summed(g.ID, version, e.Command, j.bodies[i]))
		}
	}
	results := conn.SendBatch(ctx, batch)
	_, err := results.Exec() // BEGIN
	refused := false
	for i := 0; i < len(must) && err == nil; i++ {
		tag, one := results.Exec()
		err = one
		refused = refused || err == nil && must[i] && tag.RowsAffected() == 0
	}
	err = errors.Join(err, results.Close())
	switch {
	case isAboutData(err), err == nil && refused:
		return errRefused
	}
	return err
}

// isAboutData reports whether PostgreSQL refused this particular data, such as a duplicate key
// or an invalid character, and would accept other data.
func isAboutData(err error) bool {
	const dataException, integrityViolation = "22", "23" // the classes of codes
	c := code(err)
	return strings.HasPrefix(c, dataException) || strings.HasPrefix(c, integrityViolation)
}
