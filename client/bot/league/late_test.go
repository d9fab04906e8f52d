package league

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"moyo/server/base/wire"
)

// late is a server with one finished arena, "A", whose games have not been collected yet.
type late struct {
	*club
	games  int
	broken bool // the server cannot show a game
	at     time.Time
}

func newLate(t *testing.T, games int) *late {
	t.Helper()
	l := &late{club: &club{T: t}, games: games, at: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	l.web = httptest.NewServer(l)
	t.Cleanup(l.web.Close)
	return l
}

// ServeHTTP implements http.Handler. None of the games was meant to be played, which a director
// records like a result.
func (l *late) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var answer any
	switch path := r.URL.Path; {
	case strings.HasPrefix(path, "/api/games/") && l.broken:
		w.WriteHeader(http.StatusInternalServerError)
		return
	case path == "/api/me":
		answer = wire.Me{Name: "Dora"}
	case path == "/api/tournaments" && r.Method == http.MethodGet:
		answer = wire.TournamentLists{}
	case path == "/api/tournaments": // the next one of the event
		answer = wire.Tournament{Head: wire.TournamentHead{ID: "B", Phase: "open"}}
	case path == "/api/tournaments/A":
		answer = wire.Tournament{
			Head: wire.TournamentHead{ID: "A", Phase: "over"}, Rounds: []wire.TournamentRound{{Games: []wire.TournamentGame{{Number: l.games}}}},
		}
	case path == "/api/tournaments/B":
		answer = wire.Tournament{Head: wire.TournamentHead{ID: "B", Phase: "open"}}
	default:
		w.WriteHeader(http.StatusNotFound)
		return
	}
	if err := json.NewEncoder(w).Encode(answer); err != nil {
		l.Error(err)
	}
}

// back returns a director that returns after three hours to an arena that it had seen end.
func (l *late) back() (*Director, *archive) {
	l.Helper()
	cfg := l.config("t", l.TempDir())
	cfg.Events, cfg.Now = cfg.Events[:1], func() time.Time { return l.at }
	d, err := New(cfg)
	if err != nil {
		l.Fatal(err)
	}
	l.Cleanup(func() {
		if err := d.Close(); err != nil {
			l.Error(err)
		}
	})
	s := d.archives[0]
	if err := s.enter("A", 1); err != nil {
		l.Fatal(err)
	}
	s.state.Tournaments[0].Over = l.at.Add(-3 * time.Hour)
	return d, s
}

// rounds runs some rounds of a director.
func (l *late) rounds(d *Director, n int) {
	l.Helper()
	for range n {
		if err := d.round(l.Context()); err != nil {
			l.Fatal(err)
		}
	}
}

// TestAwayWithManyGames lets a director return to more games than it collects in a row.
func TestAwayWithManyGames(t *testing.T) {
	l := newLate(t, 2*mostAtOnce+50)
	d, s := l.back()
	l.rounds(d, 3)
	if s.lines != l.games || s.knows("A") {
		t.Errorf("%d of %d games were collected, the arena is waited for: %v", s.lines, l.games, s.knows("A"))
	}
}

// TestAwayFromABrokenServer lets a director return to a server that cannot show games immediately,
// or never.
func TestAwayFromABrokenServer(t *testing.T) {
	l := newLate(t, 5)
	l.broken = true
	d, s := l.back()
	l.rounds(d, 2)
	if !s.knows("A") {
		t.Fatal("the games were given up immediately")
	}
	l.broken = false
	l.rounds(d, 1)
	if s.lines != 5 || s.knows("A") {
		t.Errorf("%d of 5 games were collected, the arena is waited for: %v", s.lines, s.knows("A"))
	}

	l = newLate(t, 5)
	l.broken = true
	d, s = l.back()
	l.rounds(d, 1)
	l.at = l.at.Add(backFor)
	l.rounds(d, 1)
	if s.lines != 0 || s.knows("A") {
		t.Errorf("%d games were collected, the arena is waited for: %v", s.lines, s.knows("A"))
	}
}
