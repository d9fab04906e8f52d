package memory

import (
	"context"
	"slices"
	"strings"
	"time"

	"moyo/server/store"
)

// AddToken implements store.Tokens.
func (s *Store) AddToken(_ context.Context, t store.Token, most int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	if s.players[t.Player].Role == store.Deleted {
		return store.ErrNotFound
	}
	n := 0
	for _, other := range s.tokens {
		if other.Player == t.Player {
			n++
		}
	}
	if n >= most {
		return store.ErrFull
	}
	if _, ok := s.tokens[t.Hash]; ok {
		return store.ErrExists
	}
	t.Created = store.Milli(t.Created)
	if !t.Used.IsZero() {
		t.Used = store.Milli(t.Used)
	}
	s.tokens[t.Hash] = t
	return nil
}

// UseToken implements store.Tokens.
func (s *Store) UseToken(_ context.Context, hash string, at time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, ok := s.tokens[hash]
	switch {
	case s.closed:
		return store.ErrClosed
	case !ok:
		return store.ErrNotFound
	}
	t.Used = store.Milli(at)
	s.tokens[hash] = t
	return nil
}

// Token implements store.Tokens.
func (s *Store) Token(_ context.Context, hash string) (store.Token, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	t, ok := s.tokens[hash]
	if !ok {
		return store.Token{}, store.ErrNotFound
	}
	return t, nil
}

// Tokens implements store.Tokens.
func (s *Store) Tokens(_ context.Context, player string) ([]store.Token, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.Token{}
	for _, t := range s.tokens {
		if t.Player == player {
			found = append(found, t)
		}
	}
	slices.SortFunc(found, func(a, b store.Token) int {
		if c := b.Created.Compare(a.Created); c != 0 {
			return c
		}
		return strings.Compare(a.Hash, b.Hash)
	})
	return found, nil
}

// EndToken implements store.Tokens.
func (s *Store) EndToken(_ context.Context, player, hash string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	if t, ok := s.tokens[hash]; !ok || t.Player != player {
		return store.ErrNotFound
	}
	delete(s.tokens, hash)
	return nil
}
