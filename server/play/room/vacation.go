package room

import (
	"context"
	"errors"
	"time"

	"moyo/game"
	"moyo/game/clock"
	"moyo/game/match"
	"moyo/server/store"
)

// The limits of dealing with vacations.
const (
	vacationPage  = 100         // games looked at in one go
	vacationSlack = time.Minute // how much a vacation in a game may differ from the real one
)

// Vacation tells a player's correspondence games that a vacation of theirs has begun or
// ended.
func (h *Hub) Vacation(ctx context.Context, player string) error {
	q := store.Query{Player: player, Private: true, Phases: []match.Phase{match.Playing}, Limit: vacationPage}
	var errs []error
	for {
		games, err := h.Store.List(ctx, q)
		if err != nil {
			return errors.Join(append(errs, err)...)
		}
		for _, g := range games {
			q.After = store.CursorOf(g)
			if g.Speed == string(clock.SpeedCorrespondence) {
				errs = append(errs, h.within(ctx, g.ID, (*room).noteVacations))
			}
		}
		if len(games) < vacationPage {
			return errors.Join(errs...)
		}
	}
}

// noteVacations stops the clocks while a player is on vacation. If the store fails, the clocks
// go on, and the room looks again when somebody opens the game. The error says that the game
// goes on without knowing the vacation.
func (r *room) noteVacations() error {
	if !r.m.HasVacations() {
		return nil
	}
	events, err := r.h.vacationEvents(r.ctx, r.m, r.time.mark)
	for _, e := range events {
		if err == nil && r.failed {
			err = errStore
		}
		if err == nil {
			err = r.record("", e)
		}
	}
	if timeUp(err) {
		return nil
	}
	if err != nil && !errors.Is(err, errStore) {
		r.h.Log.Error("a vacation was not noted", "game", r.id, "err", err)
	}
	return err
}

// vacationEvents returns the events that tell a game about the vacations of its players. The
// time of the game has been counted until mark.
func (h *Hub) vacationEvents(ctx context.Context, m *match.Match, mark time.Time) (events []match.Event, err error) {
	vacations, err := h.correspondence().VacationsAt(ctx, []string{m.Seat(game.Black).Player, m.Seat(game.White).Player}, h.Now())
	if err != nil {
		return nil, err
	}
	now := h.Now()
	for _, side := range []game.Color{game.Black, game.White} {
		var want time.Duration
		for _, v := range vacations {
			if seat := m.Seat(side); seat.Kind == match.Human && seat.Player == v.Player {
				want = max(v.Until.Sub(now), 0)
			}
		}
		have := max(m.Vacation(side)-max(now.Sub(mark), 0), 0)
		if (want - have).Abs() >= vacationSlack {
			events = append(events, match.Event{Kind: match.Vacation, By: side, Time: want.Milliseconds()})
		}
	}
	return events, nil
}

// begins are the events after which clocks may run that stood before.
var begins = map[match.Kind]bool{match.Joined: true, match.Resumed: true, match.Undone: true, match.Granted: true}
