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

// inGame names a player in a game.
type inGame struct{ game, player string }

// correspondence is what players have beside their games, under the store's lock.
type correspondence struct {
	plans     map[inGame]store.Plan
	notes     map[inGame]store.Note
	vacations map[string][]vacation // by player, oldest first
}

// vacation is one, and whether all games know of it.
type vacation struct {
	store.Vacation
	told bool
}

func newCorrespondence() correspondence {
	return correspondence{plans: map[inGame]store.Plan{}, notes: map[inGame]store.Note{}, vacations: map[string][]vacation{}}
}

// forget forgets what a player has.
func (c *correspondence) forget(player string) {
	maps.DeleteFunc(c.plans, func(key inGame, _ store.Plan) bool { return key.player == player })
	maps.DeleteFunc(c.notes, func(key inGame, _ store.Note) bool { return key.player == player })
	delete(c.vacations, player)
}

// forgetGame forgets what players have in a game.
func (c *correspondence) forgetGame(game string) {
	maps.DeleteFunc(c.plans, func(key inGame, _ store.Plan) bool { return key.game == game })
	maps.DeleteFunc(c.notes, func(key inGame, _ store.Note) bool { return key.game == game })
}

// there calls f unless a player's account was deleted.
func (s *Store) there(player string, f func() error) error {
	return s.change(func() error {
		if s.players[player].Role == store.Deleted {
			return store.ErrNotFound
		}
		return f()
	})
}

// SavePlan implements store.Correspondence.
func (s *Store) SavePlan(ctx context.Context, p store.Plan) error {
	return s.there(p.Player, func() error {
		if err := s.leases.fenced(ctx, p.Game); err != nil {
			return err
		}
		key := inGame{p.Game, p.Player}
		if delete(s.plans, key); len(p.Body) > 0 {
			p.Body, p.Changed = slices.Clone(p.Body), store.Milli(p.Changed)
			s.plans[key] = p
		}
		return nil
	})
}

// plansBy returns copies of those plans that are wanted, by game and player.
func (s *Store) plansBy(wanted func(inGame) bool) []store.Plan {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.Plan{}
	for key, p := range s.plans {
		if wanted(key) {
			p.Body = slices.Clone(p.Body)
			found = append(found, p)
		}
	}
	slices.SortFunc(found, func(a, b store.Plan) int {
		return cmp.Or(strings.Compare(a.Game, b.Game), strings.Compare(a.Player, b.Player))
	})
	return found
}

// Plans implements store.Correspondence.
func (s *Store) Plans(_ context.Context, game string) ([]store.Plan, error) {
	return s.plansBy(func(key inGame) bool { return key.game == game }), nil
}

// PlansOf implements store.Correspondence.
func (s *Store) PlansOf(_ context.Context, player string) ([]store.Plan, error) {
	return s.plansBy(func(key inGame) bool { return key.player == player }), nil
}

// PlansDue implements store.Correspondence.
func (s *Store) PlansDue(_ context.Context, after string, limit int) ([]string, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	due := []string{}
	for key := range s.plans {
		if k := s.games[key.game]; k != nil && key.game > after && k.game.Awaited() == key.player {
			due = append(due, key.game)
		}
	}
	slices.Sort(due)
	return due[:min(limit, len(due))], nil
}

// SaveNote implements store.Correspondence.
func (s *Store) SaveNote(_ context.Context, n store.Note) error {
	return s.there(n.Player, func() error {
		key := inGame{n.Game, n.Player}
		if delete(s.notes, key); n.Text != "" {
			n.Changed = store.Milli(n.Changed)
			s.notes[key] = n
		}
		return nil
	})
}

// Note implements store.Correspondence.
func (s *Store) Note(_ context.Context, player, game string) (store.Note, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	n, ok := s.notes[inGame{game, player}]
	if !ok {
		return n, store.ErrNotFound
	}
	return n, nil
}

// NotesOf implements store.Correspondence.
func (s *Store) NotesOf(_ context.Context, player string) ([]store.Note, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.Note{}
	for key, n := range s.notes {
		if key.player == player {
			found = append(found, n)
		}
	}
	slices.SortFunc(found, func(a, b store.Note) int { return strings.Compare(a.Game, b.Game) })
	return found, nil
}

// BeginVacation implements store.Correspondence.
func (s *Store) BeginVacation(_ context.Context, v store.Vacation, most int) error {
	v.Began, v.Until = store.Milli(v.Began), store.Milli(v.Until)
	return s.there(v.Player, func() error {
		kept := slices.DeleteFunc(slices.Clone(s.vacations[v.Player]), func(old vacation) bool {
			return !old.Until.After(v.Began.Add(-store.VacationYear))
		})
		days := v.Days
		for _, old := range kept {
			if old.Until.After(v.Began) {
				return store.ErrExists
			}
			if old.Began.After(v.Began.Add(-store.VacationYear)) {
				days += old.Days
			}
		}
		if days > most {
			return store.ErrFull
		}
		s.vacations[v.Player] = append(kept, vacation{Vacation: v})
		return nil
	})
}

// EndVacation implements store.Correspondence.
func (s *Store) EndVacation(_ context.Context, player string, at time.Time, days int) error {
	return s.change(func() error {
		kept := s.vacations[player]
		if len(kept) == 0 || !kept[len(kept)-1].Until.After(store.Milli(at)) {
			return store.ErrNotFound
		}
		last := &kept[len(kept)-1]
		last.Until, last.Days, last.told = store.Milli(at), days, false
		return nil
	})
}

// Vacations implements store.Correspondence.
func (s *Store) Vacations(_ context.Context, player string) ([]store.Vacation, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.Vacation{}
	for _, v := range s.vacations[player] {
		found = append(found, v.Vacation)
	}
	return found, nil
}

// VacationsAt implements store.Correspondence.
func (s *Store) VacationsAt(_ context.Context, players []string, at time.Time) ([]store.Vacation, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.Vacation{}
	for _, player := range slices.Compact(slices.Sorted(slices.Values(players))) {
		for _, v := range s.vacations[player] {
			if v.Until.After(store.Milli(at)) {
				found = append(found, v.Vacation)
			}
		}
	}
	return found, nil
}

// VacationsUntold implements store.Correspondence.
func (s *Store) VacationsUntold(_ context.Context, after store.Vacation, limit int) ([]store.Vacation, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	order := func(a, b store.Vacation) int {
		return cmp.Or(a.Began.Compare(b.Began), strings.Compare(a.Player, b.Player))
	}
	found := []store.Vacation{}
	for _, own := range s.vacations {
		for _, v := range own {
			if !v.told && order(v.Vacation, after) > 0 {
				found = append(found, v.Vacation)
			}
		}
	}
	slices.SortFunc(found, order)
	return found[:min(limit, len(found))], nil
}

// VacationTold implements store.Correspondence.
func (s *Store) VacationTold(_ context.Context, told store.Vacation) error {
	return s.change(func() error {
		own := s.vacations[told.Player]
		for i := range own {
			if own[i].Began.Equal(told.Began) && own[i].Until.Equal(told.Until) {
				own[i].told = true
			}
		}
		return nil
	})
}
