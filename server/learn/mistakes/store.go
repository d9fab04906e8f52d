package mistakes

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"moyo/server/store"
)

// mostMistakes is how many mistakes of one person are kept at most.
const mostMistakes = 200

// mistake is a bad move of somebody's own.
type mistake struct {
	Owner   string
	Game    string
	Number  int // of the move, from 1
	Created time.Time
	Tried   int
	Solved  int
	Last    time.Time // when it was tried; zero for never
	Step    int
	Lapses  int
	Due     time.Time // zero where it need not come again
	Body    []byte    // what else is to be remembered; a [body] as JSON
}

// deck has bad moves of people's own games, in a database, for them to train with. They have cards of their own: what comes
// of them changes no rating.
type deck struct{ db store.DB }

func (cfg Config) kept() deck { return deck{cfg.Store} }

const columns = `owner, game, number, created, tried, solved, last, step, lapses, due, body`

// add keeps mistakes of one person, and returns how many of them are new; those that are there already stay as they are. The error
// is store.ErrFull where there would be more than mostMistakes, and then nothing is kept, and store.ErrNotFound where the account
// was deleted.
func (a deck) add(ctx context.Context, owner string, all []mistake) (added int, err error) {
	all = slices.Clone(all)
	err = a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		added = 0 // also where this is carried out again
		if err := tx.Present(ctx, owner); err != nil {
			return err
		}
		for _, m := range all {
			n, err := tx.Run(ctx, `INSERT INTO mistakes (`+columns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
				owner, m.Game, m.Number, m.Created.UnixMilli(), m.Tried, m.Solved, store.MilliOrNull(m.Last),
				m.Step, m.Lapses, store.MilliOrNull(m.Due), append([]byte{}, m.Body...))
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

// save keeps the card and the body of one that is there, or store.ErrNotFound.
func (a deck) save(ctx context.Context, m mistake) error {
	m.Body = append([]byte{}, m.Body...)
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		return store.RunOrElse(ctx, tx, store.ErrNotFound, `
			UPDATE mistakes SET tried = ?, solved = ?, last = ?, step = ?, lapses = ?, due = ?, body = ?
			WHERE owner = ? AND game = ? AND number = ?`,
			m.Tried, m.Solved, store.MilliOrNull(m.Last), m.Step, m.Lapses, store.MilliOrNull(m.Due), m.Body, m.Owner, m.Game, m.Number)
	})
}

// remove forgets one of them, or store.ErrNotFound.
func (a deck) remove(ctx context.Context, owner, game string, number int) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		return store.RunOrElse(ctx, tx, store.ErrNotFound,
			`DELETE FROM mistakes WHERE owner = ? AND game = ? AND number = ?`, owner, game, number)
	})
}

// of returns those of one person, the newest first; of one game by its moves.
func (a deck) of(ctx context.Context, owner string) ([]mistake, error) {
	return store.List(ctx, a.db, scan, `SELECT `+columns+` FROM mistakes WHERE owner = ? ORDER BY created DESC, game, number`, owner)
}

// one returns one of them, or store.ErrNotFound.
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
