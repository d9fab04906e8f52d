package memory

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"moyo/server/store"
)

// ShareBoard implements store.Gallery.
func (s *Store) ShareBoard(_ context.Context, b store.Shared, most int) error {
	return s.change(func() error {
		own, has := s.owned[b.Owner][b.Hash]
		old, there := s.shared[b.Hash]
		have := 0
		for _, other := range s.shared {
			if other.Owner == b.Owner {
				have++
			}
		}
		switch {
		case !has:
			return store.ErrNotFound
		case there && old.Hidden:
			return store.ErrTaken
		case there:
			return store.ErrExists
		case have >= most:
			return store.ErrFull
		}
		b.Title, b.At, b.Author, b.Played, b.Hidden = own.Title, store.Milli(b.At), "", 0, false
		for _, k := range s.games {
			if k.game.CountsFor() == b.Hash && b.Played < store.MostPlayed {
				b.Played++
			}
		}
		s.shared[b.Hash] = b
		return nil
	})
}

// countPlayed counts a game that ends for its board; the lock is held.
func (s *Store) countPlayed(old, g store.Game) {
	if b, ok := s.shared[g.CountsFor()]; ok && old.CountsFor() == "" {
		b.Played++
		s.shared[b.Hash] = b
	}
}

// UnshareBoard implements store.Gallery.
func (s *Store) UnshareBoard(_ context.Context, owner, hash string) error {
	return s.change(func() error {
		if b, ok := s.shared[hash]; !ok || b.Owner != owner || b.Hidden {
			return store.ErrNotFound
		}
		delete(s.shared, hash)
		return nil
	})
}

// SharedBoard implements store.Gallery.
func (s *Store) SharedBoard(_ context.Context, hash string) (store.Shared, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	b, ok := s.shared[hash]
	if !ok {
		return store.Shared{}, store.ErrNotFound
	}
	b.Author = s.players[b.Owner].Name
	return b, nil
}

// SharedBoards implements store.Gallery.
func (s *Store) SharedBoards(_ context.Context, q store.SharedQuery) ([]store.Shared, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.Shared{}
	order := func(a, b store.SharedPlace) int {
		c := cmp.Or(b.At.Compare(a.At), strings.Compare(a.Hash, b.Hash))
		if q.Order == store.ByPlayed {
			c = cmp.Or(cmp.Compare(b.Played, a.Played), c)
		}
		return c
	}
	for _, b := range s.shared {
		wanted := q.Owner == "" && !b.Hidden || q.Owner != "" && q.Owner == b.Owner
		behind := q.After == store.SharedPlace{} || order(q.After, store.SharedPlaceOf(b)) < 0
		if wanted && behind && strings.Contains(strings.ToLower(b.Title), strings.ToLower(q.Name)) {
			b.Author = s.players[b.Owner].Name
			found = append(found, b)
		}
	}
	slices.SortFunc(found, func(a, b store.Shared) int { return order(store.SharedPlaceOf(a), store.SharedPlaceOf(b)) })
	return found[:min(q.Limit, len(found))], nil
}

// RenameBoard implements store.Gallery.
func (s *Store) RenameBoard(_ context.Context, owner, hash, title string) error {
	return s.change(func() error {
		own, has := s.owned[owner][hash]
		if !has {
			return store.ErrNotFound
		}
		own.Title = title
		s.owned[owner][hash] = own
		if b, ok := s.shared[hash]; ok && b.Owner == owner {
			b.Title = title
			s.shared[hash] = b
		}
		return nil
	})
}

// DropBoard implements store.Gallery.
func (s *Store) DropBoard(_ context.Context, owner, hash string) error {
	return s.change(func() error {
		if _, has := s.owned[owner][hash]; !has {
			return store.ErrNotFound
		}
		delete(s.owned[owner], hash)
		if b, ok := s.shared[hash]; ok && b.Owner == owner && !b.Hidden {
			delete(s.shared, hash)
		}
		return nil
	})
}
