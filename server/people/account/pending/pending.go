// Package pending stores the state between two steps of a stranger's request: the challenge of a passkey, the state of a visit to
// another site. It is bounded in number and time. Only its owner can continue a step, and only once.
package pending

import (
	"crypto/rand"
	"encoding/hex"
	"sync"
	"time"
)

// perOwner is the number of pending steps of one visitor; one more drops the oldest.
const perOwner = 4

// Steps holds pending steps. It is safe for use by several goroutines.
type Steps[T any] struct {
	most     int
	lifetime time.Duration
	now      func() time.Time

	mu    sync.Mutex
	byID  map[string]step[T]
	order []string // ids, oldest first, including those already taken
	owned map[string]int
}

type step[T any] struct {
	owner string
	value T
	until time.Time
}

// New returns a store for at most most steps, each valid for lifetime.
func New[T any](most int, lifetime time.Duration, now func() time.Time) *Steps[T] {
	return &Steps[T]{most: most, lifetime: lifetime, now: now, byID: map[string]step[T]{}, owned: map[string]int{}}
}

// Begin stores a value for its owner and returns its id, 128 random bits. If the store is full, the oldest step is dropped.
func (s *Steps[T]) Begin(owner string, value T) (id string) {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	id = hex.EncodeToString(b[:])
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget()
	s.byID[id] = step[T]{owner, value, s.now().Add(s.lifetime)}
	s.order = append(s.order, id)
	if s.owned[owner]++; s.owned[owner] > perOwner {
		s.forgetOldestOf(owner)
	}
	return id
}

// Take returns the value with that owner and id, and removes it.
func (s *Steps[T]) Take(owner, id string) (value T, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found, ok := s.byID[id]
	if !ok || found.owner != owner {
		return value, false
	}
	s.remove(id)
	return found.value, s.now().Before(found.until)
}

// forget drops expired steps, and the oldest to make room.
func (s *Steps[T]) forget() {
	now := s.now()
	for len(s.order) > 0 {
		oldest, waits := s.byID[s.order[0]]
		if waits && now.Before(oldest.until) && len(s.byID) < s.most {
			break
		}
		s.remove(s.order[0])
		s.order = s.order[1:]
	}
	if len(s.order) < 2*s.most {
		return
	}
	kept := make([]string, 0, s.most) // many were taken since the oldest
	for _, id := range s.order {
		if _, waits := s.byID[id]; waits {
			kept = append(kept, id)
		}
	}
	s.order = kept
}

func (s *Steps[T]) forgetOldestOf(owner string) {
	for _, id := range s.order {
		if found, waits := s.byID[id]; waits && found.owner == owner {
			s.remove(id)
			return
		}
	}
}

func (s *Steps[T]) remove(id string) {
	found, waits := s.byID[id]
	if !waits {
		return
	}
	delete(s.byID, id)
	if s.owned[found.owner]--; s.owned[found.owner] == 0 {
		delete(s.owned, found.owner)
	}
}
