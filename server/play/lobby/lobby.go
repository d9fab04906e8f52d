// Package lobby lists the games of a server and creates new ones.
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

// Games creates games and knows the open ones; *room.Hub implements it.
type Games interface {
	Create(ctx context.Context, setup match.Setup) (store.Game, error)
	Game(ctx context.Context, id string) (store.Game, error)
	Watchers(id string) int
	// Live returns the best public running games.
	Live(most int) []wire.Miniature
	// AttendedUntil returns the time until which any of the people who play a game, or wait for an opponent in it, count as
	// present if nothing changes.
	AttendedUntil(g store.Game) time.Time
	// Expired reports whether a seat has been kept for a player for too long.
	Expired(g store.Game) bool
	// Text returns a game's record in SGF.
	Text(ctx context.Context, id string) (string, error)
}

// Terms decides which players may meet; *pairing.Terms implements it.
type Terms interface {
	// ToMake returns an error if a player may not create a game of that setup.
	ToMake(ctx context.Context, setup match.Setup, who identity.Who) error
	// ToJoin returns an error if a player may not take the free seat of a game.
	ToJoin(ctx context.Context, setup match.Setup, who identity.Who) error
	// Name returns a player's name on a seat; given is the name that the player asked for.
	Name(ctx context.Context, who identity.Who, given string) (string, error)
	// Settle assigns the sides of a game whose players are both known.
	Settle(ctx context.Context, setup match.Setup) match.Setup
	// Points returns a player's rating for games of that setup, and whether the player has one.
	Points(ctx context.Context, player string, setup match.Setup) (float64, bool)
}

// Config configures a lobby.
type Config struct {
	Store    store.Store
	Games    Games
	Terms    Terms
	Skeleton func(name string) string // equal for names that look alike
	Changes  *Changes
	Engines  []wire.EngineEntry // the engines on offer; no other id is accepted from the network
	Rates    *limit.Addresses
	NewGames float64 // games per second that one address may sustain
	// OpenGames is the quota of open challenges per address.
	OpenGames limit.Quota
	Searches  float64 // lists, and parts of lists, per second that one address may sustain
	Records   float64 // downloads per second that one address may sustain
	Now       func() time.Time
}

// Service lists and creates games.
type Service struct {
	Config
	hall      *hall
	downloads *limit.Addresses // running downloads
}

// New returns a lobby.
func New(cfg Config) *Service {
	l := &Service{Config: cfg, downloads: limit.NewAddresses(maxDownloads, 1, cfg.Now)}
	l.hall = l.newHall()
	return l
}

// Register adds the routes that OpenAPI describes.
func (l *Service) Register(api endpoint.API) {
	l.registerPlain(api)
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "lobby", Method: http.MethodGet, Path: "/api/games",
		Summary: "Open, running and finished games",
	}, endpoint.Limited(l.Rates, "lobby", l.Searches, l.getGames))
	endpoint.Register(api, access.Take.By(identity.Challenge), huma.Operation{
		OperationID: "new-game", Method: http.MethodPost, Path: "/api/games", DefaultStatus: http.StatusCreated,
		Summary: "Make a game", MaxBodyBytes: endpoint.MaxBody, Errors: []int{http.StatusBadRequest, http.StatusTooManyRequests},
	}, endpoint.Limited(l.Rates, "games", l.NewGames, l.postGame))
	endpoint.Register(api, access.See.Pupils(), huma.Operation{
		OperationID: "game", Method: http.MethodGet, Path: "/api/games/{id}",
		Summary: "The fields that a list has of a game", Errors: []int{http.StatusNotFound},
	}, l.getGame)
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "live", Method: http.MethodGet, Path: "/api/games/live",
		Summary: "The best running games, with their stones",
	}, endpoint.Limited(l.Rates, "lobby", l.Searches, l.getLive))
	l.registerSearch(api)
}

// registerPlain adds the routes that answer with a stream or without JSON.
func (l *Service) registerPlain(api endpoint.API) {
	api.Events(access.See, huma.Operation{
		OperationID: "lobby-events", Path: "/api/lobby/events", Summary: "The lobby as server-sent events",
		Description: "With ?live=1 also miniatures of the best games.",
		Responses:   map[string]*huma.Response{"200": {Description: "A Lobby immediately, then its lists whenever they change"}},
	}, Lobby{}, l.Events)
	api.Events(access.See, huma.Operation{
		OperationID: "own-stream", Path: "/api/me/stream", Summary: "Events for a program that plays for you",
		Description: "Lines of JSON: challenges to you, and the beginning and end of your games.",
		Responses:   map[string]*huma.Response{"200": {Description: "One PersonEvent per line"}},
	}, wire.PersonEvent{}, l.OwnEvents)
	api.Handle(access.See, huma.Operation{
		OperationID: "own-records", Path: "/api/me/games/records", Summary: "The records of your own games in SGF",
		Description: "The query is that of /api/me/games; with format=zip each game is a file.",
		Responses:   map[string]*huma.Response{"200": {Description: "A collection in SGF, or an archive"}},
	}, l.OwnRecords)
	api.Handle(access.See, huma.Operation{
		OperationID: "records-of", Path: "/api/people/{name}/games/records", Summary: "The records of a player's games in SGF",
		Description: "The query is that of /api/people/{name}/games; with format=zip each game is a file.",
		Responses: map[string]*huma.Response{
			"200": {Description: "A collection in SGF, or an archive"}, "404": {Description: "No such player"},
		},
	}, l.RecordsOf)
}

func (l *Service) getGames(ctx context.Context, _ *struct{}) (*endpoint.Answer[*Lobby], error) {
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
	out, err := l.everybodys(ctx)
	return endpoint.Reply(out.Live), err
}

// games lists games in their wire form.
func (l *Service) games(ctx context.Context, q store.Query) ([]wire.GameInfo, error) {
	q.Limit = listLength
	games, err := l.Store.List(ctx, q)
	return l.infos(games), err
}

// infos returns games in their wire form, never nil.
func (l *Service) infos(games []store.Game) []wire.GameInfo {
	infos := make([]wire.GameInfo, len(games))
	for i, g := range games {
		infos[i] = l.info(g)
	}
	return infos
}

func (l *Service) info(g store.Game) wire.GameInfo { return convert.Info(g, l.Games.Watchers(g.ID)) }
