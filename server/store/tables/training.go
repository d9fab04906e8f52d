package tables

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"moyo/server/store"
)

// Train implements store.Training.
func (s *Store) Train(ctx context.Context, t store.Trainee, step store.Step) error {
	t.State = slices.Clone(t.State)
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := w.train(ctx, t); err != nil {
			return err
		}
		return w.keep(ctx, t, step)
	})
}

// train writes the trainee.
func (w *writer) train(ctx context.Context, t store.Trainee) error {
	want := t.Version - 1
	text := `UPDATE trainees SET points = ?, deviation = ?, volatility = ?, state = ?, updated = ?, version = version + 1
			WHERE owner = ? AND version = ?`
	if want == 0 {
		text = `INSERT INTO trainees (points, deviation, volatility, state, updated, owner, version)
			VALUES (?, ?, ?, ?, ?, ?, 1 + ?) ON CONFLICT DO NOTHING`
	}
	state := t.State
	if state == nil {
		state = []byte{}
	}
	res, err := w.run(ctx, text, t.Rating.Points, t.Rating.Deviation, t.Rating.Volatility, state, t.Updated.UnixMilli(), t.Owner, want)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n > 0 {
		return err
	}
	var have int
	err = w.Row(ctx, `SELECT version FROM trainees WHERE owner = ?`, t.Owner).Scan(&have)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	return &store.Conflict{Game: "training", Have: have, Want: want}
}

// keep writes what a step has.
func (w *writer) keep(ctx context.Context, t store.Trainee, step store.Step) error {
	if a := step.Attempt; a != nil {
		if _, err := w.run(ctx, `INSERT INTO attempts (owner, version, problem, at, "right", rated, took, points, deviation, volatility,
			against_points, against_deviation, against_volatility) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			t.Owner, t.Version, a.Problem, a.At.UnixMilli(), a.Right, a.Rated, a.Took.Milliseconds(),
			a.After.Points, a.After.Deviation, a.After.Volatility, a.Against.Points, a.Against.Deviation, a.Against.Volatility); err != nil {
			return err
		}
		if _, err := w.run(ctx, `DELETE FROM attempts WHERE owner = ? AND version <= ?`, t.Owner, t.Version-store.MaxAttempts); err != nil {
			return err
		}
	}
	if c := step.Card; c != nil {
		if _, err := w.run(ctx, upsert("cards", "owner, problem", "tried, solved, last, step, lapses, due"),
			t.Owner, c.Problem, c.Tried, c.Solved, c.Last.UnixMilli(), c.Step, c.Lapses, milliOrNull(c.Due)); err != nil {
			return err
		}
	}
	if r := step.Problem; r != nil {
		if _, err := w.run(ctx, upsert("problem_ratings", "problem", "points, deviation, volatility, tried, solved"),
			r.Problem, r.Rating.Points, r.Rating.Deviation, r.Rating.Volatility, r.Tried, r.Solved); err != nil {
			return err
		}
	}
	return nil
}

// SaveCollection implements store.Training.
func (s *Store) SaveCollection(ctx context.Context, c store.Collection) error {
	c.Body = append([]byte{}, c.Body...)
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		return changed(w.run(ctx, `INSERT INTO collections (owner, id, title, problems, body, created)
			VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, c.Owner, c.ID, c.Title, c.Problems, c.Body, c.Created.UnixMilli()))(store.ErrExists)
	})
}

// DeleteCollection implements store.Training.
func (s *Store) DeleteCollection(ctx context.Context, owner, id string) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		return changed(w.run(ctx, `DELETE FROM collections WHERE owner = ? AND id = ?`, owner, id))(store.ErrNotFound)
	})
}

// changed returns what gives a statement's error, or the one that says that it
// has changed nothing.
func changed(res sql.Result, err error) func(nothing error) error {
	return func(nothing error) error {
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n > 0 {
			return err
		}
		return nothing
	}
}

// Trainee implements store.Training.
func (s *Store) Trainee(ctx context.Context, owner string) (store.Trainee, error) {
	t := store.Trainee{Owner: owner}
	var updated int64
	err := s.readers.row(ctx, `SELECT version, points, deviation, volatility, state, updated FROM trainees WHERE owner = ?`, owner).
		Scan(&t.Version, &t.Rating.Points, &t.Rating.Deviation, &t.Rating.Volatility, &t.State, &updated)
	if errors.Is(err, sql.ErrNoRows) {
		return store.Trainee{}, store.ErrNotFound
	}
	t.Updated = time.UnixMilli(updated).UTC()
	return t, s.orClosed(err)
}

// Cards implements store.Training.
func (s *Store) Cards(ctx context.Context, owner string) ([]store.Card, error) {
	return list(ctx, s, func(row scanner) (c store.Card, err error) {
		var last int64
		var due sql.NullInt64
		err = row.Scan(&c.Problem, &c.Tried, &c.Solved, &last, &c.Step, &c.Lapses, &due)
		c.Last, c.Due = time.UnixMilli(last).UTC(), timeOrZero(due)
		return c, err
	}, `SELECT problem, tried, solved, last, step, lapses, due FROM cards WHERE owner = ? ORDER BY problem`, owner)
}

// Attempts implements store.Training.
func (s *Store) Attempts(ctx context.Context, owner string, limit int) ([]store.Attempt, error) {
	attempts, err := list(ctx, s, func(row scanner) (a store.Attempt, err error) {
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

// ProblemRatings implements store.Training.
func (s *Store) ProblemRatings(ctx context.Context) ([]store.ProblemRating, error) {
	return list(ctx, s, func(row scanner) (r store.ProblemRating, err error) {
		err = row.Scan(&r.Problem, &r.Rating.Points, &r.Rating.Deviation, &r.Rating.Volatility, &r.Tried, &r.Solved)
		return r, err
	}, `SELECT problem, points, deviation, volatility, tried, solved FROM problem_ratings ORDER BY problem`)
}

// Collections implements store.Training.
func (s *Store) Collections(ctx context.Context, owner string) ([]store.Collection, error) {
	return list(ctx, s, func(row scanner) (store.Collection, error) {
		c := store.Collection{Owner: owner}
		var created int64
		err := row.Scan(&c.ID, &c.Title, &c.Problems, &created)
		c.Created = time.UnixMilli(created).UTC()
		return c, err
	}, `SELECT id, title, problems, created FROM collections WHERE owner = ? ORDER BY created DESC, id`, owner)
}

// LoadCollection implements store.Training.
func (s *Store) LoadCollection(ctx context.Context, owner, id string) (store.Collection, error) {
	c := store.Collection{Owner: owner, ID: id}
	var created int64
	err := s.readers.row(ctx, `SELECT title, problems, body, created FROM collections WHERE owner = ? AND id = ?`, owner, id).
		Scan(&c.Title, &c.Problems, &c.Body, &created)
	if errors.Is(err, sql.ErrNoRows) {
		return store.Collection{}, store.ErrNotFound
	}
	c.Created = time.UnixMilli(created).UTC()
	return c, s.orClosed(err)
}
