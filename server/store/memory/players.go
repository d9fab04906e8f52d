package memory

import (
	"context"
	"slices"
	"strings"

	"moyo/server/store"
)

// people are players, their sessions and the tokens of their programs, under the store's lock.
type people struct {
	players  map[string]store.Player  // by id
	sessions map[string]store.Session // by hash
	tokens   map[string]store.Token   // by hash
}

func newPeople() people {
	return people{players: map[string]store.Player{}, sessions: map[string]store.Session{}, tokens: map[string]store.Token{}}
}

// SavePlayer implements store.Players.
func (s *Store) SavePlayer(_ context.Context, p store.Player) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.savePlayer(p)
}

func (s *Store) savePlayer(p store.Player) error {
	if s.closed {
		return store.ErrClosed
	}
	if s.taken(p.ID, p.Skeleton) {
		return store.ErrExists
	}
	if kept, ok := s.players[p.ID]; ok && kept.Role != store.Guest && p.Role == store.Guest {
		return store.ErrExists
	}
	p.Settings = append([]byte{}, p.Settings...)
	p.Created = store.Milli(p.Created)
	if !p.Suspended.IsZero() {
		p.Suspended = store.Milli(p.Suspended)
	}
	s.players[p.ID] = p
	return nil
}

// taken says whether somebody else has that skeleton; the lock is held.
func (s *Store) taken(id, skeleton string) bool {
	for _, other := range s.players {
		if skeleton != "" && other.Skeleton == skeleton && other.ID != id {
			return true
		}
	}
	return false
}

// Members implements store.Players.
func (s *Store) Members(_ context.Context, after string, limit int) ([]store.Player, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.Player{}
	for _, p := range s.players {
		if p.Skeleton > after && p.Name != "" {
			p.Settings = slices.Clone(p.Settings)
			found = append(found, p)
		}
	}
	slices.SortFunc(found, func(a, b store.Player) int { return strings.Compare(a.Skeleton, b.Skeleton) })
	return found[:min(limit, len(found))], nil
}

// Player implements store.Players.
func (s *Store) Player(_ context.Context, id string) (store.Player, error) {
	return s.playerWhere(func(p store.Player) bool { return p.ID == id })
}

// PlayerNamed implements store.Players.
func (s *Store) PlayerNamed(_ context.Context, skeleton string) (store.Player, error) {
	return s.playerWhere(func(p store.Player) bool { return p.Skeleton == skeleton && skeleton != "" })
}

func (s *Store) playerWhere(is func(store.Player) bool) (store.Player, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, p := range s.players {
		if is(p) {
			p.Settings = slices.Clone(p.Settings)
			return p, nil
		}
	}
	return store.Player{}, store.ErrNotFound
}

// SaveSession implements store.Players.
func (s *Store) SaveSession(_ context.Context, v store.Session) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	v.Created, v.Seen, v.Expires = store.Milli(v.Created), store.Milli(v.Seen), store.Milli(v.Expires)
	s.sessions[v.Hash] = v
	return nil
}

// TouchSession implements store.Players.
func (s *Store) TouchSession(_ context.Context, v store.Session) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept, ok := s.sessions[v.Hash]
	switch {
	case s.closed:
		return store.ErrClosed
	case !ok:
		return store.ErrNotFound
	}
	kept.Seen, kept.Expires, kept.Address = store.Milli(v.Seen), store.Milli(v.Expires), v.Address
	s.sessions[v.Hash] = kept
	return nil
}

// Session implements store.Players.
func (s *Store) Session(_ context.Context, hash string) (store.Session, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	v, ok := s.sessions[hash]
	if !ok {
		return store.Session{}, store.ErrNotFound
	}
	return v, nil
}

// Sessions implements store.Players.
func (s *Store) Sessions(_ context.Context, player string) ([]store.Session, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.Session{}
	for _, v := range s.sessions {
		if v.Player == player {
			found = append(found, v)
		}
	}
	slices.SortFunc(found, func(a, b store.Session) int {
		if c := b.Seen.Compare(a.Seen); c != 0 {
			return c
		}
		return strings.Compare(a.Hash, b.Hash)
	})
	return found, nil
}

// EndSession implements store.Players.
func (s *Store) EndSession(_ context.Context, player, hash string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	if v, ok := s.sessions[hash]; !ok || v.Player != player {
		return store.ErrNotFound
	}
	delete(s.sessions, hash)
	return nil
}
