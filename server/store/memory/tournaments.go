package memory

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"moyo/server/store"
)

// tournament is one with its log, under the store's lock.
type tournament struct {
	head   store.Tournament
	events [][]byte
}

// CreateTournament implements store.Tournaments.
func (s *Store) CreateTournament(_ context.Context, t store.Tournament, events [][]byte, b store.TournamentBounds) error {
	return s.change(func() error {
		if s.players[t.Owner].Role == store.Deleted {
			return store.ErrNotFound
		}
		if s.tournaments[t.ID] != nil {
			return store.ErrExists
		}
		all, own := 0, 0
		for _, other := range s.tournaments {
			if other.head.Phase == store.TournamentOver {
				continue
			}
			if all++; other.head.Owner == t.Owner {
				own++
			}
		}
		if t.Phase != store.TournamentOver && (all >= b.All || own >= b.Each) {
			return store.ErrFull
		}
		kept := &tournament{head: roundedTournament(t)}
		kept.keep(events)
		s.tournaments[t.ID] = kept
		return nil
	})
}

// ChangeTournament implements store.Tournaments.
func (s *Store) ChangeTournament(_ context.Context, t store.Tournament, events [][]byte) error {
	return s.change(func() error {
		kept := s.tournaments[t.ID]
		if kept == nil {
			return store.ErrNotFound
		}
		if want := t.Version - len(events); len(kept.events) != want {
			return &store.Conflict{Game: t.ID, Have: len(kept.events), Want: want}
		}
		t.Owner, t.Title, t.Created = kept.head.Owner, kept.head.Title, kept.head.Created
		kept.head = roundedTournament(t)
		kept.keep(events)
		return nil
	})
}

func (t *tournament) keep(events [][]byte) {
	for _, body := range events {
		t.events = append(t.events, slices.Clone(body))
	}
}

// roundedTournament returns a header as a database keeps it.
func roundedTournament(t store.Tournament) store.Tournament {
	t.Created, t.Changed, t.Summary = store.Milli(t.Created), store.Milli(t.Changed), slices.Clone(t.Summary)
	return t
}

// Tournament implements store.Tournaments.
func (s *Store) Tournament(_ context.Context, id string) (store.Tournament, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	kept := s.tournaments[id]
	if kept == nil {
		return store.Tournament{}, store.ErrNotFound
	}
	return roundedTournament(kept.head), nil
}

// TournamentEvents implements store.Tournaments.
func (s *Store) TournamentEvents(_ context.Context, id string, after int) ([][]byte, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := [][]byte{}
	if kept := s.tournaments[id]; kept != nil {
		for _, body := range kept.events[min(after, len(kept.events)):] {
			found = append(found, slices.Clone(body))
		}
	}
	return found, nil
}

// TournamentsIn implements store.Tournaments.
func (s *Store) TournamentsIn(_ context.Context, phase string, limit int) ([]store.Tournament, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.Tournament{}
	for _, kept := range s.tournaments {
		if kept.head.Phase == phase {
			found = append(found, roundedTournament(kept.head))
		}
	}
	slices.SortFunc(found, func(a, b store.Tournament) int {
		return cmp.Or(b.Changed.Compare(a.Changed), strings.Compare(a.ID, b.ID))
	})
	return found[:min(limit, len(found))], nil
}

// untitleTournaments takes away what somebody has called their tournaments.
func (s *Store) untitleTournaments(owner string) {
	for _, kept := range s.tournaments {
		if kept.head.Owner == owner {
			kept.head.Title = ""
		}
	}
}
