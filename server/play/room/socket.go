package room

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/base/socket"
	"moyo/server/base/storage"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// maxMessage is the size of a client's message, in bytes.
const maxMessage = 16 << 10 // enough for a plan with all its lines

// Socket returns the handler of the WebSocket of a game, whose id is in the path. open
// makes its session, on whichever node the game is; [Hub.Visit] does so on this one.
func (h *Hub) Socket(open socket.Opener) http.HandlerFunc {
	return h.Gate.Handler(maxMessage, func(r *http.Request) (socket.Session, error) {
		session, err := open(r.Context(), r.PathValue("id"))
		if err != nil {
			return nil, openError(err)
		}
		return session, nil
	})
}

// Visit opens the session of one connection to a game. The error is
// store.ErrNotFound, a *store.Elsewhere where another node has the game, or another.
func (h *Hub) Visit(ctx context.Context, id string) (socket.Session, error) {
	room, release, err := h.open(ctx, id)
	if err != nil {
		return nil, err
	}
	return &visit{room, release}, nil
}

// openError returns the answer to somebody whose game cannot be opened.
func openError(err error) error {
	switch {
	case errors.Is(err, store.ErrNotFound):
		return apierror.Wrap(apierror.NotFound, err, "game.unknown", "There is no such game. Its link may be incomplete.")
	case errors.Is(err, errTooManyGames), errors.Is(err, errForgotten):
		return err
	}
	if e, ok := errors.AsType[*apierror.Error](err); ok {
		return e // of another node
	}
	if d, ok := errors.AsType[*store.Damaged](err); ok {
		return apierror.Wrap(apierror.Internal, err, "game.damaged", "This game was damaged on the server's disk after its event %d, "+
			"and is not shown as something that it was not. Other games are not concerned; the server's log says more.", d.Whole)
	}
	return apierror.Wrap(apierror.Internal, err, "game.closed", "The game cannot be opened. It is kept; the server's log says more.")
}

// visit is the session of one connection to a room.
type visit struct {
	room    *room
	release func()
}

// Receive implements socket.Session.
func (v *visit) Receive(ctx context.Context, c *socket.Conn, data []byte) error {
	msg, err := decode(data)
	if err != nil {
		return c.Answer(ctx,
			apierror.Message("", apierror.Wrap(apierror.BadRequest, err, "server.message", "The server did not understand that message.")))
	}
	if msg.Type == "join" { // checking whether somebody may join is expensive
		if err := v.room.h.Rates.Allow(ctx, "joins", v.room.h.Joins); err != nil {
			return c.Answer(ctx, apierror.Message(msg.ID, err))
		}
		if v.room.teams {
			if err := v.room.h.Rates.Spend(ctx, "places", placesTaken); err != nil {
				return c.Answer(ctx, apierror.Message(msg.ID, err))
			}
		}
	}
	if msg.Type == "plan" { // checking it takes time, and each line may become moves
		if err := errors.Join(v.room.h.Rates.Allow(ctx, "notes", v.room.h.Notes),
			v.room.h.Budget.SpendMove(ctx, len(data)+storage.Move*len(msg.Lines))); err != nil {
			return c.Answer(ctx, apierror.Message(msg.ID, err))
		}
	}
	kept := costs(msg.Type)
	if kept {
		if err := v.room.h.Budget.MayMove(ctx, storage.Move); err != nil {
			return c.Answer(ctx, apierror.Message(msg.ID, err))
		}
	}
	at := v.room.h.Now() // a command counts from here, however long it waits in line
	if !v.room.do(func() {
		v.room.time.arrived = at
		defer func() { v.room.time.arrived = time.Time{} }()
		version := v.room.m.Version()
		v.room.handle(c, msg)
		if kept && v.room.m.Version() > version {
			_ = v.room.h.Budget.SpendMove(ctx, storage.Move) // it is on disk by now
		}
	}) {
		return socket.ErrGone
	}
	return nil
}

// Gone implements socket.Session.
func (v *visit) Gone() <-chan struct{} { return v.room.gone }

// Leave implements socket.Session.
func (v *visit) Leave(c *socket.Conn) { v.room.do(func() { v.room.leave(c) }) }

// Close implements socket.Session.
func (v *visit) Close() { v.release() }

// decode reads a client's message.
func decode(data []byte) (msg wire.ClientMessage, err error) {
	if err := json.Unmarshal(data, &msg); err != nil {
		return msg, fmt.Errorf("that is no message: %w", err)
	}
	return msg, nil
}
