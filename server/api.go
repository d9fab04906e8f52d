package server

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/catalog"
	"moyo/game"
	"moyo/match"
	"moyo/server/wire"
	"moyo/store"
)

// maxBody is the size of a request's body, in bytes; boards have their own.
const maxBody = 16 << 10

// answer is what huma makes a response of.
type answer[T any] struct{ Body T }

// addressKey is the context's key of a request's address.
type addressKey struct{}

// registerAPI adds the routes that OpenAPI describes.
func (s *Server) registerAPI(api huma.API) {
	api.UseMiddleware(func(ctx huma.Context, next func(huma.Context)) {
		r := &http.Request{RemoteAddr: ctx.RemoteAddr()}
		next(huma.WithValue(ctx, addressKey{}, addressOf(r)))
	})
	huma.Register(api, huma.Operation{
		OperationID: "catalog", Method: http.MethodGet, Path: "/api/catalog",
		Summary: "Boards, engines and games that can be chosen",
	}, s.getCatalog)
	huma.Register(api, huma.Operation{
		OperationID: "board", Method: http.MethodGet, Path: "/api/boards",
		Summary: "A board with all that a view needs", Errors: []int{http.StatusBadRequest, http.StatusTooManyRequests},
	}, s.getBoard)
	huma.Register(api, huma.Operation{
		OperationID: "lobby", Method: http.MethodGet, Path: "/api/games",
		Summary: "Games that are open, running and finished",
	}, s.getGames)
	huma.Register(api, huma.Operation{
		OperationID: "new-game", Method: http.MethodPost, Path: "/api/games", DefaultStatus: http.StatusCreated,
		Summary: "Make a game", MaxBodyBytes: maxBody, Errors: []int{http.StatusBadRequest, http.StatusTooManyRequests},
	}, s.postGame)
	huma.Register(api, huma.Operation{
		OperationID: "game", Method: http.MethodGet, Path: "/api/games/{id}",
		Summary: "What a list says about a game", Errors: []int{http.StatusNotFound},
	}, s.getGame)
	s.registerBoards(api)
	s.registerPuzzles(api)
	s.registerTsumego(api)
	s.registerTraining(api)
	s.registerLessons(api)
}

func (s *Server) getCatalog(ctx context.Context, _ *struct{}) (*answer[wire.Catalog], error) {
	own, err := s.cfg.Store.Boards(ctx, guest(ctx), lobbyLength)
	if err != nil {
		return nil, s.internal(err)
	}
	c := wire.Catalog{Boards: []wire.BoardEntry{}, Engines: s.cfg.Engines, Games: gameEntries(), Version: s.cfg.Version}
	for _, b := range catalog.Gallery() {
		c.Boards = append(c.Boards, wire.BoardEntry{Spec: b.Spec, Title: b.Title, Group: b.Group, Games: b.Games})
	}
	for _, b := range own {
		c.Boards = append(c.Boards, wire.BoardEntry{Spec: "id:" + b.Hash, Title: b.Title, Group: "own", Games: []string{}})
	}
	return &answer[wire.Catalog]{c}, nil
}

func gameEntries() []wire.GameEntry {
	entries := []wire.GameEntry{}
	for _, g := range catalog.Games() {
		e := wire.GameEntry{ID: g.ID, Title: g.Title, Text: g.Text, Options: []wire.GameOption{}, Presets: []wire.Preset{}}
		for _, p := range g.Presets {
			e.Presets = append(e.Presets, wire.Preset{Title: p.Title, Text: p.Text, Rules: p.Rules, Board: p.Board})
		}
		for _, o := range g.Options {
			option := wire.GameOption{
				ID: o.ID, Title: o.Title, Text: o.Text, Kind: o.Kind, Default: o.Default,
				Min: o.Min, Max: o.Max, Step: o.Step, GridOnly: o.GridOnly, Choices: []wire.OptionChoice{},
			}
			for _, c := range o.Choices {
				option.Choices = append(option.Choices, wire.OptionChoice{Value: c.Value, Title: c.Title, Text: c.Text})
			}
			e.Options = append(e.Options, option)
		}
		entries = append(entries, e)
	}
	return entries
}

// pointsPerSpec is how many points of a board cost as much as one more board:
// what is told of the largest one is more than a megabyte.
const pointsPerSpec = 500

type boardInput struct {
	Spec string `query:"spec" required:"true" doc:"such as grid:9, torus:9x9 or id:SHA256"`
}

func (s *Server) getBoard(ctx context.Context, in *boardInput) (*answer[*wire.Board], error) {
	if err := s.allow(ctx, "specs", s.cfg.Limits.Specs); err != nil {
		return nil, err
	}
	b, err := s.boards.get(ctx, in.Spec)
	if err != nil {
		return nil, huma.Error400BadRequest(err.Error())
	}
	if err := s.allowN(ctx, "specs", s.cfg.Limits.Specs, b.Len()/pointsPerSpec); err != nil {
		return nil, err
	}
	return &answer[*wire.Board]{boardOf(b)}, nil
}

func (s *Server) getGames(ctx context.Context, _ *struct{}) (*answer[*wire.Lobby], error) {
	list, err := s.list(ctx, guest(ctx))
	if err != nil {
		return nil, s.internal(err)
	}
	return &answer[*wire.Lobby]{list}, nil
}

type gameInput struct {
	ID string `path:"id"`
}

func (s *Server) getGame(ctx context.Context, in *gameInput) (*answer[wire.GameInfo], error) {
	g, err := s.cfg.Store.Game(ctx, in.ID)
	if err != nil {
		return nil, s.openError(err)
	}
	return &answer[wire.GameInfo]{infoOf(g, s.hub.watchers(g.ID))}, nil
}

func (s *Server) postGame(ctx context.Context, in *struct{ Body wire.NewGame }) (*answer[wire.GameInfo], error) {
	if err := s.allow(ctx, "games", s.cfg.Limits.NewGames); err != nil {
		return nil, err
	}
	setup, err := s.setup(guest(ctx), in.Body)
	if err != nil {
		return nil, huma.Error400BadRequest(err.Error())
	}
	b, err := s.boards.get(ctx, setup.Board)
	if err != nil {
		return nil, huma.Error400BadRequest(err.Error())
	}
	rules, err := rulesOf(setup.Rules)
	if err != nil {
		return nil, huma.Error400BadRequest(err.Error())
	}
	setup.Board, setup.Rules = b.Spec(), rules.ID()
	first := match.Event{Kind: match.Created, At: store.Milli(time.Now()), Setup: &setup}
	m, err := match.New(b, rules, first)
	if err != nil {
		return nil, huma.Error400BadRequest(err.Error())
	}
	header := headerOf(newGameID(), m)
	if err := s.cfg.Store.Create(ctx, header, store.Entry{Event: first}); err != nil {
		return nil, s.internal(err)
	}
	s.metrics.events.WithLabelValues(string(match.Created)).Inc()
	s.lobby.changed()
	return &answer[wire.GameInfo]{infoOf(header, 0)}, nil
}

// setup returns what a game of the guest's wishes is made of. Its board and
// rules are still to be checked.
func (s *Server) setup(guest string, in wire.NewGame) (match.Setup, error) {
	setup := match.Setup{Board: in.Board, Rules: in.Rules}
	color := in.Color
	if color == "random" {
		color = []string{"black", "white"}[rand.IntN(2)]
	}
	side, ok := sideOf(color)
	if !ok || side == game.Empty {
		return setup, fmt.Errorf(`color %.20q: want "black", "white" or "random"`, in.Color)
	}
	if len(in.Rules) > maxSpec {
		return setup, fmt.Errorf("rules %.20q...: an id has at most %d characters", in.Rules, maxSpec)
	}
	maker := match.Seat{Kind: match.Human, Name: cleanName(in.Name), Token: guest}
	other := match.Seat{Kind: match.Open}
	if in.Opponent != "human" {
		if !s.offers(in.Opponent, gameOf(in.Rules)) {
			return setup, fmt.Errorf(`opponent %.40q: want "human" or one of the engines of /api/catalog that play %.20q`, in.Opponent, gameOf(in.Rules))
		}
		other = match.Seat{Kind: match.Engine, Engine: in.Opponent}
	}
	setup.Black, setup.White = maker, other
	if side == game.White {
		setup.Black, setup.White = other, maker
	}
	return setup, nil
}

// gameOf returns the game that the id of rules names.
func gameOf(rules string) string {
	name, _, _ := strings.Cut(rules, ":")
	return name
}

// offers says whether id is one of the engines that may be played against in a
// game. Other ids, such as those that start programs, must never come from the
// network.
func (s *Server) offers(id, game string) bool {
	return slices.ContainsFunc(s.cfg.Engines, func(e wire.EngineEntry) bool {
		return e.ID == id && slices.Contains(e.Games, game)
	})
}

const tooMuch = "That was a lot at once. Please wait a moment and try again."

// allow refuses what an address asks for too often.
func (s *Server) allow(ctx context.Context, what string, perSecond float64) error {
	return s.allowN(ctx, what, perSecond, 1)
}

// allowN is allow for what costs as much as n times.
func (s *Server) allowN(ctx context.Context, what string, perSecond float64, n int) error {
	address, _ := ctx.Value(addressKey{}).(string)
	if s.limits.allowN(address, what, perSecond, n) {
		return nil
	}
	return huma.Error429TooManyRequests(tooMuch)
}

// openError is the answer where a game cannot be read.
func (s *Server) openError(err error) error {
	status, text := openProblem(err)
	if status == http.StatusInternalServerError {
		return s.internal(err)
	}
	return huma.NewError(status, text)
}

// internal logs what is nobody's business and answers with a plain sentence.
func (s *Server) internal(err error) error {
	if errors.Is(err, context.Canceled) {
		return huma.NewError(499, "The request was given up.")
	}
	s.log.Error("request failed", "err", err)
	return huma.Error500InternalServerError("Something went wrong on the server. What was stored is kept; please try again.")
}
