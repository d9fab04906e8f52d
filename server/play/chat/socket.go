package chat

import (
	"context"
	"encoding/json"
	"errors"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/socket"
	"moyo/server/store"
)

// maxMessage is the maximum size of a client's message in bytes. Each of maxText characters takes at most four bytes, or six as
// a JSON escape.
const maxMessage = 2048

// maxCommand is the maximum length of a command's id in characters.
const maxCommand = 64

// visit is the session of one connection.
type visit struct {
	h    *Hub
	find finder
	id   string
	conn *socket.Conn // set after the first message
}

// Receive implements socket.Session.
func (v *visit) Receive(ctx context.Context, c *socket.Conn, data []byte) error {
	v.conn = c
	var in ChatRequest
	err := json.Unmarshal(data, &in)
	switch {
	case err != nil:
		err = apierror.Wrap(apierror.BadRequest, err, "server.message", "The server did not understand that message.")
	case in.Type == "hello":
		err = v.h.enter(ctx, v.find, v.id, c)
	case in.Type != "say":
		err = apierror.Say(apierror.BadRequest, "access.command", "There is no command %.20q.", in.Type)
	case c.Suspended:
		err = access.CheckCommand(in.Type, c.Who, access.Watcher)
	case in.ID == "" || len(in.ID) > maxCommand:
		in.ID, err = "", apierror.New(apierror.BadRequest, "A command needs an id of 1 to %d characters.", maxCommand)
	default:
		var line int64
		if line, err = v.h.say(ctx, v.find, v.id, c.Who, in.Room, in.Text); err == nil {
			return c.Answer(ctx, ChatMessage{Type: "said", Said: &ChatSaid{ID: in.ID, Line: int(line)}})
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err == nil {
		return nil
	}
	return c.Answer(ctx, ChatMessage{Type: "error", Error: apierror.Message(in.ID, err).Error})
}

// Gone implements socket.Session.
func (v *visit) Gone() <-chan struct{} { return v.h.ctx.Done() }

// Leave implements socket.Session.
func (v *visit) Leave(*socket.Conn) {}

// Close implements socket.Session. It removes the connection when no command can add it again.
func (v *visit) Close() { v.h.leave(v.id, v.conn) }

// gameError returns the error for a game that is not found.
func gameError(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return apierror.Wrap(apierror.NotFound, err, "game.unknown", "There is no such game. Its link may be incomplete.")
	}
	return err
}
