// Package preview is what other sites show of this one: of a link a title, a few words and
// a picture of the position; and in frames of their own pages games, positions, problems
// and puzzles, which they find by oEmbed. It knows nothing of the one who asks, and shows of a
// private game as much as of one that there is not: nothing. It also knows of some
// addresses that there is nothing at them.
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

// Path is where the pictures are.
const Path = "/picture/"

// Games has games, wherever they are played. *room.Hub does.
type Games interface {
	// Match returns a copy of a game, or store.ErrNotFound.
	Match(ctx context.Context, id string) (*match.Match, error)
}

// Boards turns specs into boards.
type Boards interface {
	Get(ctx context.Context, spec string) (*board.Board, error)
}

// Training has the problems, puzzles and lessons that ship with the program. *training.Service does.
type Training interface {
	// Shown returns the problem of a key, and its rank.
	Shown(ctx context.Context, key string) (tsumego.Problem, string, error)
	// Puzzle returns the position of a puzzle, and how many moves of the side to move the win takes.
	Puzzle(id string) (game.Position, int, error)
	// ProblemOfTheDay returns the key of the problem of a moment's day.
	ProblemOfTheDay(ctx context.Context, at time.Time) (string, error)
	// PuzzleOfTheDay returns the id of the puzzle of a moment's day.
	PuzzleOfTheDay(at time.Time) string
	// TryProblem says what the last of some moves does in a problem, for nobody in particular.
	TryProblem(ctx context.Context, key string, moves []string) (*wire.EmbedAnswer, error)
	// TryPuzzle is TryProblem for a puzzle.
	TryPuzzle(ctx context.Context, id string, moves []string) (*wire.EmbedAnswer, error)
	// HasLesson says whether there is a lesson of an id.
	HasLesson(id string) bool
}

// Config is what previews are made of.
type Config struct {
	Store    store.Store
	Games    Games
	Boards   Boards
	Training Training
	Rules    func(id string) (game.Rules, error)
	Frame    func() []byte            // the page for frames of other sites, as it was built; nil where it was not
	Skeleton func(name string) string // what names that look alike have in common, "" for what is none
	Site     string                   // the server's address for people; "" for that by which it is asked
	Version  string                   // of the program: another one may draw differently
	Rates    *limit.Addresses
	Rate     float64      // pictures a second that one address may have drawn on end, and as many embedded pages made
	Queue    *queue.Queue // for the processor: a picture takes some tens of milliseconds, a large board a second
	Now      func() time.Time
}

// Service makes previews. It is safe for use by several goroutines.
type Service struct {
	Config
	made cache
}

// New returns a service.
func New(cfg Config) *Service { return &Service{Config: cfg} }

// The times of pictures.
const (
	drawTime = 10 * time.Second // to wait for a place and to draw: whoever asks gives up sooner
	kept     = "public, max-age=86400"
	keptLive = "public, max-age=60" // of a game that goes on
)

// pointsPerPicture is how many points of a board cost as much as one more picture.
const pointsPerPicture = 500

var errNothing = apierror.New(apierror.NotFound, "There is nothing to show at that address.")

// ServeHTTP answers with a picture, drawn where it is not known yet.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD here", http.StatusMethodNotAllowed)
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

// send answers with what a subject is made into. Nothing is sent where there is an error.
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

// refuse answers with an error, which nothing on the way shall keep.
func refuse(w http.ResponseWriter, err error) {
	w.Header().Set("Cache-Control", "no-store")
	apierror.Write(w, said(err))
}

// said returns an error as it is said to those who asked for something.
func said(err error) error {
	switch {
	case errors.Is(err, store.ErrNotFound):
		return errNothing
	case errors.Is(err, context.DeadlineExceeded):
		return apierror.Say(apierror.TooMany, "server.much", "The server is very busy right now. Please try again in a minute.")
	}
	return err
}

// ready returns what a subject is made into. Only what has to be made counts for its
// address.
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
			return nil // somebody before has had it made
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
