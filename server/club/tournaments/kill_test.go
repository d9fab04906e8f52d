package tournaments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"moyo/contest/tournament"
	"moyo/contest/tournament/tournamenttest"
	"moyo/game/match"
	"moyo/server/base/schedule/scheduletest"
	"moyo/server/share/boards"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

var noon = scheduletest.Noon

// mortal is a store whose server ends at one of its writes.
type mortal struct {
	store.Store
	*scheduletest.Life
}

// Write implements store.DB.
func (m mortal) Write(ctx context.Context, rows int, write func(context.Context, store.Tx) error) error {
	return m.Life.Write(func() error { return m.Store.Write(ctx, rows, write) })
}

func (m mortal) Heard(ctx context.Context, subscriber string, number int64) error {
	return m.Life.Write(func() error { return m.Store.Heard(ctx, subscriber, number) })
}

// club has the games of a tournament.
type club struct{ *scheduletest.Club }

type unranked struct{}

func (unranked) Text(context.Context, match.Seat, match.Setup) string { return "" }

// lives plays a tournament on servers that are killed after a number of writes each, and returns
// its log.
func lives(t *testing.T, f tournament.Format, writes int, before, come bool) []tournament.Event {
	t.Helper()
	ctx := t.Context()
	kept := sqlitetest.New(t)
	c := club{scheduletest.NewClub(kept)}
	c.All = come
	now := noon
	c.Now = func() time.Time { return now }
	setup := tournament.Setup{Format: f, Most: 8, NoShow: 60, TieBreaks: tournament.DefaultTieBreaks(f), Board: "grid:9", Rules: "weiqi"}
	switch f {
	case tournament.Swiss, tournament.McMahon:
		setup.Rounds = 3
	case tournament.Arena:
		setup.Minutes = 2
	}
	keepCup(t, kept, setup, 5, tournament.Event{Kind: tournament.Started})
	rng := rand.New(rand.NewPCG(uint64(writes), 1))
	for range 2000 {
		c.Life = &scheduletest.Life{Left: writes, Before: before}
		s := New(ctx, Config{
			Store: mortal{kept, c.Life}, Games: c, Boards: boards.NewCache(kept), Strengths: unranked{},
			Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return now },
		})
		for !c.Life.Dead {
			err := errors.Join(s.look(ctx, "cup"), s.ended.Catch(ctx))
			if err != nil && !errors.Is(err, scheduletest.ErrDead) {
				t.Fatalf("%s, %d writes: %v", f, writes, err)
			}
			if h, err := (tournaments{kept}).header(ctx, "cup"); err != nil || h.Phase == "over" {
				return c.check(t)
			}
			now = now.Add(10 * time.Second)
			if e := s.get("cup"); e.t != nil && e.t.Wakes().After(now.Add(24*time.Hour)) {
				now = e.t.Wakes() // all players are paused
			}
			if come {
				c.PlayOne(t, rng)
			}
		}
	}
	t.Fatalf("%s, %d writes: it does not end", f, writes)
	return nil
}

// keepCup stores a tournament with a number of players, p0 and so on, and with further
// events.
func keepCup(t *testing.T, s store.Store, setup tournament.Setup, players int, then ...tournament.Event) {
	t.Helper()
	log := []tournament.Event{{Kind: tournament.Opened, Setup: &setup}}
	for i := range players {
		log = append(log, tournament.Event{Kind: tournament.Joined, Player: fmt.Sprint("p", i)})
	}
	var bodies [][]byte
	for _, e := range append(log, then...) {
		e.At = noon
		body, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		bodies = append(bodies, body)
	}
	head := header{
		ID: "cup", Owner: "ada", Title: "Cup", Phase: "running", Version: len(bodies), Created: noon, Changed: noon, Summary: []byte("{}"),
	}
	if err := (tournaments{s}).create(t.Context(), head, bodies, 1, 1); err != nil {
		t.Fatal(err)
	}
}

// check compares the tournament with the slow implementation: every game to be played was created
// once, and no other.
func (c club) check(t *testing.T) (log []tournament.Event) {
	t.Helper()
	bodies, err := tournaments{c.Store}.events(t.Context(), "cup", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, body := range bodies {
		var e tournament.Event
		if err := json.Unmarshal(body, &e); err != nil {
			t.Fatal(err)
		}
		log = append(log, e)
	}
	if err := tournamenttest.Check(log); err != nil {
		t.Fatal(err)
	}
	played, err := tournament.Replay(log)
	if err != nil {
		t.Fatal(err)
	}
	real := 0
	for _, g := range played.Games() {
		if !g.Real {
			continue
		}
		if real++; c.Made[gameID("cup", g.Number)] != 1 {
			t.Errorf("game %d was made %d times", g.Number, c.Made[gameID("cup", g.Number)])
		}
	}
	if len(c.Made) != real {
		t.Errorf("%d games were made, %d were to be played", len(c.Made), real)
	}
	return log
}

// TestKilledAtEveryStep kills the server at each of its writes, before it is on disk and after, in
// every format, with present and absent players.
func TestKilledAtEveryStep(t *testing.T) {
	for _, f := range tournament.Formats() {
		for writes := 1; writes <= 9; writes++ {
			for _, before := range []bool{false, true} {
				if before && writes == 1 {
					continue // nothing would ever be written
				}
				for _, come := range []bool{true, false} {
					lives(t, f, writes, before, come)
				}
			}
		}
	}
}

// TestNoShows lets absent players lose, and does not pair them until they return.
func TestNoShows(t *testing.T) {
	log := lives(t, tournament.Swiss, 1<<20, false, false)
	paused, absent := 0, 0
	for _, e := range log {
		if e.Kind == tournament.Paused {
			paused++
		}
		if e.Kind == tournament.Resulted && e.Result == tournament.BothAbsent {
			absent++
		}
	}
	if paused != 4 || absent != 2 { // the fifth has a bye, and then no opponent
		t.Errorf("%d are paused, %d games without players", paused, absent)
	}
}
