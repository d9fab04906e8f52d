package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"moyo/server/store"
)

// The kinds of owned things.
const (
	games = "game"
	tasks = "task"
)

// forgotten is how long an expired lease, and the owner of its games, stays recorded.
const forgotten = "24 hours"

// Renew implements store.Leases.
func (s *Store) Renew(ctx context.Context, n store.Node, lasts time.Duration) error {
	var joined bool
	err := s.pool.QueryRow(ctx, `INSERT INTO nodes (id, role, version, leaving, seen, until)
		VALUES ($1, $2, $3, $4, clock_timestamp(), clock_timestamp() + $5 * INTERVAL '1 microsecond')
		ON CONFLICT (id) DO UPDATE SET role = excluded.role, version = excluded.version,
			leaving = excluded.leaving, seen = excluded.seen, until = excluded.until
		RETURNING xmax = 0`, n.ID, n.Role, n.Version, n.Leaving, lasts.Microseconds()).Scan(&joined)
	if err != nil || !joined {
		return s.orClosed(err)
	}
	return s.sweep(ctx)
}

// sweep deletes the ownerships of nodes that left long ago. Each joining node calls it.
func (s *Store) sweep(ctx context.Context) error {
	for _, text := range []string{
		`DELETE FROM owners o WHERE kind = 'game' AND (SELECT phase FROM games WHERE id = o.id) = 'finished'
			AND NOT EXISTS (SELECT 1 FROM nodes n WHERE n.id = o.node AND n.until > clock_timestamp() - INTERVAL '` + forgotten + `')`,
		`DELETE FROM nodes WHERE until < clock_timestamp() - INTERVAL '` + forgotten + `'`,
	} {
		if _, err := s.pool.Exec(ctx, text); err != nil {
			return s.orClosed(err)
		}
	}
	return nil
}

// Leave implements store.Leases.
func (s *Store) Leave(ctx context.Context, node string) error {
	_, err := s.pool.Exec(ctx,
		`UPDATE nodes SET seen = clock_timestamp(), until = clock_timestamp() WHERE id = $1 AND until > clock_timestamp()`, node)
	return s.orClosed(err)
}

// Nodes implements store.Leases.
func (s *Store) Nodes(ctx context.Context) ([]store.Node, error) {
	rows, err := s.pool.Query(ctx, `SELECT id, role, version, leaving FROM nodes WHERE until > clock_timestamp() ORDER BY id`)
	if err != nil {
		return nil, s.orClosed(err)
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (n store.Node, err error) {
		err = row.Scan(&n.ID, &n.Role, &n.Version, &n.Leaving)
		return n, err
	})
}

// Own implements store.Leases.
func (s *Store) Own(ctx context.Context, game, node string) (store.Owner, error) {
	return s.take(ctx, games, game, node)
}

// Lead implements store.Leases.
func (s *Store) Lead(ctx context.Context, task, node string) (store.Owner, error) {
	return s.take(ctx, tasks, task, node)
}

const (
	// each owned thing has a row from its first request on
	firstOwner = `INSERT INTO owners (kind, id, node, epoch) SELECT $1::text, $2::text, '', 0
		WHERE $1::text = 'task' OR EXISTS (SELECT 1 FROM games WHERE id = $2::text) ON CONFLICT DO NOTHING`
	// after waiting for the row, the next statement sees what others have changed meanwhile
	lockOwner = `SELECT 1 FROM owners WHERE kind = $1 AND id = $2 FOR UPDATE`
	nextOwner = `UPDATE owners o SET node = $3, epoch = nextval('epochs'),
			seen = CASE o.node WHEN '' THEN o.seen ELSE (SELECT seen FROM nodes WHERE id = o.node) END
		WHERE kind = $1 AND id = $2 AND node <> $3
		AND EXISTS (SELECT 1 FROM nodes WHERE id = $3 AND until > clock_timestamp())
		AND NOT EXISTS (SELECT 1 FROM nodes n WHERE n.id = o.node AND n.until > clock_timestamp())`
	thenOwner = `SELECT node, epoch, seen, EXISTS (SELECT 1 FROM nodes WHERE id = $3 AND until > clock_timestamp())
		FROM owners WHERE kind = $1 AND id = $2`
)

// take makes a node the owner of something, unless an owner has a valid lease.
func (s *Store) take(ctx context.Context, kind, id, node string) (o store.Owner, err error) {
	alive := false
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		batch := &pgx.Batch{}
		batch.Queue(firstOwner, kind, id)
		batch.Queue(lockOwner, kind, id)
		batch.Queue(nextOwner, kind, id, node)
		batch.Queue(thenOwner, kind, id, node).QueryRow(func(row pgx.Row) (err error) {
			o, err = scanOwner(row, &alive)
			return err
		})
		return tx.SendBatch(ctx, batch).Close()
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return store.Owner{}, store.ErrNotFound
	case err != nil:
		return store.Owner{}, s.orClosed(err)
	case !alive:
		return store.Owner{}, store.ErrLapsed
	}
	return o, nil
}

func scanOwner(row pgx.Row, more ...any) (o store.Owner, err error) {
	var seen *time.Time
	err = row.Scan(append([]any{&o.Node, &o.Epoch, &seen}, more...)...)
	if seen != nil {
		o.Seen = seen.UTC()
	}
	return o, err
}

// OwnerOf implements store.Leases.
func (s *Store) OwnerOf(ctx context.Context, game string) (store.Owner, error) {
	o, err := scanOwner(s.pool.QueryRow(ctx, `SELECT o.node, o.epoch, o.seen FROM owners o JOIN nodes n ON n.id = o.node
		WHERE o.kind = 'game' AND o.id = $1 AND n.until > clock_timestamp()`, game))
	if errors.Is(err, pgx.ErrNoRows) {
		return store.Owner{}, store.ErrNotFound
	}
	return o, s.orClosed(err)
}

// Release implements store.Leases.
func (s *Store) Release(ctx context.Context, game string, o store.Owner) error {
	_, err := s.pool.Exec(ctx, `DELETE FROM owners WHERE kind = 'game' AND id = $1 AND node = $2 AND epoch = $3`, game, o.Node, o.Epoch)
	return s.orClosed(err)
}

// HandOver implements store.Leases.
func (s *Store) HandOver(ctx context.Context, game string, o store.Owner, ago time.Duration) error {
	_, err := s.pool.Exec(ctx, `UPDATE owners SET node = '', seen = clock_timestamp() - $4 * INTERVAL '1 microsecond'
		WHERE kind = 'game' AND id = $1 AND node = $2 AND epoch = $3`, game, o.Node, o.Epoch, ago.Microseconds())
	return s.orClosed(err)
}

// Resign implements store.Leases.
func (s *Store) Resign(ctx context.Context, task string, o store.Owner) error {
	_, err := s.pool.Exec(ctx, `DELETE FROM owners WHERE kind = 'task' AND id = $1 AND node = $2 AND epoch = $3`, task, o.Node, o.Epoch)
	return s.orClosed(err)
}

// orClosed returns store.ErrClosed for the error of a closed store.
func (s *Store) orClosed(err error) error {
	if err != nil && s.appends.queues[0].Closing() {
		return store.ErrClosed
	}
	return err
}
