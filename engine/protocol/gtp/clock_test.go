package gtp

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/game/clock"
)

// TestClockLimits passes the clock's time to the engine.
func TestClockLimits(t *testing.T) {
	for _, tt := range []struct {
		commands string
		want     time.Duration // of the move
	}{
		{"", 0},
		{"time_settings 0 1 0", 0},
		{"time_settings 0 10 5", (10*time.Second - overtimeReserve) * 3 / 20},
		{"time_settings 80 0 0", 2 * time.Second},
		{"time_settings 0 0 0", time.Millisecond},
		{"time_settings 60 0 0\ntime_left b 0 0", time.Millisecond},
		{"time_settings 60 0 0\ntime_left w 1 0", 1500 * time.Millisecond},
		{"time_settings 600 10 5\ntime_left b 8 4", (8*time.Second - overtimeReserve) * 3 / 16},
		{"time_settings 600 10 5\ntime_left b 0 0", (10*time.Second - overtimeReserve) * 3 / 20},
		{"kgs-time_settings none", 0},
		{"kgs-time_settings none\ntime_left b 10 0", 0},
		{"kgs-time_settings absolute 80", 2 * time.Second},
		{"kgs-time_settings absolute 1e30", maxClock / 40},
		{"kgs-time_settings byoyomi 0 10 3", (10*time.Second - overtimeReserve) * 3 / 4},
		{"kgs-time_settings byoyomi 4000 10 3", 100 * time.Second},
		{"kgs-time_settings byoyomi 60 10 3\ntime_left b 4 2", (4*time.Second - overtimeReserve) * 3 / 4},
		{"kgs-time_settings canadian 0 40 10", (40*time.Second - overtimeReserve) * 3 / 40},
		{"kata-time_settings fischer 80 4", 5 * time.Second},
		{"kata-time_settings fischer 80 4\ntime_left b 0.4 0", 300 * time.Millisecond},
		{"kata-time_settings fischer 80 4\ngenmove b\nundo", 5 * time.Second},
		{"kata-time_settings fischer 80 4\nkata-time_settings none", 0},
	} {
		e := &firstMove{}
		serve(t, testConfig(e), tt.commands+"\ngenmove b\n")
		got := e.limits.ForMove().Time
		if diff := got - tt.want; diff < -time.Millisecond || diff > time.Millisecond {
			t.Errorf("%q: %v for a move, want %v", tt.commands, got, tt.want)
		}
	}
	e := &firstMove{}
	cfg := testConfig(e)
	cfg.Limits = engine.Limits{Time: time.Second, Nodes: 7, Threads: 1}
	serve(t, cfg, "time_settings 0 10 1\ngenmove b\n")
	if e.limits.Nodes != 7 || e.limits.ForMove().Time < 7*time.Second {
		t.Errorf("with a clock: %+v", e.limits)
	}
	serve(t, cfg, "genmove b\n")
	if !reflect.DeepEqual(e.limits, cfg.Limits) {
		t.Errorf("without a clock: %+v", e.limits)
	}
}

// TestClockOther passes the opponent's time to the engine, too.
func TestClockOther(t *testing.T) {
	e := &firstMove{}
	serve(t, testConfig(e), "time_settings 60 30 10\ntime_left w 20 4\ntime_left b 50 0\ngenmove w\n")
	want := engine.Clock{
		Spec:  clock.Spec{Kind: clock.Canadian, Main: time.Minute, Step: 30 * time.Second, Count: 10},
		Own:   clock.State{Stones: 4, Period: 20*time.Second - overtimeReserve},
		Other: clock.State{Main: 50 * time.Second, Stones: 10, Period: 30 * time.Second},
	}
	if e.limits.Clock != want {
		t.Errorf("%+v, want %+v", e.limits.Clock, want)
	}
}

// TestClockRuns subtracts the time of each move from the side's clock, and what
// an undone move earned.
func TestClockRuns(t *testing.T) {
	var c timing
	c.set(clock.Spec{Kind: clock.Canadian, Main: 10 * time.Second, Step: 20 * time.Second, Count: 2})
	c.spend(game.Black, 15*time.Second)
	if l := c.left[game.Black]; l.Main != 0 || l.Period != 15*time.Second || l.Stones != 1 {
		t.Errorf("after main time is used up: %+v", l)
	}
	c.spend(game.Black, 5*time.Second)
	if l := c.left[game.Black]; l.Period != 20*time.Second || l.Stones != 2 {
		t.Errorf("after a period of stones: %+v", l)
	}
	c.spend(game.Black, time.Hour)
	if l := c.left[game.Black]; l.Period != 20*time.Second || l.Stones != 2 {
		t.Errorf("after the flag, which the client has not seen: %+v", l)
	}
	c.set(clock.Spec{Kind: clock.Byoyomi, Step: 10 * time.Second, Count: 3})
	c.spend(game.White, 25*time.Second)
	if l := c.left[game.White]; l.Period != 10*time.Second || l.Periods != 1 {
		t.Errorf("after two lost periods: %+v", l)
	}
	c.spend(game.White, time.Hour)
	if l := c.left[game.White]; l.Period != 10*time.Second || l.Periods != 1 {
		t.Errorf("after the flag, which the client has not seen: %+v", l)
	}
	c.set(clock.Spec{Kind: clock.Fischer, Main: 10 * time.Second, Step: maxClock})
	for range 5000 {
		c.spend(game.White, time.Second)
	}
	if l := c.left[game.White]; l.Main != maxClock || c.left[game.Black].Main != 10*time.Second {
		t.Errorf("after many increments: %+v", l)
	}
	c.set(clock.Spec{Kind: clock.Fischer, Main: 10 * time.Second, Step: 3 * time.Second})
	c.spend(game.White, time.Second)
	c.undone(game.White)
	if l := c.left[game.White]; l.Main != 9*time.Second {
		t.Errorf("after an undone move: %+v", l)
	}
	c.set(clock.Spec{Kind: clock.Absolute, Main: time.Second})
	c.spend(game.White, time.Minute)
	if got := c.flag(game.White); got != time.Millisecond {
		t.Errorf("with no time left: %v", got)
	}
}

// TestLagIsLearned subtracts the lag of moves, and forgets it when it does not
// recur.
func TestLagIsLearned(t *testing.T) {
	var c timing
	c.set(clock.Spec{Kind: clock.Absolute, Main: 100 * time.Second})
	left := 100 * time.Second
	tell := func(rounded time.Duration) { c.report(game.Black, left, 0, rounded) }
	if tell(0); c.clock(game.Black).Left() != left {
		t.Errorf("before any move: %v", c.clock(game.Black).Left())
	}
	move := func(way time.Duration) {
		c.spend(game.Black, time.Second)
		left -= time.Second + way
	}
	move(300 * time.Millisecond)
	tell(0)
	if c.lag != 300*time.Millisecond || c.clock(game.Black).Left() != left-c.lag || c.flag(game.Black) != left-c.lag-reserve {
		t.Errorf("after a move with a way: lag %v, %v left", c.lag, c.clock(game.Black).Left())
	}
	move(0)
	move(0)
	tell(0)
	if want := 300 * time.Millisecond * 7 / 8; c.lag != want {
		t.Errorf("after two moves without: lag %v, want %v", c.lag, want)
	}
	c.lag = 0
	move(900 * time.Millisecond)
	if tell(time.Second); c.lag != 0 {
		t.Errorf("seen in whole seconds, which may hide as much: %v", c.lag)
	}
	move(1400 * time.Millisecond)
	if tell(time.Second); c.lag != 400*time.Millisecond {
		t.Errorf("seen in whole seconds: %v", c.lag)
	}
	left = time.Second
	tell(0)
	if got := c.clock(game.Black).Left(); got != 750*time.Millisecond {
		t.Errorf("a lag of most of the time left: %v", got)
	}
	c.lag = 0
	c.set(clock.Spec{Kind: clock.Byoyomi, Step: time.Second, Count: 3})
	if c.spend(game.White, 700*time.Millisecond); c.lag != 0 {
		t.Errorf("a move in time: lag %v", c.lag)
	}
	if c.spend(game.White, 950*time.Millisecond); c.lag != 150*time.Millisecond {
		t.Errorf("a late move: lag %v", c.lag)
	}
	if c.spend(game.White, 500*time.Millisecond); c.lag != 150*time.Millisecond*7/8 {
		t.Errorf("a move in time after a late one: lag %v", c.lag)
	}
}

// spender is an engine that uses up its share of the clock or, if deaf, all time
// until it is stopped.
type spender struct {
	firstMove
	deaf bool
}

func (e *spender) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	if most := lim.ForMove().Time; !e.deaf && most > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, most)
		defer cancel()
	}
	<-ctx.Done()
	return e.firstMove.Search(ctx, pos, lim, report)
}

// TestGenmoveKeepsToTheClock plays 300 moves of a side with every clock. The
// test keeps the clock, 100 ms away from the engine. It reports the time left in
// whole seconds, as most programs do, exactly, or not at all. No flag falls.
func TestGenmoveKeepsToTheClock(t *testing.T) {
	for _, tt := range []struct {
		command, spec string
	}{
		{"time_settings 60 0 0", "absolute=1m"},
		{"time_settings 10 5 10", "canadian=10s+10/5s"},
		{"kgs-time_settings canadian 0 10 3", "canadian=0s+3/10s"},
		{"kgs-time_settings byoyomi 10 2 3", "byoyomi=10s+3x2s"},
		{"kgs-time_settings byoyomi 0 1 1", "byoyomi=0s+1x1s"},
		{"kata-time_settings fischer 5 1", "fischer=5s+1s"},
		{"time_settings 0 1 1", "move=1s"},
	} {
		for _, reports := range []string{"never", "seconds", "exactly"} {
			synctest.Test(t, func(t *testing.T) {
				spec, err := clock.Parse(tt.spec)
				if err != nil {
					t.Fatal(err)
				}
				way := 100 * time.Millisecond
				if reports == "never" {
					way = 0 // the engine does not learn of the delay
				}
				g := newGenmover(t, &spender{})
				g.ask(tt.command)
				st := spec.Start()
				moves := 300
				if spec.Kind == clock.Absolute {
					moves = 60 // more are impossible at 100 ms each
				}
				for i := range moves {
					if reports != "never" {
						g.ask(timeLeftOf(spec, st, reports == "exactly"))
					}
					begun := time.Now()
					g.ask("genmove b")
					time.Sleep(way)
					used := time.Since(begun)
					var fallen bool
					if st, fallen = spec.Run(st, used); fallen {
						t.Fatalf("%s, reports %s: move %d took %v, and the flag fell", tt.spec, reports, i+1, used)
					}
					st = spec.Moved(st)
					g.ask("undo")
				}
			})
		}
	}
}

// TestDeafEngineIsStopped before its flag falls.
func TestDeafEngineIsStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGenmover(t, &spender{deaf: true})
		g.ask("time_settings 10 0 0")
		begun := time.Now()
		g.ask("genmove b")
		if used := time.Since(begun); used > 10*time.Second-reserve || used < 9*time.Second {
			t.Errorf("stopped after %v", used)
		}
	})
}

// timeLeftOf is the command that reports Black's time.
func timeLeftOf(spec clock.Spec, st clock.State, exactly bool) string {
	left, count := st.Main, 0
	switch {
	case spec.Kind == clock.PerMove:
		count = 1
	case st.Main == 0 && spec.Kind == clock.Byoyomi:
		left, count = st.Period, st.Periods
	case st.Main == 0 && spec.Kind == clock.Canadian:
		left, count = st.Period, st.Stones
	}
	if exactly {
		return fmt.Sprintf("time_left b %.3f %d", left.Seconds()-0.0005, count)
	}
	return fmt.Sprintf("time_left b %d %d", int(left.Seconds()), count)
}

// genmover sends a server one command after the other.
type genmover struct {
	t   *testing.T
	in  io.Writer
	out *io.PipeReader
}

func newGenmover(t *testing.T, e engine.Engine) *genmover {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- Serve(t.Context(), inR, outW, testConfig(e)) }()
	t.Cleanup(func() { inW.Close(); outR.Close(); <-done })
	return &genmover{t, inW, outR}
}

// ask sends a command and reads its reply, which arrives in one piece.
func (g *genmover) ask(command string) {
	g.t.Helper()
	io.WriteString(g.in, command+"\n")
	reply := make([]byte, 1000)
	n, err := g.out.Read(reply)
	if err != nil || !strings.HasPrefix(string(reply[:n]), "=") {
		g.t.Fatalf("%s: %q, %v", command, reply[:n], err)
	}
}
