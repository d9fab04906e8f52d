package training

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"moyo/server/store"
)

// mostAttempts bounds a player's stored attempts. The oldest are dropped.
const mostAttempts = 20_000

// standing is a player's rating and training state.
type standing struct {
	Owner   string // token, as in seats
	Version int    // number of steps so far
	Rating  store.Rating
	State   []byte // the rest, as JSON
	Updated time.Time
}

// additions are the rows that one step adds. Each field may be nil.
type additions struct {
	Attempt *keptAttempt
	Card    *keptCard      // replaces the card of the same problem
	Problem *problemRating // replaces the rating of the same problem
}

// keptAttempt is an attempt at a problem.
type keptAttempt struct {
	Problem string
	At      time.Time
	Right   bool
	Rated   bool
	Took    time.Duration
	After   store.Rating // of the player
	Against store.Rating // of the problem, before
}

// keptCard is the history of a player with one problem, and when it is due again.
type keptCard struct {
	Problem string
	Tried   int
	Solved  int
	Last    time.Time
	Step    int
	Lapses  int
	Due     time.Time // zero if it is not due again
}

// problemRating is the rating of a problem from attempts.
type problemRating struct {
	Problem string
	Rating  store.Rating
	Tried   int
	Solved  int
}

// ownCollection is an imported collection.
type ownCollection struct {
	Owner    string
	ID       string
	Title    string
	Problems int
	Body     []byte
	Created  time.Time
}

// trainings stores training in a database.
type trainings struct{ db store.DB }

// train stores one step of a player's training in one transaction. t replaces the stored version t.Version-1 (0 for a new row),
// and the additions of step are stored with it. The error is a *store.Conflict if the stored version differs. The last mostAttempts
// attempts are kept.
func (a trainings) train(ctx context.Context, t standing, step additions) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := saveStanding(ctx, tx, t); err != nil {
			return err
		}
		return add(ctx, tx, t, step)
	})
}

// saveStanding writes a player's rating and state.
func saveStanding(ctx context.Context, tx store.Tx, t standing) error {
	want := t.Version - 1
	text := `UPDATE trainees SET points = ?, deviation = ?, volatility = ?, state = ?, updated = ?, version = version + 1
			WHERE owner = ? AND version = ?`
	if want == 0 {
		text = `INSERT INTO trainees (points, deviation, volatility, state, updated, owner, version)
			VALUES (?, ?, ?, ?, ?, ?, 1 + ?) ON CONFLICT DO NOTHING`
	}
	n, err := tx.Run(ctx, text,
		t.Rating.Points, t.Rating.Deviation, t.Rating.Volatility, store.Blob(t.State), t.Updated.UnixMilli(), t.Owner, want)
	if err != nil || n > 0 {
		return err
	}
	var have int
	err = tx.Row(ctx, `SELECT version FROM trainees WHERE owner = ?`, t.Owner).Scan(&have)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	return &store.Conflict{Game: "training", Have: have, Want: want}
}

// add writes the additions of a step.
func add(ctx context.Context, tx store.Tx, t standing, step additions) error {
	if a := step.Attempt; a != nil {
		if _, err := tx.Run(ctx, `INSERT INTO attempts (owner, version, problem, at, "right", rated, took, points, deviation, volatility,
			against_points, against_deviation, against_volatility) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			t.Owner, t.Version, a.Problem, a.At.UnixMilli(), a.Right, a.Rated, a.Took.Milliseconds(),
			a.After.Points, a.After.Deviation, a.After.Volatility, a.Against.Points, a.Against.Deviation, a.Against.Volatility); err != nil {
			return err
		}
		if _, err := tx.Run(ctx, `DELETE FROM attempts WHERE owner = ? AND version <= ?`, t.Owner, t.Version-mostAttempts); err != nil {
			return err
		}
	}
	if c := step.Card; c != nil {
		if _, err := tx.Run(ctx, `
			INSERT INTO cards (owner, problem, tried, solved, last, step, lapses, due) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (owner, problem) DO UPDATE SET tried = excluded.tried, solved = excluded.solved, last = excluded.last,
				step = excluded.step, lapses = excluded.lapses, due = excluded.due`,
			t.Owner, c.Problem, c.Tried, c.Solved, c.Last.UnixMilli(), c.Step, c.Lapses, store.MilliOrNull(c.Due)); err != nil {
			return err
		}
	}
	if r := step.Problem; r != nil {
		if _, err := tx.Run(ctx, `
			INSERT INTO problem_ratings (problem, points, deviation, volatility, tried, solved) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (problem) DO UPDATE SET points = excluded.points, deviation = excluded.deviation, volatility = excluded.volatility,
				tried = excluded.tried, solved = excluded.solved`,
			r.Problem, r.Rating.Points, r.Rating.Deviation, r.Rating.Volatility, r.Tried, r.Solved); err != nil {
			return err
		}
	}
	return nil
}

// saveCollection stores a collection, or returns store.ErrExists if the owner has one with its id.
func (a trainings) saveCollection(ctx context.Context, c ownCollection) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		return store.RunOrElse(ctx, tx, store.ErrExists, `INSERT INTO collections (owner, id, title, problems, body, created)
			VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, c.Owner, c.ID, c.Title, c.Problems, store.Blob(c.Body), c.Created.UnixMilli())
	})
}

// deleteCollection deletes a collection, or returns store.ErrNotFound.
func (a trainings) deleteCollection(ctx context.Context, owner, id string) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		return store.RunOrElse(ctx, tx, store.ErrNotFound, `DELETE FROM collections WHERE owner = ? AND id = ?`, owner, id)
	})
}

// standing returns a player's rating and state, or store.ErrNotFound.
func (a trainings) standing(ctx context.Context, owner string) (standing, error) {
	return store.One(ctx, a.db, func(row store.Row) (standing, error) {
		t := standing{Owner: owner}
		var updated int64
		err := row.Scan(&t.Version, &t.Rating.Points, &t.Rating.Deviation, &t.Rating.Volatility, &t.State, &updated)
		t.Updated = time.UnixMilli(updated).UTC()
		return t, err
	}, `SELECT version, points, deviation, volatility, state, updated FROM trainees WHERE owner = ?`, owner)
}

// cards returns the cards of all problems that a player has tried, by problem.
func (a trainings) cards(ctx context.Context, owner string) ([]keptCard, error) {
	return store.List(ctx, a.db, func(row store.Row) (c keptCard, err error) {
		var last int64
		var due sql.NullInt64
		err = row.Scan(&c.Problem, &c.Tried, &c.Solved, &last, &c.Step, &c.Lapses, &due)
		c.Last, c.Due = time.UnixMilli(last).UTC(), store.TimeOrZero(due)
		return c, err
	}, `SELECT problem, tried, solved, last, step, lapses, due FROM cards WHERE owner = ? ORDER BY problem`, owner)
}

// attempts returns a player's last attempts, at most limit, oldest first.
func (a trainings) attempts(ctx context.Context, owner string, limit int) ([]keptAttempt, error) {
	attempts, err := store.List(ctx, a.db, func(row store.Row) (a keptAttempt, err error) {
		var at, took int64
		err = row.Scan(&a.Problem, &at, &a.Right, &a.Rated, &took, &a.After.Points, &a.After.Deviation, &a.After.Volatility,
			&a.Against.Points, &a.Against.Deviation, &a.Against.Volatility)
		a.At, a.Took = time.UnixMilli(at).UTC(), time.Duration(took)*time.Millisecond
		return a, err
	}, `SELECT problem, at, "right", rated, took, points, deviation, volatility, against_points, against_deviation, against_volatility
		FROM attempts WHERE owner = ? ORDER BY version DESC LIMIT ?`, owner, limit)
	slices.Reverse(attempts)
	return attempts, err
}

// ratings returns the ratings that attempts have changed, by problem.
func (a trainings) ratings(ctx context.Context) ([]problemRating, error) {
	return store.List(ctx, a.db, func(row store.Row) (r problemRating, err error) {
		err = row.Scan(&r.Problem, &r.Rating.Points, &r.Rating.Deviation, &r.Rating.Volatility, &r.Tried, &r.Solved)
		return r, err
	}, `SELECT problem, points, deviation, volatility, tried, solved FROM problem_ratings ORDER BY problem`)
}

// collections returns a player's collections without their bodies, newest first.
func (a trainings) collections(ctx context.Context, owner string) ([]ownCollection, error) {
	return store.List(ctx, a.db, func(row store.Row) (ownCollection, error) {
		c := ownCollection{Owner: owner}
		var created int64
		err := row.Scan(&c.ID, &c.Title, &c.Problems, &created)
		c.Created = time.UnixMilli(created).UTC()
		return c, err
	}, `SELECT id, title, problems, created FROM collections WHERE owner = ? ORDER BY created DESC, id`, owner)
}

// collection returns a collection with its body, or store.ErrNotFound.
func (a trainings) collection(ctx context.Context, owner, id string) (ownCollection, error) {
	return store.One(ctx, a.db, func(row store.Row) (ownCollection, error) {
		c := ownCollection{Owner: owner, ID: id}
		var created int64
		err := row.Scan(&c.Title, &c.Problems, &c.Body, &created)
		c.Created = time.UnixMilli(created).UTC()
		return c, err
	}, `SELECT title, problems, body, created FROM collections WHERE owner = ? AND id = ?`, owner, id)
}

// Erasure deletes the training of a player.
var Erasure = []string{
	`DELETE FROM trainees WHERE owner = ?`,
	`DELETE FROM attempts WHERE owner = ?`,
	`DELETE FROM cards WHERE owner = ?`,
	`DELETE FROM collections WHERE owner = ?`,
}
