package room

import (
	"context"
	"errors"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/store"
)

// Leave lets a player resign from a game that goes on, for good: rename, which takes
// their name out of the store, is called while nobody changes the game, whose room
// is given up then, so that everybody reads it anew.
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
		if seat := r.m.Seat(side); seat.Kind == match.Human && seat.Player == player && !r.failed {
			err := r.record("", match.Event{Kind: match.Resigned, By: side})
			if errors.Is(err, errStore) {
				return err
			} // else the game does not go on
		}
	}
	err := rename()
	r.failed = true // its members come back and read the game anew
	return err
}
