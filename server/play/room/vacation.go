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

// The bounds of dealing with vacations.
const (
	vacationPage  = 100         // games looked at in one go
	vacationSlack = time.Minute // by how much a vacation in a game may be longer or shorter than it is
)

// Vacation has a player's games by correspondence know of a vacation of theirs that has begun
// or ended.
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

// noteVacations has the clocks stand still while a player is on vacation. Where the store
// fails they go on; the next who opens the game has them looked at again. The error says that
// the game does not know of them although it goes on.
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

// vacationEvents returns what has to be said in a game, until mark the time of which has been
// counted, of the vacations of its players.
func (h *Hub) vacationEvents(ctx context.Context, m *match.Match, mark time.Time) (events []match.Event, err error) {
	vacations, err := h.Store.VacationsAt(ctx, []string{m.Seat(game.Black).Player, m.Seat(game.White).Player}, h.Now())
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

// begins are the events from which on the clocks of a game run that stood before.
var begins = map[match.Kind]bool{match.Joined: true, match.Resumed: true, match.Undone: true, match.Granted: true}
