package libraries

import (
	"context"
	"time"
)

// The bounds of looking for what boards are called. To know that, a board has to be made, which takes a second
// for the largest, and games may be on ever other ones.
const (
	titleTime   = 300 * time.Millisecond // for one answer; boards after that are called by their specs
	knownTitles = 20_000
)

// titler says what boards are called, in one answer.
type titler struct {
	*Service
	spent time.Duration
}

// of returns a board's title, its spec where nobody knows it any more or it would take too long.
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

// title returns the title of a board that was there lately.
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
