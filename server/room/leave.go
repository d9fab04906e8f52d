package room

import (
	"context"
	"errors"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/store"
)

// Leave lets a player go from a game for good. One that both have moved in is
// resigned, one before that is called off, and a challenge that waits for their
// answer is declined; so no game waits for somebody who will never come. rename,
// which takes their name out of the store, is called while nobody changes the game,
// whose room is given up then, so that everybody reads it anew.
func (h *Hub) Leave(ctx context.Context, id, player string, rename func() error) error {
	for {
		g, err := h.Store.Game(ctx, id)
		if err != nil {
			return err
		}
		if g.Phase == match.Finished && !h.isOpen(id) {
			return rename()
		}
		r, release, err := h.open(ctx, id)
		if errors.Is(err, store.ErrNotFound) {
			return err
		}
		if err != nil {
			return openError(err)
		}
		done := make(chan error, 1)
		taken := r.do(func() { done <- r.leaveFor(player, rename) })
		release()
		if !taken {
			continue // it has just ended: the next one
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

// leaveFor is Leave in the room's goroutine.
func (r *room) leaveFor(player string, rename func() error) error {
	for _, side := range []game.Color{game.Black, game.White} {
		if r.m.Seat(side).Player == player {
			if err := r.endFor(side); err != nil {
				return err
			}
		}
	}
	err := rename()
	r.failed = true // its members come back and read the game anew
	return err
}

// endFor ends a game for the player of a seat, or whom it is kept for, if it goes
// on. The error is of the store.
func (r *room) endFor(side game.Color) error {
	ways := []match.Kind{match.Cancelled, match.Resigned}
	if r.m.Seat(side).Kind == match.Open {
		ways = []match.Kind{match.Declined}
	}
	for _, kind := range ways {
		if r.m.Phase() == match.Finished || r.failed {
			return nil
		}
		err := r.record("", match.Event{Kind: kind, By: side})
		if errors.Is(err, errStore) {
			return err
		} // else the game is past that: the next way
	}
	return nil
}
