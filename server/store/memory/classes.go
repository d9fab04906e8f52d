package memory

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"moyo/server/store"
)

// classes are under the store's lock.
type classes struct {
	classes map[string]store.Class       // by id
	pupils  map[string]store.Schoolchild // by player
}

func newClasses() classes {
	return classes{map[string]store.Class{}, map[string]store.Schoolchild{}}
}

// CreateClass implements store.Classes.
func (s *Store) CreateClass(_ context.Context, c store.Class, b store.ClassBounds) error {
	return s.change(func() error {
		if s.players[c.Owner].Role == store.Deleted {
			return store.ErrNotFound
		}
		if _, there := s.classes.classes[c.ID]; there || s.codeTaken(c) {
			return store.ErrExists
		}
		own := 0
		for _, other := range s.classes.classes {
			if other.Owner == c.Owner {
				own++
			}
		}
		if own >= b.Each || len(s.classes.classes) >= b.All {
			return store.ErrFull
		}
		s.classes.classes[c.ID] = roundedClass(c)
		return nil
	})
}

// codeTaken says whether another class has the code of c; the lock is held.
func (s *Store) codeTaken(c store.Class) bool {
	for _, other := range s.classes.classes {
		if other.Code == c.Code && other.ID != c.ID {
			return true
		}
	}
	return false
}

// SaveClass implements store.Classes.
func (s *Store) SaveClass(_ context.Context, c store.Class) error {
	return s.change(func() error {
		kept, there := s.classes.classes[c.ID]
		switch {
		case !there:
			return store.ErrNotFound
		case kept.Version != c.Version-1:
			return &store.Conflict{Game: c.ID, Have: kept.Version, Want: c.Version - 1}
		case s.codeTaken(c):
			return store.ErrExists
		}
		c.Owner, c.Created = kept.Owner, kept.Created
		s.classes.classes[c.ID] = roundedClass(c)
		return nil
	})
}

// UseClass implements store.Classes.
func (s *Store) UseClass(_ context.Context, id string, at time.Time) error {
	return s.change(func() error {
		if c, there := s.classes.classes[id]; there && store.Milli(at).After(c.Used) {
			c.Used = store.Milli(at)
			s.classes.classes[id] = c
		}
		return nil
	})
}

// Class implements store.Classes.
func (s *Store) Class(_ context.Context, id string) (store.Class, error) {
	return s.oneClass(func(c store.Class) bool { return c.ID == id })
}

// ClassByCode implements store.Classes.
func (s *Store) ClassByCode(_ context.Context, code string) (store.Class, error) {
	return s.oneClass(func(c store.Class) bool { return c.Code == code })
}

func (s *Store) oneClass(is func(store.Class) bool) (store.Class, error) {
	if found := s.classesWhere(is); len(found) > 0 {
		return found[0], nil
	}
	return store.Class{}, store.ErrNotFound
}

// ClassesOf implements store.Classes.
func (s *Store) ClassesOf(_ context.Context, owner string) ([]store.Class, error) {
	return s.classesWhere(func(c store.Class) bool { return c.Owner == owner }), nil
}

// UnusedClasses implements store.Classes.
func (s *Store) UnusedClasses(_ context.Context, before time.Time, limit int) ([]store.Class, error) {
	found := s.classesWhere(func(c store.Class) bool { return c.Used.Before(store.Milli(before)) })
	return found[:min(limit, len(found))], nil
}

func (s *Store) classesWhere(is func(store.Class) bool) []store.Class {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.Class{}
	for _, c := range s.classes.classes {
		if is(c) {
			found = append(found, roundedClass(c))
		}
	}
	slices.SortFunc(found, func(a, b store.Class) int {
		return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.ID, b.ID))
	})
	return found
}

// DeleteClass implements store.Classes.
func (s *Store) DeleteClass(_ context.Context, id string) error {
	return s.change(func() error {
		if _, there := s.classes.classes[id]; !there {
			return store.ErrNotFound
		}
		if s.pupilsIn(id) > 0 {
			return store.ErrTaken
		}
		delete(s.classes.classes, id)
		return nil
	})
}

// pupilsIn counts the pupils of a class; the lock is held.
func (s *Store) pupilsIn(class string) (n int) {
	for _, p := range s.classes.pupils {
		if p.Class == class {
			n++
		}
	}
	return n
}

// AddPupil implements store.Classes.
func (s *Store) AddPupil(_ context.Context, p store.Schoolchild, most int) error {
	return s.change(func() error {
		if _, there := s.classes.classes[p.Class]; !there {
			return store.ErrNotFound
		}
		if _, there := s.players[p.Player]; there {
			return store.ErrExists
		}
		if s.pupilsIn(p.Class) >= most {
			return store.ErrFull
		}
		s.classes.pupils[p.Player] = roundedPupil(p)
		return s.savePlayer(store.Player{ID: p.Player, Role: store.Pupil, Created: p.Created})
	})
}

// SavePupil implements store.Classes.
func (s *Store) SavePupil(_ context.Context, p store.Schoolchild) error {
	return s.change(func() error {
		kept, there := s.classes.pupils[p.Player]
		switch {
		case !there:
			return store.ErrNotFound
		case kept.Version != p.Version-1:
			return &store.Conflict{Game: "pupil", Have: kept.Version, Want: p.Version - 1}
		}
		p.Class, p.Created = kept.Class, kept.Created
		s.classes.pupils[p.Player] = roundedPupil(p)
		return nil
	})
}

// Pupil implements store.Classes.
func (s *Store) Pupil(_ context.Context, player string) (store.Schoolchild, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	p, there := s.classes.pupils[player]
	if !there {
		return store.Schoolchild{}, store.ErrNotFound
	}
	return roundedPupil(p), nil
}

// Pupils implements store.Classes.
func (s *Store) Pupils(_ context.Context, class string) ([]store.Schoolchild, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.Schoolchild{}
	for _, p := range s.classes.pupils {
		if p.Class == class {
			found = append(found, roundedPupil(p))
		}
	}
	slices.SortFunc(found, func(a, b store.Schoolchild) int {
		return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.Player, b.Player))
	})
	return found, nil
}

// forgetClasses forgets the classes that somebody teaches, and that they are in one.
func (s *Store) forgetClasses(player string) {
	for id, c := range s.classes.classes {
		if c.Owner == player {
			delete(s.classes.classes, id)
		}
	}
	delete(s.classes.pupils, player)
}

// roundedClass returns a class as a database keeps it.
func roundedClass(c store.Class) store.Class {
	c.Created, c.Used, c.Body = store.Milli(c.Created), store.Milli(c.Used), slices.Clone(c.Body)
	return c
}

// roundedPupil returns a pupil as a database keeps them.
func roundedPupil(p store.Schoolchild) store.Schoolchild {
	p.Created, p.Body = store.Milli(p.Created), slices.Clone(p.Body)
	return p
}
