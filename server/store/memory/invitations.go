package memory

import (
	"context"
	"maps"
	"time"

	"moyo/server/store"
)

// invitations are the codes that operators have given out, by their hashes, under
// the store's lock.
type invitations map[string]store.Invitation

// Invite implements store.Invitations.
func (s *Store) Invite(_ context.Context, i store.Invitation) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	maps.DeleteFunc(s.invitations, func(_ string, old store.Invitation) bool { return old.Player == i.Player })
	s.invitations[i.Hash] = i
	return nil
}

// Redeem implements store.Invitations.
func (s *Store) Redeem(_ context.Context, hash string, now time.Time) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, ok := s.invitations[hash]
	if !ok || !now.Before(store.Milli(i.Expires)) {
		return "", store.ErrNotFound
	}
	delete(s.invitations, hash)
	return i.Player, nil
}
