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

// Register adds the WebSocket for quick pairing. A player that closes it, or loses the connection, stops waiting. open creates
// its session on the node that pairs players; [Service.Visit] does so on this node.
func (s *Service) Register(api endpoint.API, open socket.Opener) {
	api.Socket(access.Take.By(identity.Challenge), huma.Operation{
		OperationID: "pairing", Path: "/api/pairing/ws", Summary: "Find an opponent immediately over a WebSocket",
		Description: "Send a PairingRequest; /api/asyncapi.json describes the messages.",
		Responses:   map[string]*huma.Response{"101": {Description: "PairingReply messages follow"}},
	}, endpoint.Messages{Sends: wire.PairingRequest{}, Receives: wire.PairingReply{}},
		s.Gate.Handler(maxMessage, func(r *http.Request) (socket.Session, error) { return open(r.Context(), "") }))
}

// Visit opens a session in which a player looks for a game.
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
	gone    <-chan struct{} // closed when another node takes over pairing; nil means never

	mu   sync.Mutex
	mine *seeker // the latest seek
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
			panic(err) // plain data always encodes
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
