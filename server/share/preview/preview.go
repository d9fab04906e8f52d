// Package preview makes what other sites show of this one: for a link a title, a few words and a picture; and in frames games,
// positions, problems and puzzles, which sites find by oEmbed. Requests are anonymous. A private game looks like a missing one.
// The package also knows for some addresses that nothing is there.
package preview

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/limit"
	"moyo/server/base/queue"
	"moyo/server/base/wire"
	"moyo/server/store"
	"moyo/solve/life/tsumego"
)

// Path is the prefix of pictures' addresses.
const Path = "/picture/"

// Games provides games, on whatever node they are played; *room.Hub implements it.
type Games interface {
	// Match returns a copy of a game, or store.ErrNotFound.
	Match(ctx context.Context, id string) (*match.Match, error)
}

// Boards parses specs of boards.
type Boards interface {
	Get(ctx context.Context, spec string) (*board.Board, error)
}

// Training provides the problems, puzzles and lessons that ship with the program; *training.Service implements it.
type Training interface {
	// Shown returns the problem of a key, and its rank.
	Shown(ctx context.Context, key string) (tsumego.Problem, string, error)
	// Puzzle returns the position of a puzzle, and the number of moves in which the side to move wins.
	Puzzle(id string) (game.Position, int, error)
	// ProblemOfTheDay returns the key of the problem for the day of at.
	ProblemOfTheDay(ctx context.Context, at time.Time) (string, error)
	// PuzzleOfTheDay returns the id of the puzzle for the day of at.
	PuzzleOfTheDay(at time.Time) string
	// TryProblem returns the effect of the last of some moves in a problem, for an anonymous user.
	TryProblem(ctx context.Context, key string, moves []string) (*wire.EmbedAnswer, error)
	// TryPuzzle is TryProblem for a puzzle.
	TryPuzzle(ctx context.Context, id string, moves []string) (*wire.EmbedAnswer, error)
	// HasLesson reports whether there is a lesson with that id.
	HasLesson(id string) bool
}

// Config configures the service.
type Config struct {
	Store    store.Store
	Games    Games
	Boards   Boards
	Training Training
	Rules    func(id string) (game.Rules, error)
	Frame    func() []byte            // the built page for frames; nil if it was not built
	Skeleton func(name string) string // equal for names that look alike, "" for an invalid name
	Site     string                   // the server's public address; "" for the address in the request
	Version  string                   // of the program, since another version may draw differently
	Rates    *limit.Addresses
	Rate     float64      // new pictures, and new embedded pages, per second that one address may sustain
	Queue    *queue.Queue // for processor time: a picture takes tens of milliseconds, a large board a second
	Now      func() time.Time
}

// Service makes previews. It is safe for use by several goroutines.
type Service struct {
	Config
	made cache
}

// New returns a service.
func New(cfg Config) *Service { return &Service{Config: cfg} }

// Times for pictures.
const (
	drawTime = 10 * time.Second // to wait and draw; clients give up sooner
	kept     = "public, max-age=86400"
	keptLive = "public, max-age=60" // for a running game
)

// pointsPerPicture is the number of a board's points that cost as much as one more picture.
const pointsPerPicture = 500

var errNothing = apierror.New(apierror.NotFound, "There is nothing to show at that address.")

// ServeHTTP serves a picture and draws it if it is not cached.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD are allowed", http.StatusMethodNotAllowed)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), drawTime)
	defer cancel()
	sub, err := s.pictured(ctx, strings.TrimPrefix(r.URL.Path, Path), r.URL.Query())
	if err == nil {
		err = s.send(ctx, w, r, sub)
	}
	if err != nil {
		refuse(w, err)
	}
}

// send writes the data of a subject. After an error nothing has been written.
func (s *Service) send(ctx context.Context, w http.ResponseWriter, r *http.Request, sub subject) error {
	sum := sha256.Sum256([]byte(s.Version + "\x00" + sub.key))
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	h := w.Header()
	if r.Header.Get("If-None-Match") == tag {
		h.Set("ETag", tag)
		h.Set("Cache-Control", sub.keep)
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	data, err := s.ready(ctx, sub)
	if err != nil {
		return err
	}
	h.Set("Content-Type", sub.kind)
	h.Set("ETag", tag)
	h.Set("Cache-Control", sub.keep)
	h.Set("Content-Length", strconv.Itoa(len(data)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(data)
	}
	return nil
}

// refuse writes an error that must not be cached.
func refuse(w http.ResponseWriter, err error) {
	w.Header().Set("Cache-Control", "no-store")
	apierror.Write(w, forClient(err))
}

// forClient returns an error in a form for clients.
func forClient(err error) error {
	switch {
	case errors.Is(err, store.ErrNotFound):
		return errNothing
	case errors.Is(err, context.DeadlineExceeded):
		return apierror.Say(apierror.TooMany, "server.much", "The server is very busy right now. Please try again in a minute.")
	}
	return err
}

// ready returns the data of a subject. Only uncached subjects count for the client's address.
func (s *Service) ready(ctx context.Context, sub subject) ([]byte, error) {
	if data := s.made.get(sub.key); data != nil {
		return data, nil
	}
	if err := s.Rates.Allow(ctx, sub.counts, s.Rate); err != nil {
		return nil, err
	}
	var data []byte
	err := s.Queue.Do(ctx, queue.Picture, queue.Of(ctx, ""), nil, func() error {
		if data = s.made.get(sub.key); data != nil {
			return nil // an earlier request in the queue made it
		}
		work, err := sub.open(ctx)
		if err != nil {
			return err
		}
		if err := s.Rates.AllowN(ctx, sub.counts, s.Rate, work.points/pointsPerPicture); err != nil {
			return err
		}
		data, err = work.finish()
		return err
	})
	if err == nil {
		s.made.put(sub.key, data)
	}
	return data, err
}
