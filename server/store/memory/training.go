package memory

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"moyo/server/store"
)

// training is what is kept of people's training; Store.mu guards it.
type training struct {
	trainees    map[string]*trainee
	ratings     map[string]store.ProblemRating
	collections map[string]map[string]store.Collection // by owner and id
}

type trainee struct {
	store.Trainee
	cards    map[string]store.Card
	attempts []store.Attempt
}

func newTraining() training {
	return training{map[string]*trainee{}, map[string]store.ProblemRating{}, map[string]map[string]store.Collection{}}
}

// Trainee implements store.Training.
func (s *Store) Trainee(_ context.Context, owner string) (store.Trainee, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	t := s.trainees[owner]
	if t == nil {
		return store.Trainee{}, store.ErrNotFound
	}
	return t.Trainee, nil
}

// Train implements store.Training.
func (s *Store) Train(_ context.Context, t store.Trainee, step store.Step) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	kept := s.trainees[t.Owner]
	if kept == nil {
		kept = &trainee{cards: map[string]store.Card{}}
	}
	if kept.Version != t.Version-1 {
		return &store.Conflict{Game: "training", Have: kept.Version, Want: t.Version - 1}
	}
	t.State, t.Updated = slices.Clone(t.State), store.Milli(t.Updated)
	kept.Trainee = t
	s.trainees[t.Owner] = kept
	if a := step.Attempt; a != nil {
		b := *a
		b.At, b.Took = store.Milli(b.At), b.Took.Truncate(time.Millisecond)
		kept.attempts = append(kept.attempts, b)
		kept.attempts = kept.attempts[max(0, len(kept.attempts)-store.MaxAttempts):]
	}
	if c := step.Card; c != nil {
		b := *c
		b.Last, b.Due = store.Milli(b.Last), store.Milli(b.Due)
		kept.cards[c.Problem] = b
	}
	if r := step.Problem; r != nil {
		s.ratings[r.Problem] = *r
	}
	return nil
}

// Cards implements store.Training.
func (s *Store) Cards(_ context.Context, owner string) ([]store.Card, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	cards := []store.Card{}
	if t := s.trainees[owner]; t != nil {
		cards = slices.AppendSeq(cards, maps.Values(t.cards))
	}
	slices.SortFunc(cards, func(a, b store.Card) int { return cmp.Compare(a.Problem, b.Problem) })
	return cards, nil
}

// Attempts implements store.Training.
func (s *Store) Attempts(_ context.Context, owner string, limit int) ([]store.Attempt, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	attempts := []store.Attempt{}
	if t := s.trainees[owner]; t != nil {
		attempts = append(attempts, t.attempts[max(0, len(t.attempts)-limit):]...)
	}
	return attempts, nil
}

// ProblemRatings implements store.Training.
func (s *Store) ProblemRatings(context.Context) ([]store.ProblemRating, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	ratings := slices.AppendSeq([]store.ProblemRating{}, maps.Values(s.ratings))
	slices.SortFunc(ratings, func(a, b store.ProblemRating) int { return cmp.Compare(a.Problem, b.Problem) })
	return ratings, nil
}

// SaveCollection implements store.Training.
func (s *Store) SaveCollection(_ context.Context, c store.Collection) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	own := s.collections[c.Owner]
	if own == nil {
		own = map[string]store.Collection{}
		s.collections[c.Owner] = own
	}
	if _, ok := own[c.ID]; ok {
		return store.ErrExists
	}
	c.Body, c.Created = slices.Clone(c.Body), store.Milli(c.Created)
	own[c.ID] = c
	return nil
}

// Collections implements store.Training.
func (s *Store) Collections(_ context.Context, owner string) ([]store.Collection, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	list := []store.Collection{}
	for _, c := range s.collections[owner] {
		c.Body = nil
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b store.Collection) int {
		return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}

// LoadCollection implements store.Training.
func (s *Store) LoadCollection(_ context.Context, owner, id string) (store.Collection, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	c, ok := s.collections[owner][id]
	if !ok {
		return store.Collection{}, store.ErrNotFound
	}
	return c, nil
}

// DeleteCollection implements store.Training.
func (s *Store) DeleteCollection(_ context.Context, owner, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	if _, ok := s.collections[owner][id]; !ok {
		return store.ErrNotFound
	}
	delete(s.collections[owner], id)
	return nil
}
