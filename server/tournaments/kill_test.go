package tournaments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/boards"
	"moyo/server/store"
	"moyo/server/store/memory"
	"moyo/server/store/storetest"
	"moyo/tournament"
	"moyo/tournament/tournamenttest"
)

var noon = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// club has the games of a tournament, of which it counts how often each was made.
type club struct {
	mu     sync.Mutex
	mortal *storetest.Mortal
	store  store.Store
	made   map[string]int
	fails  error      // of the next end
	here   bool       // whether people come to their games
	side   game.Color // where only this one does
}

func (c *club) CreateAs(ctx context.Context, id string, setup match.Setup) (g store.Game, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.made[id] > 0 && !c.mortal.Dead {
		return g, store.ErrExists // which writes nothing
	}
	err = c.mortal.Write(func() error {
		g = store.Game{
			ID: id, Board: setup.Board, Rules: setup.Rules, Black: setup.Black, White: setup.White, Phase: match.Playing, Turn: game.Black, Version: 1, Created: noon, Updated: noon,
		}
		err := c.store.Create(ctx, g, store.Entry{Event: match.Event{Kind: match.Created, At: noon, Setup: &setup}})
		if err == nil {
			c.made[id]++
		}
		return err
	})
	return g, err
}

func (c *club) Here(_ string, side game.Color) bool { return c.here || c.side == side }

func (c *club) End(ctx context.Context, id, player string) error {
	if err := c.fails; err != nil {
		c.fails = nil
		return err
	}
	g, err := c.store.Game(ctx, id)
	if err != nil || g.Phase == match.Finished {
		return err
	}
	return c.mortal.Write(func() error {
		by := game.Black
		if g.White.Player == player {
			by = game.White
		}
		return finish(ctx, c.store, g, match.Event{Kind: match.Cancelled, By: by}, game.Empty, "Void")
	})
}

// finish ends a game as its players do.
func finish(ctx context.Context, s store.Store, g store.Game, e match.Event, winner game.Color, result string) error {
	e.At = noon
	g.Phase, g.Turn, g.Winner, g.Result = match.Finished, game.Empty, winner, result
	g.Version++
	return s.Append(ctx, g, store.Entry{Event: e})
}

type nobody struct{}

func (nobody) Text(context.Context, match.Seat, match.Setup) string { return "" }

// lives plays a tournament on servers that are killed after so many writes each, and returns
// its log.
func lives(t *testing.T, f tournament.Format, writes int, before, come bool) []tournament.Event {
	t.Helper()
	ctx := t.Context()
	kept := memory.New()
	c := &club{store: kept, made: map[string]int{}, here: come}
	now := noon
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
		c.mortal = &storetest.Mortal{Store: kept, Left: writes, Before: before}
		s := New(ctx, Config{
			Store: c.mortal, Games: c, Boards: boards.NewCache(kept), Strengths: nobody{}, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return now },
		})
		for !c.mortal.Dead {
			err := errors.Join(s.look(ctx, "cup"), s.ended.Catch(ctx))
			if err != nil && !errors.Is(err, storetest.ErrDead) {
				t.Fatalf("%s, %d writes: %v", f, writes, err)
			}
			if h, err := kept.Tournament(ctx, "cup"); err != nil || h.Phase == "over" {
				return c.check(t)
			}
			now = now.Add(10 * time.Second)
			if e := s.get("cup"); e.t != nil && e.t.Wakes().After(now.Add(24*time.Hour)) {
				now = e.t.Wakes() // all pause: nobody comes
			}
			if come {
				c.playOne(t, rng)
			}
		}
	}
	t.Fatalf("%s, %d writes: it does not end", f, writes)
	return nil
}

// keepCup has a store keep a tournament of so many players, p0 and so on, with what has happened
// then.
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
	head := store.Tournament{ID: "cup", Owner: "ada", Title: "Cup", Phase: "running", Version: len(bodies), Created: noon, Changed: noon, Summary: []byte("{}")}
	if err := s.CreateTournament(t.Context(), head, bodies, store.TournamentBounds{Each: 1, All: 1}); err != nil {
		t.Fatal(err)
	}
}

// playOne has the players of some game end it.
func (c *club) playOne(t *testing.T, rng *rand.Rand) {
	t.Helper()
	ids := []string{}
	for id := range c.made {
		ids = append(ids, id)
	}
	games, err := c.store.Games(t.Context(), ids)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		if g.Phase == match.Finished {
			continue
		}
		side := []game.Color{game.Black, game.White}[rng.IntN(2)]
		if err := finish(t.Context(), c.store, g, match.Event{Kind: match.Resigned, By: side}, side.Other(), "R"); err != nil {
			t.Fatal(err)
		}
		return
	}
}

// check compares the tournament with the slow way: every game that was to be played was made
// once, and no other.
func (c *club) check(t *testing.T) (log []tournament.Event) {
	t.Helper()
	bodies, err := c.store.TournamentEvents(t.Context(), "cup", 0)
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
		if real++; c.made[gameID("cup", g.Number)] != 1 {
			t.Errorf("game %d was made %d times", g.Number, c.made[gameID("cup", g.Number)])
		}
	}
	if len(c.made) != real {
		t.Errorf("%d games were made, %d were to be played", len(c.made), real)
	}
	return log
}

// TestKilledAtEveryStep kills the server at each of its writes, before it is on disk and after, in
// every format, with people who come to their games and such who do not.
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

// TestNoShows has those lose who do not come, and leaves them out until they are back.
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
	if paused != 4 || absent != 2 { // the fifth has a bye, and then nobody to play
		t.Errorf("%d are left out, in %d games nobody was there", paused, absent)
	}
}
