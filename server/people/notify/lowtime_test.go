package notify

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// thinks sets the deadline of the player to move.
func thinks(t *testing.T, s *Service, g *store.Game, left time.Duration) {
	t.Helper()
	g.Version, g.Deadline = g.Version+1, time.Now().Add(left)
	if err := s.Store.Append(t.Context(), *g, store.Entry{Event: match.Event{Kind: match.Gave}}); err != nil {
		t.Fatal(err)
	}
}

// told returns a player's low-time notifications.
func told(t *testing.T, s *Service, player string) (texts []string) {
	t.Helper()
	synctest.Wait()
	list, err := s.rows().of(t.Context(), player)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range list {
		if n.Kind == LowTime {
			texts = append(texts, n.Path+" "+n.Text)
		}
	}
	return texts
}

// TestLowTime: there is one reminder for each move of a correspondence game, at the right time, also by e-mail, and also after a
// restart.
func TestLowTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f := newService(t)
		g := aGame(t, s, "g", "correspondence=7d", game.Black)
		short := aGame(t, s, "short", "correspondence=1d", game.Black)
		live := aGame(t, s, "live", "fischer=5m+3s", game.Black)
		thinks(t, s, &g, 25*time.Hour)
		thinks(t, s, &short, 7*time.Hour)
		thinks(t, s, &live, 5*time.Minute)
		time.Sleep(50 * time.Minute)
		if got := told(t, s, ada); len(got) != 0 {
			t.Errorf("too early: %q", got)
		}
		time.Sleep(25 * time.Minute)
		const runsOut = "Your time is running out. It is your move in the game of Go on 9×9 against Bo."
		const g1, g2 = "/game/g " + runsOut, "/game/short " + runsOut
		if got := told(t, s, ada); len(got) != 2 || !strings.Contains(strings.Join(got, "|"), g1) ||
			!strings.Contains(strings.Join(got, "|"), g2) {
			t.Errorf("in time: %q", got)
		}
		s.Close()
		s = newServiceOn(s.Store, f)
		time.Sleep(2 * time.Hour)
		if got := told(t, s, ada); len(got) != 2 {
			t.Errorf("after a restart: %q", got)
		}
		f.mu.Lock()
		if len(f.mails) == 0 || !strings.Contains(f.mails[0].Text, "against Bo, until 2 January, 01:00 UTC:\n") {
			t.Errorf("e-mails %+v", f.mails)
		}
		f.mu.Unlock()
		moves(t, s, &g) // it is Bo's turn, with enough time
		thinks(t, s, &g, 48*time.Hour)
		moves(t, s, &short)
		thinks(t, s, &short, 23*time.Hour)
		time.Sleep(18 * time.Hour)
		if got := told(t, s, bo); len(got) != 1 || !strings.HasPrefix(got[0], "/game/short ") {
			t.Errorf("Bo hears %q", got)
		}
		thinks(t, s, &short, 23*time.Hour) // got more time
		time.Sleep(18 * time.Hour)
		if got := told(t, s, bo); len(got) != 2 || len(told(t, s, ada)) != 2 {
			t.Errorf("later Bo has heard %q", got)
		}
		s.Close()
	})
}

// brokenGame is a store in which one game cannot be read.
type brokenGame struct{ store.Store }

func (b brokenGame) Game(ctx context.Context, id string) (store.Game, error) {
	if id == "a" {
		return store.Game{}, errors.New("damaged")
	}
	return b.Store.Game(ctx, id)
}

// TestLowTimeOfMany: more games than one query returns get reminders, despite one that cannot be read.
func TestLowTimeOfMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakes{here: map[string]bool{}}
		s := newServiceOn(brokenGame{sqlitetest.New(t)}, f)
		defer s.Close()
		people(t, s.Store)
		for i := range pageOfLow + 20 {
			id := "a"
			if i > 0 {
				id = "g" + strings.Repeat("x", i)
			}
			g := aGame(t, s, id, "correspondence=3d", game.Black)
			thinks(t, s, &g, time.Hour+time.Duration(i))
		}
		r := reminder{Service: s}
		if err := r.check(t.Context()); err == nil || !strings.Contains(err.Error(), "game a: damaged") {
			t.Errorf("with a broken game: %v", err)
		}
		if len(r.done) != pageOfLow+19 || len(told(t, s, ada)) != maxNotifications {
			t.Errorf("%d games, %d notices", len(r.done), len(told(t, s, ada)))
		}
	})
}
