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

// ladder is one with its last events and who is on it, under the store's lock.
type ladder struct {
	head    store.Ladder
	events  [][]byte
	players map[string]bool
}

// CreateLadder implements store.Ladders.
func (s *Store) CreateLadder(_ context.Context, l store.Ladder, b store.LadderBounds) error {
	return s.change(func() error {
		if s.players[l.Owner].Role == store.Deleted {
			return store.ErrNotFound
		}
		own := 0
		for _, other := range s.ladders {
			if other.head.ID == l.ID || other.head.Games == l.Games {
				return store.ErrExists
			}
			if other.head.Owner == l.Owner {
				own++
			}
		}
		if own >= b.Each || len(s.ladders) >= b.All {
			return store.ErrFull
		}
		s.ladders[l.ID] = &ladder{head: roundedLadder(l), players: map[string]bool{}}
		return nil
	})
}

// ladderOf returns a ladder that has a version; the lock is held.
func (s *Store) ladderOf(id string, version int) (*ladder, error) {
	kept := s.ladders[id]
	switch {
	case kept == nil:
		return nil, store.ErrNotFound
	case kept.head.Version != version:
		return nil, &store.Conflict{Game: id, Have: kept.head.Version, Want: version}
	}
	return kept, nil
}

// ChangeLadder implements store.Ladders.
func (s *Store) ChangeLadder(_ context.Context, c store.LadderChange, b store.LadderBounds) error {
	return s.change(func() error {
		kept, err := s.ladderOf(c.Ladder.ID, c.Ladder.Version-1)
		if err != nil {
			return err
		}
		for _, player := range c.Joined {
			if s.players[player].Role == store.Deleted {
				return store.ErrNotFound
			}
			if !kept.players[player] && s.laddersJoined(player) >= b.Joined {
				return store.ErrFull
			}
		}
		head := roundedLadder(c.Ladder)
		head.Owner, head.Games, head.Created = kept.head.Owner, kept.head.Games, kept.head.Created
		kept.head = head
		if c.Event != nil {
			kept.events = append(kept.events, slices.Clone(c.Event))
			kept.events = kept.events[max(0, len(kept.events)-store.MaxLadderEvents):]
		}
		for _, player := range c.Left {
			delete(kept.players, player)
		}
		for _, player := range c.Joined {
			kept.players[player] = true
		}
		return nil
	})
}

// laddersJoined counts the ladders that somebody is on; the lock is held.
func (s *Store) laddersJoined(player string) (n int) {
	for _, kept := range s.ladders {
		if kept.players[player] {
			n++
		}
	}
	return n
}

// DeleteLadder implements store.Ladders.
func (s *Store) DeleteLadder(_ context.Context, id string, version int) error {
	return s.change(func() error {
		if _, err := s.ladderOf(id, version); err != nil {
			return err
		}
		delete(s.ladders, id)
		return nil
	})
}

// laddersWhere returns ladders by their last change, the newest first.
func (s *Store) laddersWhere(is func(*ladder) bool) []store.Ladder {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.Ladder{}
	for _, kept := range s.ladders {
		if is(kept) {
			found = append(found, roundedLadder(kept.head))
		}
	}
	slices.SortFunc(found, func(a, b store.Ladder) int {
		return cmp.Or(b.Changed.Compare(a.Changed), strings.Compare(a.ID, b.ID))
	})
	return found
}

func (s *Store) oneLadder(is func(*ladder) bool) (store.Ladder, error) {
	if found := s.laddersWhere(is); len(found) > 0 {
		return found[0], nil
	}
	return store.Ladder{}, store.ErrNotFound
}

// Ladder implements store.Ladders.
func (s *Store) Ladder(_ context.Context, id string) (store.Ladder, error) {
	return s.oneLadder(func(l *ladder) bool { return l.head.ID == id })
}

// LadderOfGames implements store.Ladders.
func (s *Store) LadderOfGames(_ context.Context, games string) (store.Ladder, error) {
	return s.oneLadder(func(l *ladder) bool { return l.head.Games == games })
}

// LadderEvents implements store.Ladders.
func (s *Store) LadderEvents(_ context.Context, id string) ([][]byte, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := [][]byte{}
	if kept := s.ladders[id]; kept != nil {
		for _, body := range kept.events {
			found = append(found, slices.Clone(body))
		}
	}
	return found, nil
}

// LadderPlayers implements store.Ladders.
func (s *Store) LadderPlayers(_ context.Context, id string) ([]string, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []string{}
	if kept := s.ladders[id]; kept != nil {
		found = slices.AppendSeq(found, maps.Keys(kept.players))
	}
	slices.Sort(found)
	return found, nil
}

// Ladders implements store.Ladders.
func (s *Store) Ladders(_ context.Context, limit int) ([]store.Ladder, error) {
	found := s.laddersWhere(func(l *ladder) bool { return l.head.Listed && !l.head.Closed })
	return found[:min(limit, len(found))], nil
}

// LaddersOf implements store.Ladders.
func (s *Store) LaddersOf(_ context.Context, player string) ([]store.Ladder, error) {
	return s.laddersWhere(func(l *ladder) bool { return l.head.Owner == player || l.players[player] }), nil
}

// LaddersDue implements store.Ladders.
func (s *Store) LaddersDue(_ context.Context, by time.Time, limit int) ([]store.Ladder, error) {
	found := s.laddersWhere(func(l *ladder) bool { return !l.head.Due.IsZero() && !l.head.Due.After(store.Milli(by)) })
	slices.SortFunc(found, func(a, b store.Ladder) int {
		return cmp.Or(a.Due.Compare(b.Due), strings.Compare(a.ID, b.ID))
	})
	return found[:min(limit, len(found))], nil
}

// leaveLadders takes somebody off all ladders, which are due by that, and away what they have called theirs.
func (s *Store) leaveLadders(player string) {
	for _, kept := range s.ladders {
		if kept.head.Owner == player {
			kept.head.Title = ""
			kept.head.Version++
		}
		if kept.players[player] {
			kept.head.Due = store.SomebodyGone
			kept.head.Version++
			delete(kept.players, player)
		}
	}
}

// roundedLadder returns a ladder as a database keeps it.
func roundedLadder(l store.Ladder) store.Ladder {
	l.Created, l.Changed, l.State = store.Milli(l.Created), store.Milli(l.Changed), slices.Clone(l.State)
	if !l.Due.IsZero() {
		l.Due = store.Milli(l.Due)
	}
	return l
}
