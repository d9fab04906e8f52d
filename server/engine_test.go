package server

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/server/base/wire"
	"moyo/server/store/sqlite/sqlitetest"
)

// scripted is an engine controlled by a test.
type scripted struct {
	search func(ctx context.Context, pos game.Position, report func(engine.Info)) (engine.Info, error)
	// instead of search
	limited func(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error)
}

func (s *scripted) Name() string { return "scripted" }

func (s *scripted) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	if report == nil {
		report = func(engine.Info) {}
	}
	if s.limited != nil {
		return s.limited(ctx, pos, lim, report)
	}
	return s.search(ctx, pos, report)
}

func (s *scripted) Close() error { return nil }

// withScript returns settings whose only engine is the scripted one.
func withScript(t testing.TB, search func(context.Context, game.Position, func(engine.Info)) (engine.Info, error)) Config {
	cfg := testConfig(sqlitetest.New(t))
	cfg.Engines = []wire.EngineEntry{{ID: "scripted", Games: []string{"weiqi"}}}
	cfg.NewEngine = func(id string) (engine.Engine, error) {
		if id != "scripted" {
			return nil, fmt.Errorf("engine %q", id)
		}
		return &scripted{search: search}, nil
	}
	return cfg
}

// untilStopped thinks until its context ends, then passes.
func untilStopped(ctx context.Context, pos game.Position, report func(engine.Info)) (engine.Info, error) {
	info := engine.Info{
		Move: game.Pass, Value: 0.25, Nodes: 10, Elapsed: time.Second, PV: []game.Move{game.Pass, 3},
		Candidates: []engine.Candidate{{Move: 3, Visits: 7, Value: 0.5}},
	}
	for ctx.Err() == nil {
		report(info)
		time.Sleep(5 * time.Millisecond)
	}
	return info, nil
}

func newScripted(t *testing.T, cfg Config) *table {
	t.Helper()
	ada := newPerson(t, start(t, cfg))
	g := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "scripted"})
	return ada.open(g.ID)
}

func TestThinkingAndStop(t *testing.T) {
	tb := newScripted(t, withScript(t, untilStopped))
	tb.play("C3")
	thinking := tb.until("thoughts", func(m wire.ServerMessage) bool { return m.Type == "thinking" }).Thinking
	if thinking.Color != "white" || thinking.Done || thinking.Value != 0.25 || thinking.PerSecond != 10 ||
		len(thinking.Line) != 2 || thinking.Line[0] != "pass" || thinking.Line[1] != "D5" ||
		!reflect.DeepEqual(thinking.Candidates[0], wire.Candidate{Point: 3, Move: "D5", Visits: 7, Value: 0.5, Line: []string{}}) {
		t.Errorf("thinking %+v", thinking)
	}
	began := time.Now()
	tb.thinking = nil
	tb.must(wire.ClientMessage{Type: "stop"})
	tb.untilState("the engine's move", func(s wire.State) bool { return s.Ply == 2 })
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("stopping took %v", took)
	}
	if n := len(tb.thinking); n == 0 || !tb.thinking[n-1].Done {
		t.Errorf("the last thoughts do not say that they are: %+v", tb.thinking)
	}
}

// TestUndoWhileThinking takes back a move while the engine thinks: its move must not
// arrive, and it must free its slot for the next search.
func TestUndoWhileThinking(t *testing.T) {
	t.Parallel()
	cfg := withScript(t, untilStopped)
	cfg.Limits.Searches = 1
	tb := newScripted(t, cfg)
	tb.play("C3")
	tb.until("thoughts", func(m wire.ServerMessage) bool { return m.Type == "thinking" })
	tb.must(wire.ClientMessage{Type: "undo"})
	tb.play("D4")
	tb.until("thoughts", func(m wire.ServerMessage) bool { return m.Type == "thinking" })
	tb.must(wire.ClientMessage{Type: "resign"})
	if len(tb.moves) != 1 || tb.moves[0] != "D4" || tb.state.Result != "W+R" {
		t.Errorf("moves %v, result %s", tb.moves, tb.state.Result)
	}
}

func TestSearchTimeIsBounded(t *testing.T) {
	t.Parallel()
	cfg := withScript(t, untilStopped)
	cfg.Limits.SearchTime = 50 * time.Millisecond
	tb := newScripted(t, cfg)
	tb.play("C3")
	tb.untilState("the engine's move", func(s wire.State) bool { return s.Ply == 2 })
}

func TestEngineResigns(t *testing.T) {
	t.Parallel()
	tb := newScripted(t, withScript(t, func(context.Context, game.Position, func(engine.Info)) (engine.Info, error) {
		return engine.Info{Move: 7, Resign: true}, nil
	}))
	tb.play("C3")
	tb.untilState("the end", func(s wire.State) bool { return s.Result == "B+R" })
}

// TestEngineFails makes the engine fail in every way before it plays.
func TestEngineFails(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func() (engine.Info, error){
		"error":   func() (engine.Info, error) { return engine.Info{}, errors.New("out of ideas") },
		"illegal": func() (engine.Info, error) { return engine.Info{Move: 12}, nil }, // C3 is taken
		"no move": func() (engine.Info, error) { return engine.Info{Move: game.NoMove}, nil },
		"panic":   func() (engine.Info, error) { panic("at the disco") },
	} {
		t.Run(name, func(t *testing.T) {
			var healed atomic.Bool
			tb := newScripted(t, withScript(t, func(context.Context, game.Position, func(engine.Info)) (engine.Info, error) {
				if healed.Load() {
					return engine.Info{Move: 0}, nil
				}
				return fail()
			}))
			tb.play("C3")
			msg := tb.until("the failure", func(m wire.ServerMessage) bool { return m.Type == "error" })
			if msg.Error.Code != "engine" || msg.Error.ID != "" {
				t.Errorf("error %+v", msg.Error)
			}
			healed.Store(true)
			tb.must(wire.ClientMessage{Type: "stop"}) // try again now
			tb.untilState("the engine's move", func(s wire.State) bool { return s.Ply == 2 })
		})
	}
}

// TestManyComputerGames plays more games against the computer than there are processors:
// all continue, and never more searches run at the same time than allowed.
func TestManyComputerGames(t *testing.T) {
	const games, searches = 30, 2
	var now, most atomic.Int32
	cfg := withScript(t, func(context.Context, game.Position, func(engine.Info)) (engine.Info, error) {
		n := now.Add(1)
		defer now.Add(-1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		time.Sleep(time.Millisecond)
		return engine.Info{Move: 0}, nil
	})
	cfg.Limits.Searches = searches
	ada := newPerson(t, start(t, cfg))
	var tables []*table
	for range games {
		g := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "scripted"})
		tables = append(tables, ada.open(g.ID))
	}
	for _, tb := range tables {
		tb.play("C3")
	}
	for _, tb := range tables {
		tb.untilState("the engine's move", func(s wire.State) bool { return s.Ply == 2 })
	}
	if most.Load() > searches {
		t.Errorf("%d searches at once, %d are allowed", most.Load(), searches)
	}
}

// TestNothingIsLeft checks that a server ends everything that it started.
func TestNothingIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Run("serve", func(t *testing.T) {
		tb := newScripted(t, withScript(t, untilStopped))
		tb.play("C3")
		tb.until("thoughts", func(m wire.ServerMessage) bool { return m.Type == "thinking" })
	})
	for deadline := time.Now().Add(testTime); runtime.NumGoroutine() > before+2; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			buf := make([]byte, 1<<16)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
		}
	}
}

// TestSeeds checks that every search gets a different seed.
func TestSeeds(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	seeds := map[uint64]bool{}
	cfg := withScript(t, nil)
	cfg.NewEngine = func(string) (engine.Engine, error) {
		return &seeded{note: func(seed uint64) {
			mu.Lock()
			defer mu.Unlock()
			if seed == 0 || seeds[seed] {
				t.Errorf("seed %d after %d others", seed, len(seeds))
			}
			seeds[seed] = true
		}}, nil
	}
	const moves = 3
	for range 2 {
		tb := newScripted(t, cfg)
		for i := range moves {
			tb.play([]string{"C3", "D4", "B2"}[i])
			tb.untilState("the engine's move", func(s wire.State) bool { return s.ToPlay == "black" })
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if len(seeds) != 2*moves {
		t.Errorf("%d seeds, want %d", len(seeds), 2*moves)
	}
}

// seeded is an engine that records the seeds of its searches.
type seeded struct{ note func(uint64) }

func (s *seeded) Name() string { return "seeded" }

func (s *seeded) Search(_ context.Context, pos game.Position, lim engine.Limits, _ func(engine.Info)) (engine.Info, error) {
	s.note(lim.Seed)
	return engine.Info{Move: pos.LegalMoves(nil)[0]}, nil
}

func (s *seeded) Close() error { return nil }
