// Package viewer opens records of games that users send. It lists the games of a file, and returns one of them with all its
// variations. It stores nothing.
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

// Config configures the routes for records.
type Config struct {
	Boards  *boards.Cache
	Rules   func(id string) (game.Rules, error)
	Uploads endpoint.Uploads
	Queue   *queue.Queue // for processor time: the largest records take seconds
}

// The limits of files with records.
const (
	maxFile  = 16 << 20 // bytes
	maxHeads = 1000     // games listed per file
	readTime = 15 * time.Second
)

// errTooLarge is the error for a file above maxFile.
var errTooLarge = apierror.Say(apierror.TooLarge, "records.large",
	"This file is larger than 16 MB, the limit for opening. Try to save fewer games per file.")

type routes struct{ Config }

// Register adds the routes for records.
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

// opener resolves the boards and rules in records.
func (s *routes) opener(ctx context.Context) game.Opener {
	return game.Opener{Rules: s.Rules, Board: func(spec string) (*board.Board, error) { return s.Boards.Get(ctx, spec) }}
}

type file struct {
	Game    int `query:"game" minimum:"-1" doc:"which game of the file to open, from 0; -1 for only the list"`
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
		err = apierror.Say(apierror.BadRequest, "records.long", "This record takes too long to replay.")
	}
	return out, err
}

// open reads a file and replays one of its games. A problem with a game is part of the answer; an error concerns the whole file.
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

// unreadable returns the error for a file that is not a record.
func unreadable(err error) error {
	if e, ok := errors.AsType[*sgf.Error](err); ok {
		return apierror.Wrap(apierror.BadRequest, err, "records.unreadable",
			"This file is not a valid record: line %s, column %s: %s.", strconv.Itoa(e.Line), strconv.Itoa(e.Column), e.Reason)
	}
	return apierror.Invalid(err)
}
