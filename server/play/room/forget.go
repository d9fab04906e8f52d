package room

import (
	"context"
	"errors"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/store"
)

// ErrOpen is the error of an operation that a game refuses because somebody has it open, or
// had it open a moment ago.
var ErrOpen = errors.New("the game is open")

// errForgotten answers somebody who opens a game while [Hub.Forget] tries, and fails, to
// delete it. They come back at once.
var errForgotten = apierror.Say(apierror.Reconnect, "game.again", "The game was just being looked at. Please try again.")

// Forget deletes a game as it was when its header was g, unless it is open. It cannot be opened
// until the store has answered. The errors are ErrOpen and those of the store.
func (h *Hub) Forget(ctx context.Context, g store.Game) error {
	p := &place{ready: make(chan struct{}), done: make(chan struct{})}
	defer close(p.done)
	h.mu.Lock()
	if h.byID[g.ID] != nil {
		h.mu.Unlock()
		return ErrOpen
	}
	h.byID[g.ID] = p
	h.mu.Unlock()
	err := h.deleteHere(ctx, g)
	p.err = errForgotten
	if err == nil || errors.Is(err, store.ErrNotFound) {
		p.err = store.ErrNotFound
	}
	h.forget(g.ID, p)
	close(p.ready)
	if err == nil {
		h.Changed(g.Players()...)
	}
	return err
}

// deleteHere deletes a game that no other node has.
func (h *Hub) deleteHere(ctx context.Context, g store.Game) error {
	hold, err := h.Cluster.Hold(ctx, g.ID)
	if isElsewhere(err) {
		return ErrOpen
	}
	if err != nil {
		return err
	}
	defer hold.End(false)
	ctx, cancel := hold.Context(ctx)
	defer cancel()
	return h.Store.DeleteGame(ctx, g.ID, g.Version)
}

// Abandon ends a game without a flag in which no player has moved since its header was g. The
// player whose turn it is has given up, or the person if it is an engine's turn. The errors are
// ErrOpen and those of the store; it is nil, too, if the game has gone on.
func (h *Hub) Abandon(ctx context.Context, g store.Game) error {
	if _, elsewhere := h.elsewhere.find(g.ID, h.Now()); elsewhere || h.isOpen(g.ID) {
		return ErrOpen
	}
	return h.within(ctx, g.ID, func(r *room) error {
		if len(r.members) > 0 {
			return ErrOpen
		}
		if r.m.Version() != g.Version || r.m.Phase() == match.Finished {
			return nil
		}
		return r.endAs(r.absent(r.turn.side))
	})
}

// absent returns the person for whom a game waits, whose header awaits a side.
func (s *seats) absent(awaited game.Color) chair {
	if side, place := s.m.Maker(); side != game.Empty && s.m.Phase() == match.Waiting {
		return chair{side, place}
	}
	if awaited != game.Empty && s.m.Seat(awaited).Kind == match.Human {
		return s.next(awaited)
	}
	for _, side := range []game.Color{game.Black, game.White} {
		if s.m.Seat(side).Kind == match.Human && !s.m.HasAccepted(side) {
			return s.next(side)
		}
	}
	return chair{side: game.Black}
}
