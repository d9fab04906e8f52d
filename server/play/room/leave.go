package room

import (
	"context"
	"errors"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/store"
)

// Leave takes a player out of a game for good, so that no game waits for somebody who will never
// come. They resign a game in which both have moved, call off one before that, decline a challenge,
// and give back a place in a game of teams that has not begun. Leave calls rename, which takes their
// name out of the store, while nothing else changes the game. Then the room is given up, so that
// everybody reads the game again.
func (h *Hub) Leave(ctx context.Context, id, player string, rename func() error) error {
	g, err := h.Store.Game(ctx, id)
	if err != nil {
		return err
	}
	if g.Phase == match.Finished && !h.isOpen(id) {
		if err := rename(); err != nil || !h.isOpen(id) {
			return err
		} // a room that was opened meanwhile may have read the old name
	}
	return h.within(ctx, id, func(r *room) error { return r.leaveFor(player, rename) })
}

// End ends a game, if it goes on, as if a player gives up. A game in which not both have moved
// is called off.
func (h *Hub) End(ctx context.Context, id, player string) error {
	return h.within(ctx, id, func(r *room) error { return r.endFor(player) })
}

// Forfeit ends a game as End does, if it still waits for the player and not both have moved. It says whether it
// has done so.
func (h *Hub) Forfeit(ctx context.Context, id, player string) (bool, error) {
	ended := false
	err := h.within(ctx, id, func(r *room) error {
		if turn := r.m.Turn(); turn == game.Empty || r.m.Seat(turn).Player != player || r.m.Ply() >= 2 {
			return nil
		}
		err := r.endFor(player)
		ended = r.m.Phase() == match.Finished
		return err
	})
	return err == nil && ended, err // after an error the room may still be at it
}

// Withdraw calls off the games of a player that wait for somebody, and declines
// games that wait for the player. With endless, it also ends games with another person
// that no clock ever ends, as Leave does. Other games go on.
func (h *Hub) Withdraw(ctx context.Context, player string, endless bool) error {
	phases := []match.Phase{match.Waiting}
	if endless {
		phases = append(phases, match.Playing, match.Counting)
	}
	games, err := h.Store.List(ctx, store.Query{Player: player, Private: true, Phases: phases, Limit: mostWithdrawn})
	for _, g := range games {
		if g.Phase != match.Waiting && !isEndless(g.Black, g.White, g.Clock) {
			continue
		}
		err = errors.Join(err, h.within(ctx, g.ID, func(r *room) error {
			setup := r.m.Setup()
			if r.m.Phase() != match.Waiting && !(endless && isEndless(setup.Black, setup.White, setup.Clock)) {
				return nil // it has begun meanwhile
			}
			return r.endFor(player)
		}))
	}
	return err
}

// isEndless says whether a game between people has no limit of time.
func isEndless(black, white match.Seat, clock string) bool {
	return black.Kind == match.Human && white.Kind == match.Human && clock == ""
}

// mostWithdrawn is more waiting games than anybody has without bad intentions.
const mostWithdrawn = 500

// within calls f in the goroutine of a game's room.
func (h *Hub) within(ctx context.Context, id string, f func(*room) error) error {
	for {
		r, release, err := h.open(ctx, id)
		if errors.Is(err, store.ErrNotFound) {
			return err
		}
		if isElsewhere(err) {
			if err := h.fetch(ctx, id); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return openError(err)
		}
		done := make(chan error, 1)
		taken := r.do(func() { done <- f(r) })
		release()
		if !taken {
			continue // it has just ended: try the next one
		}
		select {
		case err := <-done:
			return err
		case <-r.gone:
			select {
			case err := <-done:
				return err
			default: // it failed before
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// fetch has another node give up a game.
func (h *Hub) fetch(ctx context.Context, id string) error {
	err := h.Cluster.Demand(ctx, id)
	if err != nil {
		err = apierror.Wrap(apierror.Internal, err, "game.away",
			"The part of the server that has this game does not answer right now. Please try again in a moment.")
	}
	return err
}

// leaveFor is Leave in the room's goroutine.
func (r *room) leaveFor(player string, rename func() error) error {
	if err := r.endFor(player); err != nil {
		return err
	}
	err := rename()
	r.failed = true // its members come back and read the game anew
	return err
}

// endFor ends a game, if it goes on, for one of its players, or for somebody for whom a
// seat is kept. The error is the store's.
func (r *room) endFor(player string) error {
	for _, side := range []game.Color{game.Black, game.White} {
		if place, has := r.m.Seat(side).PlaceOf(player); has {
			if err := r.endAs(chair{side, place}); err != nil {
				return err
			}
		}
	}
	return nil
}

// endAs is endFor for the player on a chair. Before a game of teams begins only its maker
// calls it off; others give their place back.
func (r *room) endAs(c chair) error {
	ways := []match.Kind{match.Cancelled, match.Resigned}
	made, at := r.m.Maker()
	switch {
	case r.m.Seat(c.side).Kind == match.Open:
		ways = []match.Kind{match.Declined}
	case r.m.Phase() == match.Waiting && made != game.Empty && c != chair{made, at}:
		ways = []match.Kind{match.Freed}
	}
	for _, kind := range ways {
		err := errStale
		for err == errStale { // the room gives up after a few times
			if r.m.Phase() == match.Finished || r.failed {
				return nil
			}
			err = r.record("", match.Event{Kind: kind, By: c.side, Place: c.place})
		}
		if errors.Is(err, errStore) {
			return err
		} // otherwise the game is past that: try the next way
	}
	return nil
}
