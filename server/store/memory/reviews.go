package memory

import (
	"context"
	"slices"
	"strings"

	"moyo/server/store"
)

// SaveReview implements store.Reviews.
func (s *Store) SaveReview(_ context.Context, r store.Review, most int64) error {
	return s.change(func() error {
		switch {
		case s.games[r.Game] == nil:
			return store.ErrNotFound
		case int64(len(r.Body)) > most:
			return store.ErrFull
		}
		r.At, r.Body = store.Milli(r.At), slices.Clone(r.Body)
		s.forgetReview(r.Game)
		s.reviewed = append(s.reviewed, r)
		slices.SortFunc(s.reviewed, func(a, b store.Review) int {
			if n := a.At.Compare(b.At); n != 0 {
				return n
			}
			return strings.Compare(a.Game, b.Game)
		})
		sum := int64(0)
		for _, kept := range s.reviewed {
			sum += int64(len(kept.Body))
		}
		s.reviewed = slices.DeleteFunc(s.reviewed, func(old store.Review) bool {
			if sum <= most || old.Game == r.Game {
				return false
			}
			sum -= int64(len(old.Body))
			return true
		})
		return nil
	})
}

// Review implements store.Reviews.
func (s *Store) Review(_ context.Context, game string) (store.Review, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	i := slices.IndexFunc(s.reviewed, func(r store.Review) bool { return r.Game == game })
	if i < 0 {
		return store.Review{}, store.ErrNotFound
	}
	r := s.reviewed[i]
	r.Body = slices.Clone(r.Body)
	return r, nil
}

// forgetReview forgets the review of a game; the lock is held.
func (s *Store) forgetReview(game string) {
	s.reviewed = slices.DeleteFunc(s.reviewed, func(r store.Review) bool { return r.Game == game })
}
