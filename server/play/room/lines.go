package room

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
)

// hello is what a program says that wants all of a game.
var hello = []byte(`{"type":"hello"}`)

// Lined returns the handler of a game for programs without a WebSocket: it sends the messages
// as lines of JSON. open is as in [Hub.Socket].
func (h *Hub) Lined(open socket.Opener) http.HandlerFunc {
	return h.Gate.Lined(hello, func(r *http.Request) (socket.Session, error) {
		session, err := open(r.Context(), r.PathValue("id"))
		if err != nil {
			return nil, openError(err)
		}
		return session, nil
	})
}

type commandInput struct {
	ID   string `path:"id"`
	Body wire.ClientMessage
}

// Register adds the route by which such a program gives commands. open is as in
// [Hub.Socket].
func (h *Hub) Register(api endpoint.API, open socket.Opener) {
	api.Socket(access.See.Pupils(), huma.Operation{ // its commands have rows of their own
		OperationID: "socket", Path: "/api/games/{id}/ws", Summary: "Play or watch a game over a WebSocket",
		Description: "Send a ClientMessage of type hello first; /api/asyncapi.json describes the messages.",
		Responses:   map[string]*huma.Response{"101": {Description: "ServerMessages follow"}},
	}, endpoint.Messages{Sends: wire.ClientMessage{}, Receives: wire.ServerMessage{}}, h.Socket(open))
	api.Socket(access.See, huma.Operation{
		OperationID: "stream", Path: "/api/games/{id}/stream", Summary: "Watch or play a game without a WebSocket",
		Description: "The messages of its WebSocket as lines of JSON, the snapshot first; commands go to /api/games/{id}/commands.",
		Responses:   map[string]*huma.Response{"200": {Description: "A ServerMessage in each line"}, "404": {Description: "No such game"}},
	}, endpoint.Messages{Receives: wire.ServerMessage{}}, h.Lined(open))
	api.Handle(access.See.Pupils(), huma.Operation{
		OperationID: "record", Path: "/api/games/{id}/sgf", Summary: "The game's record in SGF",
		Responses: map[string]*huma.Response{"200": {Description: "SGF"}, "404": {Description: "No such game"}},
	}, h.Record)
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "game-command", Method: http.MethodPost, Path: "/api/games/{id}/commands",
		Summary: "Give a command to a game, as over its WebSocket", MaxBodyBytes: maxMessage,
		Errors: []int{
			http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound,
			http.StatusConflict, http.StatusTooManyRequests, http.StatusServiceUnavailable,
		},
	}, func(ctx context.Context, in *commandInput) (*endpoint.Answer[wire.Ack], error) {
		if in.Body.Type == "hello" || in.Body.Type == "ping" {
			return nil, apierror.New(apierror.BadRequest, "A %q is for connections that stay; "+
				"the game is at /api/games/%s/stream.", in.Body.Type, in.ID)
		}
		session, err := open(ctx, in.ID)
		if err != nil {
			return nil, openError(err)
		}
		ack, err := socket.Once(ctx, session, hello, in.Body)
		if err != nil {
			return nil, err
		}
		return endpoint.Reply(*ack), nil
	})
}
