package memory

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"moyo/server/store"
)

// CreateSimul implements store.Simuls.
func (s *Store) CreateSimul(_ context.Context, v store.Simul, b store.SimulBounds) error {
	return s.change(func() error {
		if s.players[v.Owner].Role == store.Deleted {
			return store.ErrNotFound
		}
		if _, ok := s.simuls[v.ID]; ok {
			return store.ErrExists
		}
		all, own := 0, 0
		for _, other := range s.simuls {
			if isDone(other) {
				continue
			}
			if all++; other.Owner == v.Owner {
				own++
			}
		}
		if all >= b.All || own >= b.Each {
			return store.ErrFull
		}
		s.simuls[v.ID] = roundedSimul(v)
		return nil
	})
}

// isDone says whether an exhibition takes no place any more.
func isDone(v store.Simul) bool {
	return v.Phase == store.SimulOver || v.Phase == store.SimulCancelled
}

// SaveSimul implements store.Simuls.
func (s *Store) SaveSimul(_ context.Context, v store.Simul) error {
	return s.change(func() error {
		kept, ok := s.simuls[v.ID]
		switch {
		case !ok:
			return store.ErrNotFound
		case kept.Version != v.Version-1:
			return &store.Conflict{Game: v.ID, Have: kept.Version, Want: v.Version - 1}
		}
		v.Owner, v.Title, v.Created = kept.Owner, kept.Title, kept.Created
		s.simuls[v.ID] = roundedSimul(v)
		return nil
	})
}

// roundedSimul returns an exhibition as a database keeps it.
func roundedSimul(v store.Simul) store.Simul {
	v.Created, v.Changed, v.Body = store.Milli(v.Created), store.Milli(v.Changed), slices.Clone(v.Body)
	return v
}

// Simul implements store.Simuls.
func (s *Store) Simul(_ context.Context, id string) (store.Simul, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	v, ok := s.simuls[id]
	if !ok {
		return v, store.ErrNotFound
	}
	return roundedSimul(v), nil
}

// SimulsIn implements store.Simuls.
func (s *Store) SimulsIn(_ context.Context, phase string, limit int) ([]store.Simul, error) {
	found := s.simulsThat(func(v store.Simul) bool { return v.Phase == phase })
	slices.SortFunc(found, func(a, b store.Simul) int { return cmp.Or(b.Changed.Compare(a.Changed), strings.Compare(a.ID, b.ID)) })
	return found[:min(limit, len(found))], nil
}

// SimulsOf implements store.Simuls.
func (s *Store) SimulsOf(_ context.Context, owner string, limit int) ([]store.Simul, error) {
	found := s.simulsThat(func(v store.Simul) bool { return v.Owner == owner && v.Title != "" })
	slices.SortFunc(found, func(a, b store.Simul) int { return cmp.Or(b.Created.Compare(a.Created), strings.Compare(a.ID, b.ID)) })
	return found[:min(limit, len(found))], nil
}

func (s *Store) simulsThat(f func(store.Simul) bool) []store.Simul {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.Simul{}
	for _, v := range s.simuls {
		if f(v) {
			found = append(found, roundedSimul(v))
		}
	}
	return found
}

// ForgetSimuls implements store.Simuls.
func (s *Store) ForgetSimuls(_ context.Context, before time.Time) (n int, err error) {
	err = s.change(func() error {
		had := len(s.simuls)
		maps.DeleteFunc(s.simuls, func(_ string, v store.Simul) bool {
			return v.Phase == store.SimulCancelled && v.Changed.Before(before)
		})
		n = had - len(s.simuls)
		return nil
	})
	return n, err
}

// untitleSimuls takes away what somebody has called their exhibitions.
func (s *Store) untitleSimuls(owner string) {
	for id, v := range s.simuls {
		if v.Owner == owner {
			v.Title = ""
			s.simuls[id] = v
		}
	}
}
