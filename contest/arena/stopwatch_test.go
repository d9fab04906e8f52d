package arena

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/game/clock"
)

func mustClock(t *testing.T, text string) clock.Spec {
	t.Helper()
	spec, err := clock.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// TestStopwatch subtracts times and tolerates a little, which cannot be saved up.
func TestStopwatch(t *testing.T) {
	const second = time.Second
	for _, c := range []struct {
		spec      string
		tolerance time.Duration
		spent     []time.Duration
		over      time.Duration // of the last move
		shows     clock.State   // after the moves
	}{
		{"none", 0, []time.Duration{time.Hour}, 0, clock.State{}},
		{"absolute=10s", 0, []time.Duration{4 * second, 6 * second}, 0, clock.State{}},
		{"absolute=10s", 0, []time.Duration{4 * second, 6*second + 1}, 1, clock.State{Main: 6 * second}},
		{"absolute=10s", second, []time.Duration{11 * second}, 0, clock.State{}},
		{"absolute=10s", second, []time.Duration{11 * second, 1}, second + 1, clock.State{}},
		{"fischer=10s+3s", second, []time.Duration{11 * second}, 0, clock.State{Main: 2 * second}},
		{"fischer=10s+3s", second, []time.Duration{11 * second, 4 * second}, 2 * second, clock.State{Main: 2 * second}},
		{"fischer=10s+3s", second, []time.Duration{11 * second, 3 * second}, 0, clock.State{Main: 2 * second}},
		{"move=10s", second, []time.Duration{11 * second, 11 * second, 11 * second}, 0, clock.State{Main: 10 * second}},
		{"move=10s", second, []time.Duration{11*second + 1}, second + 1, clock.State{Main: 10 * second}},
		{"byoyomi=0s+2x10s", second, []time.Duration{11*second + 1, 11 * second}, 0, clock.State{Periods: 1, Period: 10 * second}},
		{"byoyomi=0s+2x10s", second, []time.Duration{11*second + 1, 12 * second}, 2 * second, clock.State{Periods: 1, Period: 10 * second}},
		{"byoyomi=0s+2x10s", second, []time.Duration{11 * second, 11 * second}, 0, clock.State{Periods: 2, Period: 10 * second}},
		{"byoyomi=0s+2x10s", second, []time.Duration{21 * second}, 0, clock.State{Periods: 1, Period: 10 * second}},
		{"byoyomi=5s+2x10s", 0, []time.Duration{15*second + 1}, 0, clock.State{Periods: 1, Period: 10 * second}},
		{"canadian=0s+2/10s", second, []time.Duration{4 * second, 7 * second, 1 * second}, 0, clock.State{Stones: 1, Period: 9 * second}},
	} {
		s := newStopwatch(mustClock(t, c.spec))
		var over time.Duration
		for i, spent := range c.spent {
			if over > 0 {
				t.Errorf("%s: move %d was late", c.spec, i)
			}
			over = s.move(spent, c.tolerance)
		}
		if over != c.over || s.shows() != c.shows {
			t.Errorf("%s after %v: late by %v, %+v; want %v, %+v", c.spec, c.spent, over, s.shows(), c.over, c.shows)
		}
	}
}

// thinker is an engine that uses a part of its allowed time.
func thinker(part func(lim engine.Limits) time.Duration) func(context.Context, game.Position, engine.Limits) (engine.Info, error) {
	return func(ctx context.Context, pos game.Position, lim engine.Limits) (engine.Info, error) {
		select {
		case <-time.After(part(lim)):
		case <-ctx.Done():
		}
		return last(ctx, pos, lim)
	}
}

// TestClocks plays with every kind of clock. An engine that keeps to its share loses no game on
// time. One that uses too much loses all of them, and records distinguish this from other faults.
func TestClocks(t *testing.T) {
	wise := thinker(func(lim engine.Limits) time.Duration { return lim.ForMove().Time })
	late := thinker(func(lim engine.Limits) time.Duration { return lim.Clock.Left() + 2*time.Second })
	for text, root := range map[string]string{
		"absolute=1m": "TM[60]", "fischer=5s+1s": "TM[5]OT[1 fischer]", "byoyomi=10s+3x5s": "TM[10]OT[3x5 byo-yomi]",
		"canadian=10s+5/10s": "TM[10]OT[5/10 canadian]", "move=2s": "TM[0]OT[2 per move]", "correspondence=1d": "TM[0]OT[86400 per move]",
	} {
		synctest.Test(t, func(t *testing.T) {
			cfg := config(t, player("wise", wise), player("late", late))
			for i := range cfg.Players {
				cfg.Players[i].Control.Clock = mustClock(t, text)
			}
			cfg.Tolerance, cfg.Pairs = time.Second, 1
			r, err := Play(t.Context(), cfg)
			if err != nil {
				t.Fatal(err)
			}
			if late, others := forfeits(r.Faults()["late"]); late != 2 || others != 0 || len(r.Faults()["wise"]) > 0 {
				t.Errorf("%s: faults %v", text, r.Faults())
			}
			var out strings.Builder
			if err := WriteSGF(&out, r, cfg.Rules, cfg.Board, 4); err != nil {
				t.Fatal(err)
			}
			for _, want := range []string{
				root, "RE[B+T]", "RE[W+T]", "2s after the end of the clock (" + cfg.Players[0].Control.Clock.Text() + ")",
			} {
				if got := strings.ReplaceAll(out.String(), "\n", ""); !strings.Contains(got, want) {
					t.Errorf("%s: no %s in %s", text, want, got)
				}
			}
		})
	}
}

// TestClocksAreKept writes the time left after each move, except the opening's, into the log's
// records.
func TestClocksAreKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		second := thinker(func(engine.Limits) time.Duration { return 100 * time.Millisecond })
		cfg := config(t, player("one", second), player("two", second))
		cfg.Players[0].Control.Clock = mustClock(t, "byoyomi=1s+3x5s")
		cfg.Pairs, cfg.Adjudication.Draw = 1, 15
		o, err := ParseOpening("H8 J9", cfg.Rules, cfg.Board)
		if err != nil {
			t.Fatal(err)
		}
		cfg.Openings = []Opening{o}
		r, err := Play(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		untimed := config(t, player("a", first), player("b", last))
		untimed.Pairs = 1
		if r, err := Play(t.Context(), untimed); err != nil || r.Games[0].Left != nil {
			t.Errorf("times without clocks: %+v, %v", r.Games, err)
		}
		rec := r.Games[0]
		if len(rec.Left) != 13 || rec.Left[2] != (clock.State{Main: 800 * time.Millisecond, Periods: 3, Period: 5 * time.Second}) ||
			rec.Left[1] != (clock.State{}) {
			t.Errorf("%d times: %+v", len(rec.Left), rec.Left)
		}
		g, err := rec.sgf(cfg.Rules, cfg.Board, 4)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(g.String(), "\n", "")
		if strings.Count(text, "BL[") != 7 || !strings.Contains(text, "BL[0.9];") ||
			strings.Contains(text, "WL[") || strings.Contains(text, "TM[") {
			t.Errorf("record %s", text)
		}
	})
}
