// Package enginetest is the suite that every engine must pass:
//
//	func TestEngine(t *testing.T) {
//		enginetest.Run(t, enginetest.Config{
//			Rules: rules, Boards: enginetest.Boards(t, "grid:1", "torus:9x9"), New: newEngine, Nodes: 100,
//		})
//	}
//
// It checks that moves are legal on every board, that the position stays
// unchanged, that a search ends soon after its context, that one bounded by
// playouts is repeatable, and that the engine can play a whole game.
package enginetest

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	"moyo/game/clock"
)

// Boards returns the boards of specs.
func Boards(t testing.TB, specs ...string) []*board.Board {
	t.Helper()
	boards := make([]*board.Board, len(specs))
	for i, spec := range specs {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		boards[i] = b
	}
	return boards
}

// Config configures the suite.
type Config struct {
	Rules  game.Rules
	Boards []*board.Board // small ones first; the last should be large
	New    func() engine.Engine
	Nodes  int64 // enough for a short search, such as 100
	// Stop is how long after the end of its context a search may run; 20 ms if
	// zero. The race detector and busy machines get ten times that.
	Stop time.Duration
}

// slack is how much longer a stop may take under the race detector or on a
// shared machine.
const slack = 10

// Run runs the suite.
func Run(t *testing.T, c Config) {
	if c.Stop == 0 {
		c.Stop = 20 * time.Millisecond
	}
	for _, b := range c.Boards {
		t.Run(b.Title(), func(t *testing.T) {
			t.Run("game", c.game(b))
			t.Run("cancelled before", c.cancelledBefore(b))
			t.Run("cancelled", c.cancelled(b))
			t.Run("repeats", c.repeats(b))
			t.Run("time", c.timed(b))
			t.Run("clock", c.clocked(b))
		})
	}
}

func (c Config) position(t *testing.T, b *board.Board) game.Position {
	t.Helper()
	pos, err := c.Rules.New(b)
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

func (c Config) engine(t *testing.T) engine.Engine {
	t.Helper()
	e := c.New()
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	if e.Name() == "" {
		t.Error("the engine has no name")
	}
	return e
}

// search searches a copy of pos and checks what must be true of every search.
func search(
	t *testing.T, ctx context.Context, e engine.Engine, pos game.Position, lim engine.Limits, report func(engine.Info),
) engine.Info {
	t.Helper()
	before := pos.Clone()
	info, err := e.Search(ctx, pos, lim, report)
	if err != nil {
		t.Fatal(err)
	}
	if err := same(before, pos); err != nil {
		t.Fatalf("the search changed the position: %v", err)
	}
	if err := checkInfo(pos, info); err != nil {
		t.Fatalf("after %d moves: %v", len(pos.Moves()), err)
	}
	return info
}

func checkInfo(pos game.Position, info engine.Info) error {
	if pos.ToPlay() == game.Empty {
		if info.Move != game.NoMove {
			return fmt.Errorf("move %d in a finished game", info.Move)
		}
		return nil
	}
	if r := pos.Check(info.Move); r != game.Legal {
		return fmt.Errorf("move %s: %v", game.Format(pos, info.Move), r)
	}
	if info.Value < 0 || info.Value > 1 || info.Nodes < 0 || info.Elapsed < 0 {
		return fmt.Errorf("value %v, nodes %d, elapsed %v", info.Value, info.Nodes, info.Elapsed)
	}
	line := pos.Clone()
	for _, m := range info.PV {
		if err := line.Play(m); err != nil {
			return fmt.Errorf("line %v: %w", info.PV, err)
		}
	}
	if len(info.PV) > 0 && info.PV[0] != info.Move {
		return fmt.Errorf("line %v does not begin with move %d", info.PV, info.Move)
	}
	return nil
}

func same(a, b game.Position) error {
	if a.Hash() != b.Hash() || a.ToPlay() != b.ToPlay() || !slices.Equal(a.Moves(), b.Moves()) {
		return fmt.Errorf("hash %x, %d moves; were %x, %d moves", b.Hash(), len(b.Moves()), a.Hash(), len(a.Moves()))
	}
	for p := range game.Point(a.Board().Len()) {
		if a.At(p) != b.At(p) {
			return fmt.Errorf("%s is %v, was %v", a.Board().Name(p), b.At(p), a.At(p))
		}
	}
	return nil
}

// game plays a game against itself, then searches the finished position.
func (c Config) game(b *board.Board) func(*testing.T) {
	return func(t *testing.T) {
		e, pos := c.engine(t), c.position(t, b)
		nodes, plies := c.Nodes, min(3*b.Len()+10, 200)
		if b.Len() > 100 { // whole games on large boards take minutes
			nodes, plies = min(nodes, 4), 20
		}
		for ply := range plies {
			info := search(t, context.Background(), e, pos, engine.Limits{Nodes: nodes, Seed: uint64(ply + 1)}, nil)
			if info.Move == game.NoMove {
				if pos.ToPlay() != game.Empty {
					t.Fatal("no move in an unfinished game")
				}
				return
			}
			if err := pos.Play(info.Move); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// inTime checks that something ends in time. A shared machine may be late at
// times; if all of several tries are late, the engine is slow.
func (c Config) inTime(t *testing.T, what string, try func() time.Duration) {
	t.Helper()
	const tries = 8
	least := time.Duration(math.MaxInt64)
	for range tries {
		if least = min(least, try()); least <= c.Stop {
			return
		}
	}
	if least > slack*c.Stop {
		t.Errorf("%s: %v late at the best of %d tries, want %v at most", what, least, tries, c.Stop)
	}
}

func (c Config) cancelledBefore(b *board.Board) func(*testing.T) {
	return func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		e, pos := c.engine(t), c.position(t, b)
		c.inTime(t, "a search whose context had ended", func() time.Duration {
			began := time.Now()
			search(t, ctx, e, pos, engine.Limits{}, nil)
			return time.Since(began)
		})
	}
}

func (c Config) cancelled(b *board.Board) func(*testing.T) {
	return func(t *testing.T) {
		e, pos := c.engine(t), c.position(t, b)
		c.inTime(t, "a search that was stopped", func() time.Duration {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			ended := make(chan time.Time, 1)
			timer := time.AfterFunc(60*time.Millisecond, func() { ended <- time.Now(); cancel() })
			defer timer.Stop()
			search(t, ctx, e, pos, engine.Limits{Time: 20 * time.Second}, nil)
			now := time.Now()
			if ctx.Err() == nil {
				return 0 // done before: a small board
			}
			took := now.Sub(<-ended)
			t.Logf("stopped within %v", took)
			return took
		})
	}
}

func (c Config) repeats(b *board.Board) func(*testing.T) {
	return func(t *testing.T) {
		pos := c.position(t, b)
		lim := engine.Limits{Nodes: c.Nodes, Threads: 1, Seed: 7}
		first := search(t, context.Background(), c.engine(t), pos, lim, nil)
		again := c.engine(t)
		for range 2 { // a second search of the same engine must not differ either
			info := search(t, context.Background(), again, pos, lim, nil)
			if info.Move != first.Move || info.Value != first.Value || info.Nodes != first.Nodes {
				t.Errorf("move %d value %v nodes %d, then move %d value %v nodes %d",
					first.Move, first.Value, first.Nodes, info.Move, info.Value, info.Nodes)
			}
		}
	}
}

// clocked leaves an engine a second for the rest of the game. It may use at
// most four fifths for one move.
func (c Config) clocked(b *board.Board) func(*testing.T) {
	return func(t *testing.T) {
		e, pos := c.engine(t), c.position(t, b)
		c.inTime(t, "a search by the clock", func() time.Duration {
			lim := engine.Limits{Clock: engine.Clock{Spec: clock.Spec{Kind: clock.Absolute, Main: time.Minute}, Own: clock.State{Main: time.Second}}}
			began := time.Now()
			search(t, context.Background(), e, pos, lim, nil)
			return time.Since(began) - 800*time.Millisecond
		})
	}
}

func (c Config) timed(b *board.Board) func(*testing.T) {
	return func(t *testing.T) {
		const limit = 250 * time.Millisecond
		e, pos := c.engine(t), c.position(t, b)
		c.inTime(t, "a search bounded by time", func() time.Duration {
			reports := 0
			began := time.Now()
			search(t, context.Background(), e, pos, engine.Limits{Time: limit}, func(i engine.Info) {
				reports++
				if err := checkInfo(pos, i); err != nil {
					t.Error(err)
				}
			})
			took := time.Since(began)
			if took > 200*time.Millisecond && reports == 0 {
				t.Logf("a search of %v reported nothing", took)
				return time.Hour // no report counts as late
			}
			return took - limit
		})
	}
}
