package memory

import (
	"cmp"
	"context"
	"slices"
	"time"

	"moyo/server/store"
)

// Due implements store.Clocks.
func (s *Store) Due(_ context.Context, upTo time.Time, after store.Due, limit int) ([]store.Due, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return nil, store.ErrClosed
	}
	due := []store.Due{}
	for id, k := range s.games {
		d := store.Due{At: k.game.Deadline, Game: id}
		if !d.At.IsZero() && !d.At.After(upTo) && byTime(d, after) > 0 {
			due = append(due, d)
		}
	}
	slices.SortFunc(due, byTime)
	return due[:min(limit, len(due))], nil
}

// byTime orders as Due does.
func byTime(a, b store.Due) int {
	return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Game, b.Game))
}

// SaveRun implements store.Clocks.
func (s *Store) SaveRun(_ context.Context, r store.Run) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	r.Began, r.Seen = store.Milli(r.Began), store.Milli(r.Seen)
	s.runs = slices.DeleteFunc(s.runs, func(old store.Run) bool {
		return old.Began.Equal(r.Began) || old.Seen.Before(r.Began.Add(-store.RunsKept))
	})
	s.runs = append(s.runs, r)
	slices.SortFunc(s.runs, func(a, b store.Run) int { return a.Began.Compare(b.Began) })
	return nil
}

// Runs implements store.Clocks.
func (s *Store) Runs(_ context.Context, since time.Time) ([]store.Run, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return nil, store.ErrClosed
	}
	runs := []store.Run{}
	for _, r := range s.runs {
		if !r.Seen.Before(since) {
			runs = append(runs, r)
		}
	}
	return runs, nil
}
