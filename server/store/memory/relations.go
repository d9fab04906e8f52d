package memory

import (
	"context"
	"slices"
	"strings"

	"moyo/server/store"
)

// relations are who follows and blocks whom, under the store's lock.
type relations struct {
	relations []store.Relation
}

// Relate implements store.Relations.
func (s *Store) Relate(_ context.Context, r store.Relation, most int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	have := 0
	for _, old := range s.relations.relations {
		if old.Player == r.Player && old.Kind == r.Kind {
			have++
			if old.Other == r.Other {
				return nil
			}
		}
	}
	if have >= most {
		return store.ErrFull
	}
	r.Created = store.Milli(r.Created)
	s.relations.relations = append(s.relations.relations, r)
	return nil
}

// Unrelate implements store.Relations.
func (s *Store) Unrelate(_ context.Context, player string, kind store.RelationKind, other string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	s.relations.relations = slices.DeleteFunc(s.relations.relations, func(r store.Relation) bool {
		return r.Player == player && r.Kind == kind && r.Other == other
	})
	return nil
}

// Related implements store.Relations.
func (s *Store) Related(_ context.Context, player string, kind store.RelationKind) ([]store.Relation, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.Relation{}
	for _, r := range s.relations.relations {
		if r.Player == player && r.Kind == kind {
			found = append(found, r)
		}
	}
	slices.SortFunc(found, func(a, b store.Relation) int {
		if c := b.Created.Compare(a.Created); c != 0 {
			return c
		}
		return strings.Compare(a.Other, b.Other)
	})
	return found, nil
}

// HasRelation implements store.Relations.
func (s *Store) HasRelation(_ context.Context, player string, kind store.RelationKind, other string) (bool, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.ContainsFunc(s.relations.relations, func(r store.Relation) bool {
		return r.Player == player && r.Kind == kind && r.Other == other
	}), nil
}
