package libraries

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/catalog"
	"moyo/game"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/queue"
)

// The limits of descriptions of a library.
const (
	maxFiles = 200
	maxKinds = 50
)

// Register adds the routes of libraries.
func (s *Service) Register(api endpoint.API) {
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "library", Method: http.MethodGet, Path: "/api/library",
		Summary: "The size of your library", Errors: []int{http.StatusTooManyRequests},
	}, endpoint.Limited(s.Rates, "library", s.Rate, s.about))
	s.registerImport(api)
	s.registerFind(api)
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "library-game", Method: http.MethodGet, Path: "/api/library/games/{number}",
		Summary: "A game of your library, as SGF", Errors: []int{http.StatusNotFound, http.StatusTooManyRequests},
	}, endpoint.Limited(s.Rates, "library", s.Rate, s.record))
	forget := func(id, path, summary string) huma.Operation {
		return huma.Operation{
			OperationID: id, Method: http.MethodDelete, Path: path, DefaultStatus: http.StatusNoContent,
			Summary: summary, Errors: []int{http.StatusNotFound, http.StatusTooManyRequests},
		}
	}
	endpoint.Register(api, access.Look.By(identity.Library), forget("delete-library-game", "/api/library/games/{number}",
		"Delete a game from your library"), func(ctx context.Context, in *numberInput) (*struct{}, error) {
		if in.Number == 0 {
			return nil, errNoGame
		}
		return s.remove(ctx, selection{Number: in.Number}, errNoGame)
	})
	endpoint.Register(api, access.Look.By(identity.Library), forget("delete-library-file", "/api/library/files/{file}",
		"Delete all games of a file from your library"), func(ctx context.Context, in *fileNumber) (*struct{}, error) {
		return s.remove(ctx, selection{File: in.File}, errNoFile)
	})
	endpoint.Register(api, access.Look.By(identity.Library), forget("delete-library", "/api/library", "Delete all games from your library"),
		func(ctx context.Context, _ *struct{}) (*struct{}, error) {
			return s.remove(ctx, selection{All: true}, nil)
		})
}

// about returns the size of the library, and starts to add recent games played on this server.
func (s *Service) about(ctx context.Context, _ *struct{}) (*endpoint.Answer[Library], error) {
	a := s.asker(ctx)
	have, err1 := s.kept.one(ctx, a.owner)
	played, err4 := s.hasPlayed(ctx, a, have)
	s.wake(a, played)
	files, err2 := s.kept.files(ctx, a.owner, maxFiles)
	kinds, err3 := s.kept.kinds(ctx, a.owner, maxKinds)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return nil, err
	}
	out := Library{
		Games: have.Games, Bytes: have.Bytes, MostGames: a.most.Games, MostBytes: a.most.Bytes, Indexed: have.Games - have.Waiting,
		Working: played || have.Waiting > 0 || s.isWorking(a.owner), Files: []LibraryFile{}, Boards: []LibraryKind{},
	}
	for _, f := range files {
		out.Files = append(out.Files, LibraryFile{File: f.File, Name: f.Name, Games: f.Games, Added: f.Added.Format(time.RFC3339)})
	}
	err := s.Queue.Do(ctx, queue.Board, a.turn, nil, func() error {
		titles := titler{Service: s}
		for _, k := range kinds {
			out.Boards = append(out.Boards, LibraryKind{Game: k.Game, Board: k.Board, BoardTitle: titles.of(ctx, k.Board), Games: k.Games})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(out), nil
}

var (
	errNoGame = apierror.Say(apierror.NotFound, "library.noGame", "There is no such game in your library.")
	errNoFile = apierror.Say(apierror.NotFound, "library.noFile", "There are no games of this file in your library.")
)

type numberInput struct {
	Number uint32 `path:"number"`
}

// file is an answer that is a file.
type file struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

func (s *Service) record(ctx context.Context, in *numberInput) (*file, error) {
	games, err := s.kept.records(ctx, s.asker(ctx).owner, []uint32{in.Number})
	if err != nil {
		return nil, err
	}
	if len(games) == 0 {
		return nil, errNoGame
	}
	return &file{"application/x-go-sgf", `attachment; filename="game.sgf"`, games[0].Record}, nil
}

type fileNumber struct {
	File int `path:"file"`
}

// remove deletes games in batches. none is the error if there are no such games.
func (s *Service) remove(ctx context.Context, which selection, none error) (*struct{}, error) {
	a := s.asker(ctx)
	if err := s.Rates.Allow(ctx, "library", s.Rate); err != nil {
		return nil, err
	}
	all, err := s.kept.removeInSteps(ctx, a.owner, which)
	if err != nil {
		return nil, err
	}
	if all == 0 && none != nil {
		return nil, none
	}
	s.wake(a, false)
	return &struct{}{}, nil
}

// Empty deletes all games of a player's library, and their index, in small steps.
func (s *Service) Empty(ctx context.Context, owner string) error {
	if _, err := s.kept.removeInSteps(ctx, owner, selection{All: true}); err != nil {
		return err
	}
	if _, err := s.kept.reset(ctx, owner, deleteAtOnce); err != nil {
		return err
	}
	segments, _, err := s.kept.segments(ctx, owner)
	if err != nil {
		return err
	}
	for _, v := range segments {
		for more := true; more; {
			if more, err = s.kept.drop(ctx, owner, v.ID, dropAtOnce); err != nil {
				return err
			}
		}
	}
	return nil
}

// gameOf returns a game in its wire form.
func gameOf(ctx context.Context, titles *titler, g keptGame) LibraryGame {
	winner := ""
	switch {
	case g.Known && g.Winner == game.Empty:
		winner = "draw"
	case g.Known:
		winner = convert.Side(g.Winner)
	}
	return LibraryGame{
		Number: int(g.Number), Black: g.Black, White: g.White, Event: g.Event, Date: g.Date,
		Result: g.Result, Winner: winner, Board: g.Board, BoardTitle: titles.of(ctx, g.Board),
		Rules: g.Rules, Words: convert.Rules(catalog.Describe(g.Rules)), Moves: g.Moves,
		File: g.File, Played: g.Played, Added: g.Added.Format(time.RFC3339),
	}
}
