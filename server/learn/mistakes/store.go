package mistakes

import (
	"context"
	"database/sql"
	"time"

	"moyo/server/store"
)

// mostMistakes bounds the stored mistakes of one player.
const mostMistakes = 200

// mistake is a bad move of a player in one of their games.
type mistake struct {
	Owner   string
	Game    string
	Number  int // of the move, from 1
	Created time.Time
	Tried   int
	Solved  int
	Last    time.Time // the last try; zero for never
	Step    int
	Lapses  int
	Due     time.Time // zero if it is not due again
	Body    []byte    // a [body] as JSON
}

// deck stores mistakes in a database. They have their own cards, which change no rating.
type deck struct{ db store.DB }

func (cfg Config) kept() deck { return deck{cfg.Store} }

const columns = `owner, game, number, created, tried, solved, last, step, lapses, due, body`

// add stores mistakes of one player, and returns how many of them are new; existing ones do not change. If there would be more than
// mostMistakes, it stores nothing and returns store.ErrFull. The error is store.ErrNotFound if the account was deleted.
func (a deck) add(ctx context.Context, owner string, all []mistake) (added int, err error) {
	err = a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		added = 0 // the transaction may run again
		if err := tx.Present(ctx, owner); err != nil {
			return err
		}
		for _, m := range all {
			n, err := tx.Run(ctx, `INSERT INTO mistakes (`+columns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
				owner, m.Game, m.Number, m.Created.UnixMilli(), m.Tried, m.Solved, store.MilliOrNull(m.Last),
				m.Step, m.Lapses, store.MilliOrNull(m.Due), store.Blob(m.Body))
			if err != nil {
				return err
			}
			added += int(n)
		}
		var have int
		if err := tx.Row(ctx, `SELECT count(*) FROM mistakes WHERE owner = ?`, owner).Scan(&have); err != nil {
			return err
		}
		if have > mostMistakes {
			return store.ErrFull
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return added, nil
}

// save stores the card and the body of an existing mistake, or returns store.ErrNotFound.
func (a deck) save(ctx context.Context, m mistake) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		return store.RunOrElse(ctx, tx, store.ErrNotFound, `
			UPDATE mistakes SET tried = ?, solved = ?, last = ?, step = ?, lapses = ?, due = ?, body = ?
			WHERE owner = ? AND game = ? AND number = ?`,
			m.Tried, m.Solved, store.MilliOrNull(m.Last), m.Step, m.Lapses, store.MilliOrNull(m.Due), store.Blob(m.Body), m.Owner, m.Game, m.Number)
	})
}

// remove deletes a mistake, or returns store.ErrNotFound.
func (a deck) remove(ctx context.Context, owner, game string, number int) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		return store.RunOrElse(ctx, tx, store.ErrNotFound,
			`DELETE FROM mistakes WHERE owner = ? AND game = ? AND number = ?`, owner, game, number)
	})
}

// of returns the mistakes of one player, newest first; those of one game by move.
func (a deck) of(ctx context.Context, owner string) ([]mistake, error) {
	return store.List(ctx, a.db, scan, `SELECT `+columns+` FROM mistakes WHERE owner = ? ORDER BY created DESC, game, number`, owner)
}

// one returns a mistake, or store.ErrNotFound.
func (a deck) one(ctx context.Context, owner, game string, number int) (mistake, error) {
	return store.One(ctx, a.db, scan, `SELECT `+columns+` FROM mistakes WHERE owner = ? AND game = ? AND number = ?`, owner, game, number)
}

func scan(row store.Row) (m mistake, err error) {
	var created int64
	var last, due sql.NullInt64
	err = row.Scan(&m.Owner, &m.Game, &m.Number, &created, &m.Tried, &m.Solved, &last, &m.Step, &m.Lapses, &due, &m.Body)
	m.Created, m.Last, m.Due = time.UnixMilli(created).UTC(), store.TimeOrZero(last), store.TimeOrZero(due)
	return m, err
}

// Erasure deletes the mistakes of a player.
var Erasure = []string{
	`DELETE FROM mistakes WHERE owner = ?`,
}
