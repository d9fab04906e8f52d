// Package lobby lists the games of a server and makes new ones.
package lobby

import (
	"context"
	"net/http"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"moyo/game/match"
	"moyo/server/convert"
	"moyo/server/endpoint"
	"moyo/server/identity"
	"moyo/server/limit"
	"moyo/server/store"
	"moyo/server/wire"
)

// Games makes games and knows of those that somebody has open; *room.Hub is one.
type Games interface {
	Create(ctx context.Context, setup match.Setup) (store.Game, error)
	Game(ctx context.Context, id string) (store.Game, error)
	Watchers(id string) int
}

// Config is what a lobby is made of.
type Config struct {
	Store    store.Store
	Games    Games
	Changes  *Changes
	Engines  []wire.EngineEntry // the opponents offered; no other id is taken from the network
	Rates    *limit.Addresses
	NewGames float64 // games a second that one address may make on end
}

// Lobby lists games.
type Lobby struct {
	Config

	// The part that is the same for everybody, and the change until which it
	// holds. listing is held while it is read; Changes may be asked within.
	listing sync.Mutex
	shared  wire.Lobby
	until   <-chan struct{}
}

// New returns a lobby.
func New(cfg Config) *Lobby { return &Lobby{Config: cfg} }

// Register adds the routes of games that OpenAPI describes.
func (l *Lobby) Register(api endpoint.API) {
	endpoint.Register(api, huma.Operation{
		OperationID: "lobby", Method: http.MethodGet, Path: "/api/games",
		Summary: "Games that are open, running and finished",
	}, l.getGames)
	endpoint.Register(api, huma.Operation{
		OperationID: "new-game", Method: http.MethodPost, Path: "/api/games", DefaultStatus: http.StatusCreated,
		Summary: "Make a game", MaxBodyBytes: endpoint.MaxBody, Errors: []int{http.StatusBadRequest, http.StatusTooManyRequests},
	}, l.postGame)
	endpoint.Register(api, huma.Operation{
		OperationID: "game", Method: http.MethodGet, Path: "/api/games/{id}",
		Summary: "What a list says about a game", Errors: []int{http.StatusNotFound},
	}, l.getGame)
}

// lobbyLength is how many games each list has.
const lobbyLength = 50

func (l *Lobby) getGames(ctx context.Context, _ *struct{}) (*endpoint.Answer[*wire.Lobby], error) {
	list, err := l.list(ctx, identity.Player(ctx))
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(list), nil
}

// list returns the lobby as a player sees it.
func (l *Lobby) list(ctx context.Context, player string) (*wire.Lobby, error) {
	out, err := l.everybodys(ctx)
	if err != nil {
		return nil, err
	}
	out.Mine, err = l.games(ctx, store.Query{Player: player, Phases: []match.Phase{match.Waiting, match.Playing, match.Counting}})
	return &out, err
}

// everybodys returns the lists that are the same for everybody. They are read
// once after a change, however many ask.
func (l *Lobby) everybodys(ctx context.Context) (out wire.Lobby, err error) {
	l.listing.Lock()
	defer l.listing.Unlock()
	change, _ := l.Changes.next()
	if l.until == change {
		return l.shared, nil
	}
	for _, part := range []struct {
		into   *[]wire.GameInfo
		phases []match.Phase
	}{
		{&out.Open, []match.Phase{match.Waiting}},
		{&out.Running, []match.Phase{match.Playing, match.Counting}},
		{&out.Finished, []match.Phase{match.Finished}},
	} {
		if *part.into, err = l.games(ctx, store.Query{Phases: part.phases}); err != nil {
			return out, err
		}
	}
	l.shared, l.until = out, change
	return out, nil
}

// games lists games as the wire has them.
func (l *Lobby) games(ctx context.Context, q store.Query) ([]wire.GameInfo, error) {
	q.Limit = lobbyLength
	games, err := l.Store.List(ctx, q)
	if err != nil {
		return nil, err
	}
	infos := make([]wire.GameInfo, len(games))
	for i, g := range games {
		infos[i] = convert.Info(g, l.Games.Watchers(g.ID))
	}
	return infos, nil
}
