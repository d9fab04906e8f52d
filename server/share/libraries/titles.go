package libraries

import (
	"context"
	"time"
)

// The limit of the time for finding boards' titles. A title requires making the board, which takes a second for the largest, and
// every game may have another board.
const (
	titleTime   = 300 * time.Millisecond // for one answer; later boards are shown by their specs
	knownTitles = 20_000
)

// titler finds boards' titles for one answer.
type titler struct {
	*Service
	spent time.Duration
}

// of returns a board's title, or its spec if the board is unknown or would take too long.
func (t *titler) of(ctx context.Context, spec string) string {
	if title, known := t.title(spec); known {
		return title
	}
	if t.spent >= titleTime {
		return spec
	}
	began := t.Now()
	b, err := t.Boards.Get(ctx, spec)
	t.spent += t.Now().Sub(began)
	if err != nil {
		return spec
	}
	t.keepTitle(spec, b.Title())
	return b.Title()
}

// title returns the title of a recently used board.
func (s *Service) title(spec string) (title string, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	title, known = s.titles[spec]
	return title, known
}

func (s *Service) keepTitle(spec, title string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.titles) >= knownTitles {
		clear(s.titles)
	}
	s.titles[spec] = title
}
