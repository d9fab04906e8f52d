package chat

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
)

// Register adds the routes for histories.
func (h *Hub) Register(api endpoint.API) {
	endpoint.Register(api, access.Look.By(identity.Chat), huma.Operation{
		OperationID: "chat", Method: http.MethodGet, Path: "/api/games/{id}/chat",
		Summary: "The chat history of a game",
		Errors:  []int{http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests},
	}, h.getChat)
	endpoint.Register(api, access.Look.By(identity.Chat), huma.Operation{
		OperationID: "study-chat", Method: http.MethodGet, Path: "/api/studies/{id}/chat",
		Summary: "The chat history of a shared study", Errors: []int{http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests},
	}, h.getStudyChat)
	messages := endpoint.Messages{Sends: ChatRequest{}, Receives: ChatMessage{}}
	api.Socket(access.Look.By(identity.Chat), huma.Operation{
		OperationID: "talk", Path: "/api/games/{id}/chat/ws", Summary: "Chat about a game over a WebSocket",
		Description: `Send {"type":"hello"}; /api/asyncapi.json describes the messages.`,
		Responses:   map[string]*huma.Response{"101": {Description: "ChatMessage messages follow"}, "404": {Description: "No such game"}},
	}, messages, h.Socket())
	api.Socket(access.Look.By(identity.Chat), huma.Operation{Path: "/api/studies/{id}/chat/ws"}, messages, h.StudySocket())
}

type studyChatInput struct {
	ID     string `path:"id"`
	Before int64  `query:"before" doc:"the id of a line; 0 for the end"`
}

func (h *Hub) getStudyChat(ctx context.Context, in *studyChatInput) (*endpoint.Answer[*ChatHistory], error) {
	return h.page(ctx, h.study, &chatInput{ID: in.ID, Room: studyRoom, Before: in.Before})
}

type chatInput struct {
	ID     string `path:"id"`
	Room   string `query:"room" required:"true" doc:"players or watchers"`
	Before int64  `query:"before" doc:"the id of a line; 0 for the end"`
}

// readRate is the number of pages per second that one address may sustain.
const readRate = 5

func (h *Hub) getChat(ctx context.Context, in *chatInput) (*endpoint.Answer[*ChatHistory], error) {
	if !slices.Contains(rooms, in.Room) {
		return nil, apierror.New(apierror.BadRequest, `room %.20q: want "players" or "watchers"`, in.Room)
	}
	return h.page(ctx, h.game, in)
}

// page returns part of a room's history.
func (h *Hub) page(ctx context.Context, find finder, in *chatInput) (*endpoint.Answer[*ChatHistory], error) {
	if err := h.Rates.Allow(ctx, "read chat", readRate); err != nil {
		return nil, err
	}
	p, err := find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	v, err := h.visitorFor(ctx, identity.Of(ctx))
	if err != nil {
		return nil, err
	}
	if r := p.right(v, in.Room, h.Now()); !r.read {
		return nil, r.refusal()
	}
	blocks, err := h.Blocks(ctx, v.player)
	if err != nil {
		return nil, err
	}
	history, err := h.history(ctx, p.Game, v.player, blocks, in.Room, in.Before)
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(history), nil
}
