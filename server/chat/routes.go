package chat

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/apierror"
	"moyo/server/endpoint"
	"moyo/server/identity"
	"moyo/server/wire"
)

// Register adds the route of what was said.
func (h *Hub) Register(api endpoint.API) {
	endpoint.Register(api, huma.Operation{
		OperationID: "chat", Method: http.MethodGet, Path: "/api/games/{id}/chat",
		Summary: "What was said in a game", Errors: []int{http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests},
	}, h.getChat)
}

type chatInput struct {
	ID     string `path:"id"`
	Room   string `query:"room" required:"true" doc:"players or watchers"`
	Before int64  `query:"before" doc:"the id of a line; 0 for the end"`
}

// readRate is how many pages a second one address may read on end.
const readRate = 5

func (h *Hub) getChat(ctx context.Context, in *chatInput) (*endpoint.Answer[*wire.ChatHistory], error) {
	if err := h.Rates.Allow(ctx, "read chat", readRate); err != nil {
		return nil, err
	}
	if !slices.Contains(rooms, in.Room) {
		return nil, apierror.New(apierror.BadRequest, `room %.20q: want "players" or "watchers"`, in.Room)
	}
	g, err := h.Store.Game(ctx, in.ID)
	if err != nil {
		return nil, gameError(err)
	}
	v, err := h.visitorFor(ctx, identity.Of(ctx))
	if err != nil {
		return nil, err
	}
	if r := rightIn(g, v, in.Room, h.Now()); !r.read {
		return nil, r.refusal()
	}
	blocks, err := h.blocks(ctx, v.player)
	if err != nil {
		return nil, err
	}
	history, err := h.history(ctx, g, v.player, blocks, in.Room, in.Before)
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(history), nil
}
