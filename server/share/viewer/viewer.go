// Package viewer opens records of games for those who bring them: which games a file
// holds, and one of them with all its variations. It keeps nothing.
package viewer

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/files"
	"moyo/game/record/sgf"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/queue"
	"moyo/server/share/boards"
)

// Config is what the routes of records need.
type Config struct {
	Boards  *boards.Cache
	Rules   func(id string) (game.Rules, error)
	Uploads endpoint.Uploads
	Queue   *queue.Queue // for the processor: the largest records take seconds
}

// The bounds of files with records.
const (
	maxFile  = 16 << 20 // bytes
	maxHeads = 1000     // games listed of one file
	readTime = 15 * time.Second
)

// errTooLarge answers those whose file is longer than maxFile.
var errTooLarge = apierror.Say(apierror.TooLarge, "records.large",
	"This file is larger than 16 MB, the largest that is opened here. The program that made it may be able to save its games a few at a time.")

type routes struct{ Config }

// Register adds the routes of records.
func (cfg Config) Register(api endpoint.API) {
	s := &routes{cfg}
	endpoint.Register(api, access.Take.By(identity.Analyse), huma.Operation{
		OperationID: "read-record", Method: http.MethodPost, Path: "/api/records/read",
		Summary:      "The games of a file (SGF, RenLib, Piskvork), and one of them with all its variations",
		MaxBodyBytes: maxFile + 1, BodyReadTimeout: endpoint.UploadTime,
		Middlewares: append(huma.Middlewares{endpoint.AtMost(maxFile, errTooLarge)}, s.Uploads.Admit()...),
		Errors:      []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusTooManyRequests},
	}, s.read)
	s.registerDraw(api)
}

// opener finds the boards and rules that records name.
func (s *routes) opener(ctx context.Context) game.Opener {
	return game.Opener{Rules: s.Rules, Board: func(spec string) (*board.Board, error) { return s.Boards.Get(ctx, spec) }}
}

type file struct {
	Game    int `query:"game" minimum:"-1" doc:"which game of the file to open, from 0; -1 for the list alone"`
	RawBody []byte
}

func (s *routes) read(ctx context.Context, in *file) (out *endpoint.Answer[RecordFile], err error) {
	err = s.Queue.Do(ctx, queue.Board, queue.Of(ctx, identity.Player(ctx)), nil, func() error {
		ctx, cancel := context.WithTimeout(ctx, readTime)
		defer cancel()
		answer, err := s.open(ctx, in.RawBody, in.Game)
		out = endpoint.Reply(answer)
		return err
	})
	if errors.Is(err, context.DeadlineExceeded) {
		err = apierror.Say(apierror.BadRequest, "records.long", "This record takes too long to play over.")
	}
	return out, err
}

// open reads a file and grows one of its games. What is wrong with a game is part of the
// answer; an error is about the whole file.
func (s *routes) open(ctx context.Context, data []byte, number int) (RecordFile, error) {
	games, format, err := files.Read(data, sgf.Limits{Bytes: maxFile})
	if err != nil {
		return RecordFile{}, unreadable(err)
	}
	if number >= len(games) {
		return RecordFile{}, noGame(number, len(games))
	}
	opener := s.opener(ctx)
	out := RecordFile{Format: format, Count: len(games), Games: make([]RecordHead, 0, min(len(games), maxHeads))}
	for i, g := range games {
		if i == maxHeads || ctx.Err() != nil {
			break
		}
		out.Games = append(out.Games, headOf(g, i, opener))
	}
	if number < 0 {
		return out, ctx.Err()
	}
	games[number].ToUTF8() // as its properties are sent
	tree, err := record.Grow(ctx, games[number], opener)
	switch {
	case err == nil:
		out.Game = gameOf(tree, headOf(games[number], number, opener))
		if _, err := opener.Board(tree.Board.Spec()); err != nil {
			out.Game.BoardFile = string(boardfile.JSON(tree.Board))
		}
		if number < maxHeads {
			out.Games[number] = out.Game.Head
		}
	case ctx.Err() != nil:
		return out, ctx.Err()
	case number < maxHeads:
		out.Games[number].Problem = problemOf(err)
	default:
		return out, apierror.Invalid(err)
	}
	return out, nil
}

// unreadable says what a file is that is no record.
func unreadable(err error) error {
	if e, ok := errors.AsType[*sgf.Error](err); ok {
		return apierror.Wrap(apierror.BadRequest, err, "records.unreadable",
			"This file is no record that can be read here: line %s, column %s: %s.", strconv.Itoa(e.Line), strconv.Itoa(e.Column), e.Reason)
	}
	return apierror.Invalid(err)
}
