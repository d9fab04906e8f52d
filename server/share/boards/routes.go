package boards

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/limit"
	"moyo/server/base/queue"
	"moyo/server/base/storage"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// Config configures the routes for boards.
type Config struct {
	Store   store.Store
	Cache   *Cache
	Rates   *limit.Addresses
	Budget  *storage.Budget
	Specs   float64 // boards per second that one address may sustain
	Uploads endpoint.Uploads
	Queue   *queue.Queue // for processor time: the largest boards take about a second
	Now     func() time.Time
}

type routes struct{ Config }

// Register adds the routes for boards.
func (cfg Config) Register(api endpoint.API) {
	s := &routes{cfg}
	endpoint.Register(api, access.See.Pupils(), huma.Operation{
		OperationID: "board", Method: http.MethodGet, Path: "/api/boards",
		Summary: "A board with all data for a view", Errors: []int{http.StatusBadRequest, http.StatusTooManyRequests},
	}, s.getBoard)
	endpoint.Register(api, access.See.Pupils(), huma.Operation{
		OperationID: "board-file", Method: http.MethodGet, Path: "/api/boards/file",
		Summary: "A board as a file that can be uploaded again", Errors: []int{http.StatusBadRequest, http.StatusTooManyRequests},
	}, s.getFile)
	s.registerUploads(api)
	s.registerGallery(api)
}

// pointsPerSpec is the number of a board's points that cost as much as one more board. The answer for the largest board has more
// than a megabyte.
const pointsPerSpec = 500

type boardInput struct {
	Spec string `query:"spec" required:"true" doc:"such as grid:9, torus:9x9 or id:SHA256"`
}

func (s *routes) getBoard(ctx context.Context, in *boardInput) (*endpoint.Answer[*wire.Board], error) {
	b, err := s.asked(ctx, in.Spec)
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(convert.Board(b)), nil
}

func (s *routes) getFile(ctx context.Context, in *boardInput) (*endpoint.Answer[BoardFile], error) {
	b, err := s.asked(ctx, in.Spec)
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(BoardFile{Title: b.Title(), File: string(boardfile.JSON(b))}), nil
}

// asked returns the board of a spec, within the caller's rate limit.
func (s *routes) asked(ctx context.Context, spec string) (*board.Board, error) {
	if err := s.Rates.Allow(ctx, "specs", s.Specs); err != nil {
		return nil, err
	}
	b, err := s.Cache.Get(ctx, spec)
	if err != nil {
		return nil, apierror.Invalid(err)
	}
	if err := s.Rates.AllowN(ctx, "specs", s.Specs, b.Len()/pointsPerSpec); err != nil {
		return nil, err
	}
	return b, nil
}
