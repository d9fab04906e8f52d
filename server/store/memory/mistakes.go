package memory

import (
	"cmp"
	"context"
	"slices"

	"moyo/server/store"
)

// AddMistakes implements store.Mistakes.
func (s *Store) AddMistakes(_ context.Context, owner string, add []store.Mistake) (added int, err error) {
	err = s.change(func() error {
		if s.players[owner].Role == store.Deleted {
			return store.ErrNotFound
		}
		all := slices.Clone(s.mistakes[owner])
		for _, m := range add {
			if mistakeAt(all, m.Game, m.Number) < 0 {
				m.Owner = owner
				all = append(all, keptMistake(m))
			}
		}
		if len(all) > store.MaxMistakes {
			return store.ErrFull
		}
		added = len(all) - len(s.mistakes[owner])
		slices.SortFunc(all, func(a, b store.Mistake) int {
			return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Number, b.Number))
		})
		if len(all) > 0 {
			s.mistakes[owner] = all
		}
		return nil
	})
	return added, err
}

// keptMistake returns a mistake as databases have it.
func keptMistake(m store.Mistake) store.Mistake {
	m.Created, m.Last, m.Due, m.Body = store.Milli(m.Created), store.Milli(m.Last), store.Milli(m.Due), append([]byte{}, m.Body...)
	return m
}

// mistakeAt returns the index of a mistake, -1 where it is not there.
func mistakeAt(all []store.Mistake, game string, number int) int {
	return slices.IndexFunc(all, func(m store.Mistake) bool { return m.Game == game && m.Number == number })
}

// Mistakes implements store.Mistakes.
func (s *Store) Mistakes(_ context.Context, owner string) ([]store.Mistake, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	all := []store.Mistake{}
	for _, m := range s.mistakes[owner] {
		all = append(all, keptMistake(m))
	}
	return all, nil
}

// Mistake implements store.Mistakes.
func (s *Store) Mistake(_ context.Context, owner, game string, number int) (store.Mistake, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	i := mistakeAt(s.mistakes[owner], game, number)
	if i < 0 {
		return store.Mistake{}, store.ErrNotFound
	}
	return keptMistake(s.mistakes[owner][i]), nil
}

// SaveMistake implements store.Mistakes.
func (s *Store) SaveMistake(_ context.Context, m store.Mistake) error {
	return s.change(func() error {
		i := mistakeAt(s.mistakes[m.Owner], m.Game, m.Number)
		if i < 0 {
			return store.ErrNotFound
		}
		m.Created = s.mistakes[m.Owner][i].Created
		s.mistakes[m.Owner][i] = keptMistake(m)
		return nil
	})
}

// DeleteMistake implements store.Mistakes.
func (s *Store) DeleteMistake(_ context.Context, owner, game string, number int) error {
	return s.change(func() error {
		i := mistakeAt(s.mistakes[owner], game, number)
		if i < 0 {
			return store.ErrNotFound
		}
		s.mistakes[owner] = slices.Delete(s.mistakes[owner], i, i+1)
		if len(s.mistakes[owner]) == 0 {
			delete(s.mistakes, owner)
		}
		return nil
	})
}
