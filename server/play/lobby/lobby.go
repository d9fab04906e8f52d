// Package lobby lists the games of a server and makes new ones.
package lobby

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/game/match"
	"moyo/server/base/access"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// Games makes games and knows of those that somebody has open; *room.Hub is one.
type Games interface {
	Create(ctx context.Context, setup match.Setup) (store.Game, error)
	Game(ctx context.Context, id string) (store.Game, error)
	Watchers(id string) int
	// Live returns the best public games going on.
	Live(most int) []wire.Miniature
	// AttendedUntil returns until when any of the people who play a game, or wait for an
	// opponent in it, counts as about if nothing changes.
	AttendedUntil(g store.Game) time.Time
	// Expired says whether a seat has been kept for somebody for too long.
	Expired(g store.Game) bool
	// Text returns a game's record in SGF.
	Text(ctx context.Context, id string) (string, error)
}

// Terms say who may play whom; *pairing.Terms does.
type Terms interface {
	// ToMake says what stands against a game that somebody wants to make.
	ToMake(ctx context.Context, setup match.Setup, who identity.Who) error
	// ToJoin says what stands against somebody's taking the free seat of a game.
	ToJoin(ctx context.Context, setup match.Setup, who identity.Who) error
	// Name returns what somebody is called on a seat who wants to be called so.
	Name(ctx context.Context, who identity.Who, given string) (string, error)
	// Settle shares out the sides of a game whose players are both known.
	Settle(ctx context.Context, setup match.Setup) match.Setup
	// Points returns a player's rating in games of that setup, if there is one.
	Points(ctx context.Context, player string, setup match.Setup) (float64, bool)
}

// Config is what a lobby is made of.
type Config struct {
	Store    store.Store
	Games    Games
	Terms    Terms
	Skeleton func(name string) string // what names that look alike have in common
	Changes  *Changes
	Engines  []wire.EngineEntry // the opponents offered; no other id is taken from the network
	Rates    *limit.Addresses
	NewGames float64 // games a second that one address may make on end
	// OpenGames are challenges to everybody that one address may make.
	OpenGames limit.Quota
	Searches  float64 // lists, and parts of lists, a second that one address may ask for on end
	Records   float64 // downloads a second that one address may begin on end
	Now       func() time.Time
}

// Service lists games.
type Service struct {
	Config
	hall      *hall
	downloads *limit.Addresses // those under way
}

// New returns a lobby.
func New(cfg Config) *Service {
	l := &Service{Config: cfg, downloads: limit.NewAddresses(maxDownloads, 1, cfg.Now)}
	l.hall = l.newHall()
	return l
}

// Register adds the routes of games that OpenAPI describes.
func (l *Service) Register(api endpoint.API) {
	l.registerPlain(api)
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "lobby", Method: http.MethodGet, Path: "/api/games",
		Summary: "Games that are open, running and finished",
	}, l.getGames)
	endpoint.Register(api, access.Take.By(identity.Challenge), huma.Operation{
		OperationID: "new-game", Method: http.MethodPost, Path: "/api/games", DefaultStatus: http.StatusCreated,
		Summary: "Make a game", MaxBodyBytes: endpoint.MaxBody, Errors: []int{http.StatusBadRequest, http.StatusTooManyRequests},
	}, l.postGame)
	endpoint.Register(api, access.See.Pupils(), huma.Operation{
		OperationID: "game", Method: http.MethodGet, Path: "/api/games/{id}",
		Summary: "What a list says about a game", Errors: []int{http.StatusNotFound},
	}, l.getGame)
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "live", Method: http.MethodGet, Path: "/api/games/live",
		Summary: "The best games going on, with their stones",
	}, l.getLive)
	l.registerSearch(api)
}

// registerPlain adds the routes that answer with no JSON, or not once.
func (l *Service) registerPlain(api endpoint.API) {
	api.Events(access.See, huma.Operation{
		OperationID: "lobby-events", Path: "/api/lobby/events", Summary: "The lobby as server-sent events",
		Description: "With ?live=1 miniatures of the best games, too.",
		Responses:   map[string]*huma.Response{"200": {Description: "A Lobby at once, then those of its lists that have changed"}},
	}, Lobby{}, l.Events)
	api.Events(access.See, huma.Operation{
		OperationID: "own-stream", Path: "/api/me/stream", Summary: "What a program has to know that plays for you",
		Description: "Who challenges you, and which of your games begin and end, as lines of JSON.",
		Responses:   map[string]*huma.Response{"200": {Description: "A PersonEvent in each line"}},
	}, wire.PersonEvent{}, l.OwnEvents)
	api.Handle(access.See, huma.Operation{
		OperationID: "own-records", Path: "/api/me/games/records", Summary: "The records of one's own games in SGF",
		Description: "The query is that of /api/me/games; with format=zip each has a file.",
		Responses:   map[string]*huma.Response{"200": {Description: "A collection in SGF, or an archive"}},
	}, l.OwnRecords)
	api.Handle(access.See, huma.Operation{
		OperationID: "records-of", Path: "/api/people/{name}/games/records", Summary: "The records of a player's games in SGF",
		Description: "The query is that of /api/people/{name}/games; with format=zip each has a file.",
		Responses: map[string]*huma.Response{
			"200": {Description: "A collection in SGF, or an archive"}, "404": {Description: "No such player"},
		},
	}, l.RecordsOf)
}

func (l *Service) getGames(ctx context.Context, _ *struct{}) (*endpoint.Answer[*Lobby], error) {
	if err := l.Rates.Allow(ctx, "lobby", l.Searches); err != nil {
		return nil, err
	}
	out, err := l.everybodys(ctx)
	if err != nil {
		return nil, err
	}
	if out.Mine, out.Challenges, err = l.own(ctx, identity.Player(ctx)); err != nil {
		return nil, err
	}
	return endpoint.Reply(&out), nil
}

func (l *Service) getLive(ctx context.Context, _ *struct{}) (*endpoint.Answer[[]wire.Miniature], error) {
	if err := l.Rates.Allow(ctx, "lobby", l.Searches); err != nil {
		return nil, err
	}
	out, err := l.everybodys(ctx)
	return endpoint.Reply(out.Live), err
}

// games lists games as the wire has them.
func (l *Service) games(ctx context.Context, q store.Query) ([]wire.GameInfo, error) {
	q.Limit = listLength
	games, err := l.Store.List(ctx, q)
	return l.infos(games), err
}

// infos returns games as the wire has them, never nil.
func (l *Service) infos(games []store.Game) []wire.GameInfo {
	infos := make([]wire.GameInfo, len(games))
	for i, g := range games {
		infos[i] = l.info(g)
	}
	return infos
}

func (l *Service) info(g store.Game) wire.GameInfo { return convert.Info(g, l.Games.Watchers(g.ID)) }
