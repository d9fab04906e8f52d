package studies

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/base/socket"
	"moyo/server/base/storage"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// The limits of messages.
const (
	maxMessage = 256 << 10 // bytes
	maxCommand = 64        // characters of a command's id
	maxID      = 64        // of a study's id
	maxPoint   = 64        // of a point's name
	timeFormat = time.RFC3339
)

// opBytes is the overhead of an op in the daily totals.
const opBytes = storage.Line

// Socket returns the handler for the WebSocket of a study. The path contains the study's id. open creates its session on the
// node at which people meet in the study; [Hub.Visit] does so on this node.
func (h *Hub) Socket(open socket.Opener) http.HandlerFunc {
	return h.Gate.Handler(maxMessage, func(r *http.Request) (socket.Session, error) {
		session, err := open(r.Context(), r.PathValue("id"))
		return session, openError(err)
	})
}

// Visit opens the session of one connection to a study. The error is store.ErrNotFound, a *store.Elsewhere if people meet at
// another node, or another.
func (h *Hub) Visit(ctx context.Context, id string) (socket.Session, error) {
	if len(id) > maxID {
		return nil, errUnknown
	}
	if !h.Cluster.IsAlone() && !h.isMine(id) {
		return nil, &store.Elsewhere{Game: key(id)}
	}
	room, release, err := h.get(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := h.mayEnter(ctx, room.owner); err != nil {
		release()
		return nil, err
	}
	return &visit{room: room, release: release}, nil
}

// mayEnter returns an error if the study does not exist for the user in ctx.
func (h *Hub) mayEnter(ctx context.Context, owner string) error {
	blocked, err := h.blocked(ctx, owner, identity.Player(ctx))
	if blocked {
		return errUnknown
	}
	return err
}

// openError returns the error for a study that cannot be opened.
func openError(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return errUnknown
	}
	return err
}

// visit is the session of one connection to a study.
type visit struct {
	room    *room
	release func()
	seen    bool // the visit is recorded
}

// Receive implements socket.Session.
func (v *visit) Receive(ctx context.Context, c *socket.Conn, data []byte) error {
	var in StudyRequest
	if err := json.Unmarshal(data, &in); err != nil {
		return refuse(ctx, c, "", apierror.Wrap(apierror.BadRequest, err, "server.message", "The server did not understand that message."))
	}
	f, err := v.work(ctx, c, in, len(data))
	if err != nil {
		return refuse(ctx, c, in.ID, err)
	}
	if !v.room.do(f) {
		return socket.ErrGone
	}
	return nil
}

// refuse answers a message without the room.
func refuse(ctx context.Context, c *socket.Conn, id string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if len(id) > maxCommand {
		id = ""
	}
	return c.Answer(ctx, StudyMessage{Type: "error", Error: messageOf(id, err)})
}

func messageOf(id string, err error) *wire.Error { return apierror.Message(id, openError(err)).Error }

// work returns the room's work for a message, or an error.
func (v *visit) work(ctx context.Context, c *socket.Conn, in StudyRequest, size int) (func(), error) {
	r := v.room
	switch in.Type {
	case "hello":
		if c.Role != store.Guest && !v.seen {
			v.seen = true
			if err := r.h.kept.see(ctx, r.id, c.Player, r.h.Now()); err != nil {
				return nil, err
			}
		}
		return func() { r.enter(c, in.Version) }, nil
	case "look":
		return func() { r.look(c, in) }, nil
	case "point":
		if len(in.Point) > maxPoint {
			return nil, refused("point: a name can have at most %d characters", maxPoint)
		}
		return func() { r.point(c, in) }, nil
	}
	if in.ID == "" || len(in.ID) > maxCommand {
		return nil, errCommandID
	}
	if in.Type == "lead" {
		return func() {
			if err := r.hand(c, in.Visitor); err != nil {
				sendTo(c, StudyMessage{Type: "error", Error: messageOf(in.ID, err)})
				return
			}
			sendTo(c, StudyMessage{Type: "done", Done: &StudyDone{ID: in.ID}})
		}, nil
	}
	return v.edit(ctx, c, in, size)
}

// edit returns the room's work for a command that changes the study.
func (v *visit) edit(ctx context.Context, c *socket.Conn, in StudyRequest, size int) (func(), error) {
	r := v.room
	switch in.Type {
	case opAdd, opWrite, opOrder, "restore":
		b, err := r.board(ctx, in.Chapter)
		if err != nil {
			return nil, err
		}
		check := newChecker(b)
		if in.Type == opWrite {
			err = check.node(in.Properties, false)
		} else {
			err = check.nodes(in.Nodes)
		}
		if err == nil {
			err = r.measure(ctx, in.Chapter)
		}
		if err != nil {
			return nil, err
		}
	case opRemove, opName, opArrange, opDrop:
	default:
		return nil, apierror.Say(apierror.BadRequest, "access.command", "There is no command %.20q.", in.Type)
	}
	if err := r.h.Budget.May(ctx, opBytes+size); err != nil {
		return nil, err
	}
	return func() {
		if r.presence.byConn[c] == nil {
			sendTo(c, StudyMessage{Type: "error", Error: messageOf(in.ID, errSayHello)})
			return
		}
		spend := func(bytes int) { // restoring a branch may write much more than was sent
			r.h.Budget.Note(ctx, opBytes+max(size, bytes))
		}
		r.carryOut(c.Who, command{StudyRequest: in, spend: spend}, func(done StudyDone, err error) {
			if err != nil {
				sendTo(c, StudyMessage{Type: "error", Error: messageOf(in.ID, err)})
				return
			}
			done.ID = in.ID
			sendTo(c, StudyMessage{Type: "done", Done: &done})
		})
	}, nil
}

// Gone implements socket.Session.
func (v *visit) Gone() <-chan struct{} { return v.room.gone }

// Leave implements socket.Session.
func (v *visit) Leave(c *socket.Conn) { v.room.do(func() { v.room.leave(c) }) }

// Close implements socket.Session.
func (v *visit) Close() { v.release() }
