package pairing

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
)

// maxMessage is the size of a client's message, in bytes.
const maxMessage = 4096

// Register adds the WebSocket over which people look for a game.
// A player who closes it, or whose connection is lost, waits no longer. open makes its session, wherever
// people are paired; [Service.Visit] does so here.
func (s *Service) Register(api endpoint.API, open socket.Opener) {
	api.Socket(access.Take.By(identity.Challenge), huma.Operation{
		OperationID: "pairing", Path: "/api/pairing/ws", Summary: "Look for somebody to play with at once over a WebSocket",
		Description: "Send a PairingRequest; the messages are described in server/base/wire.",
		Responses:   map[string]*huma.Response{"101": {Description: "PairingReply messages follow"}},
	}, endpoint.Messages{Sends: wire.PairingRequest{}, Receives: wire.PairingReply{}},
		s.Gate.Handler(maxMessage, func(r *http.Request) (socket.Session, error) { return open(r.Context(), "") }))
}

// Visit opens a session in which somebody looks for a game.
func (s *Service) Visit(context.Context, string) (socket.Session, error) {
	v := &visit{service: s}
	if s.Lapse != nil {
		v.gone = s.Lapse()
	}
	return v, nil
}

// visit is the session of one connection.
type visit struct {
	service *Service
	gone    <-chan struct{} // closed once others look for games elsewhere; nil for never

	mu   sync.Mutex
	mine *seeker // what was looked for last
	left bool
}

// Receive implements socket.Session.
func (v *visit) Receive(ctx context.Context, c *socket.Conn, data []byte) error {
	var in wire.PairingRequest
	if err := json.Unmarshal(data, &in); err != nil {
		return c.Answer(ctx, failed(apierror.Wrap(apierror.BadRequest, err, "server.message", "The server did not understand that message.")))
	}
	switch in.Type {
	case "seek":
		return v.seek(ctx, c, in)
	case "stop":
		v.stop()
		return c.Answer(ctx, wire.PairingReply{Type: "stopped"})
	}
	return c.Answer(ctx, failed(apierror.Say(apierror.BadRequest, "access.command", "There is no command %.20q.", in.Type)))
}

func (v *visit) seek(ctx context.Context, c *socket.Conn, in wire.PairingRequest) error {
	mine, err := v.service.seek(ctx, c.Who, in, func(reply wire.PairingReply) {
		data, err := json.Marshal(reply)
		if err != nil {
			panic(err) // plain data
		}
		c.Send(data)
	})
	if err != nil {
		v.stop()
		return c.Answer(ctx, failed(err))
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.mine = mine
	if v.left {
		v.service.stop(mine)
	}
	return nil
}

func (v *visit) stop() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.service.stop(v.mine)
	v.mine = nil
}

// Gone implements socket.Session.
func (v *visit) Gone() <-chan struct{} { return v.gone }

// Leave implements socket.Session.
func (v *visit) Leave(*socket.Conn) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.left = true
	v.service.stop(v.mine)
}

// Close implements socket.Session.
func (v *visit) Close() {}
