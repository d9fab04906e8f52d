// Package preview is what other sites show of a link to the page: a title, a few words
// and a picture of the position. It knows nothing of the one who asks, and shows of a
// private game as much as of one that there is not: nothing. It also knows of some
// addresses that there is nothing at them.
package preview

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"
	"time"

	"moyo/board"
	"moyo/game/match"
	"moyo/server/apierror"
	"moyo/server/limit"
	"moyo/server/queue"
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

// Training has the problems and lessons that ship with the program. *training.Service does.
type Training interface {
	// Shown returns the problem of a key, and its rank.
	Shown(ctx context.Context, key string) (tsumego.Problem, string, error)
	// HasLesson says whether there is a lesson of an id.
	HasLesson(id string) bool
}

// Config is what previews are made of.
type Config struct {
	Store    store.Store
	Games    Games
	Boards   Boards
	Training Training
	Skeleton func(name string) string // what names that look alike have in common, "" for what is none
	Site     string                   // the server's address for people; "" for that by which it is asked
	Version  string                   // of the program: another one may draw differently
	Rates    *limit.Addresses
	Rate     float64      // pictures a second that one address may have drawn on end
	Queue    *queue.Queue // for the processor: a picture takes some tens of milliseconds, a large board a second
}

// Service makes previews. It is safe for use by several goroutines.
type Service struct {
	Config
	drawn cache
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

var errNothing = apierror.New(apierror.NotFound, "There is no picture at that address.")

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
	if err != nil {
		refuse(w, err)
		return
	}
	sum := sha256.Sum256([]byte(s.Version + "\x00" + sub.key))
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	if r.Header.Get("If-None-Match") == tag {
		w.Header().Set("ETag", tag)
		w.Header().Set("Cache-Control", sub.keep)
		w.WriteHeader(http.StatusNotModified)
		return
	}
	data, err := s.picture(ctx, sub)
	if err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", sub.keep)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}

// refuse answers with an error, which nothing on the way shall keep.
func refuse(w http.ResponseWriter, err error) {
	switch {
	case errors.Is(err, store.ErrNotFound):
		err = errNothing
	case errors.Is(err, context.DeadlineExceeded):
		err = apierror.Say(apierror.TooMany, "server.much", "The server has very much to do right now. Please try again in a minute.")
	}
	w.Header().Set("Cache-Control", "no-store")
	apierror.Write(w, err)
}

// picture returns the picture of a subject as PNG. Only what has to be drawn counts for
// its address.
func (s *Service) picture(ctx context.Context, sub subject) ([]byte, error) {
	if data := s.drawn.get(sub.key); data != nil {
		return data, nil
	}
	if err := s.Rates.Allow(ctx, "pictures", s.Rate); err != nil {
		return nil, err
	}
	var data []byte
	err := s.Queue.Do(ctx, queue.Picture, queue.Of(ctx, ""), nil, func() error {
		if data = s.drawn.get(sub.key); data != nil {
			return nil // somebody before has had it drawn
		}
		card, err := sub.draw(ctx)
		if err != nil {
			return err
		}
		if err := s.Rates.AllowN(ctx, "pictures", s.Rate, len(card.options.Stones)/pointsPerPicture); err != nil {
			return err
		}
		data, err = card.png()
		return err
	})
	if err == nil {
		s.drawn.put(sub.key, data)
	}
	return data, err
}
