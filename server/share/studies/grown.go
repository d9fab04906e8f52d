package studies

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"moyo/game/record/sgf"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/base/queue"
	"moyo/server/share/viewer"
)

// grown is a chapter in the form that new viewers receive.
type grown struct {
	changed int // version of the study after the chapter's last change
	record  *viewer.GameRecord
	ids     []int
}

// growTime limits the time to replay a chapter.
const growTime = 15 * time.Second

// tooLong replaces an exceeded deadline by an error for people.
func tooLong(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return apierror.Say(apierror.BadRequest, "records.long", "This record takes too long to replay.")
	}
	return err
}

// tree returns a chapter as a record, at a version of the study.
func (h *Hub) tree(ctx context.Context, r *room, id int) (*StudyTree, error) {
	var g *sgf.Game
	var ids []int
	var known *grown
	changed, version := 0, 0
	err := r.ask(ctx, func() {
		r.flush() // only changes on disk are shown
		if r.failed {
			return
		}
		version = r.study.head.Version
		c := r.study.chapter(id)
		if c == nil {
			return
		}
		changed = c.changed
		if known = r.grown[id]; known == nil || known.changed != changed {
			known = nil
			g, ids = c.record()
		}
	})
	if err != nil {
		return nil, err
	}
	switch {
	case known != nil:
		return &StudyTree{Version: version, Chapter: id, Record: known.record, IDs: known.ids}, nil
	case g == nil:
		return nil, errNoChapter
	}
	known = &grown{changed: changed, ids: ids}
	err = h.Queue.Do(ctx, queue.Board, queue.Of(ctx, identity.Player(ctx)), nil, func() error {
		ctx, cancel := context.WithTimeout(ctx, growTime)
		defer cancel()
		known.record, err = viewer.Grown(ctx, g, h.opener(ctx))
		return err
	})
	if err != nil {
		return nil, tooLong(err)
	}
	r.do(func() { r.keepGrown(id, known) })
	return &StudyTree{Version: version, Chapter: id, Record: known.record, IDs: known.ids}, nil
}

// mostGrown is the number of chapters per study that are cached in this form, since people who arrive together read the same
// chapter.
const mostGrown = 2

func (r *room) keepGrown(id int, g *grown) {
	if c := r.study.chapter(id); c == nil || c.changed != g.changed {
		return
	}
	for other := range r.grown {
		if len(r.grown) >= mostGrown && other != id {
			delete(r.grown, other)
		}
	}
	r.grown[id] = g
}

// Text returns a study as a collection of games, or store.ErrNotFound.
func (h *Hub) Text(ctx context.Context, id string) (string, error) {
	s, err := h.read(ctx, id)
	if err != nil {
		return "", err
	}
	return s.text()
}

// read returns a study as the store has it.
func (h *Hub) read(ctx context.Context, id string) (*study, error) {
	head, chapters, ops, err := h.kept.load(ctx, id)
	if err != nil {
		return nil, err
	}
	s, _, err := read(head, chapters, ops)
	return s, err
}

// text returns all chapters as a collection of games, each with its name.
func (s *study) text() (string, error) {
	var games sgf.Collection
	for _, c := range s.chapters {
		g, _ := c.record()
		if !g.Root.Has("FF") {
			g.Root.Set("FF", "4")
		}
		if !g.Root.Has("CA") {
			g.Root.Set("CA", "UTF-8")
		}
		if c.name != "" {
			if err := g.Root.SetText("GN", c.name); err != nil {
				return "", err
			}
		}
		games = append(games, g)
	}
	var text strings.Builder
	err := sgf.Write(&text, games)
	return text.String(), err
}

// Record answers with a study as a collection of games in SGF.
func (h *Hub) Record(w http.ResponseWriter, r *http.Request) {
	text, err := h.recordFor(r.Context(), r.PathValue("id"))
	if err != nil {
		apierror.Write(w, openError(err))
		return
	}
	w.Header().Set("Content-Type", "application/x-go-sgf; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="moyo-study.sgf"`)
	_, _ = w.Write([]byte(text))
}

func (h *Hub) recordFor(ctx context.Context, id string) (text string, err error) {
	if err := h.Rates.Allow(ctx, "records", h.Limits.Records); err != nil {
		return "", err
	}
	if _, err := h.seen(ctx, id); err != nil {
		return "", err
	}
	err = h.Queue.Do(ctx, queue.Board, queue.Of(ctx, identity.Player(ctx)), nil, func() error {
		text, err = h.Text(ctx, id)
		return err
	})
	return text, err
}
