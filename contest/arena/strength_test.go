package arena_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/catalog"
	"moyo/contest/arena"
	"moyo/engine"
	"moyo/engine/baseline/random"
	"moyo/engine/baseline/uct2018"
	"moyo/engine/protocol/gtp"
	engineweiqi "moyo/engine/weiqi"
	"moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

// load returns the board of a spec, or of a mesh from the shared data.
func load(t *testing.T, spec string) *board.Board {
	t.Helper()
	if filepath.Ext(spec) != ".obj" {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	f, err := os.Open(filepath.Join(testenv.SharedData(t), "boards", "3dgo", spec))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := boardfile.Read(spec, f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := d.Board("")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// duel plays Go between two engines with all stones counted as alive, and logs the results.
func duel(t *testing.T, b *board.Board, games int, lead float64, one, two arena.Player) (*arena.Results, float64) {
	t.Helper()
	results, err := arena.Play(t.Context(), arena.Config{
		Rules: weiqi.Rules{Komi: 6.5}, Board: b, Players: []arena.Player{one, two}, Format: arena.RoundRobin, Pairs: games / 2,
		Seed: 1, Tolerance: time.Minute, Adjudication: arena.Adjudication{Lead: lead},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %s; %v against %v a move", b.Title(), results.Summary(), results.Usage(0).PerMove(), results.Usage(1).PerMove())
	if faults := results.Faults(); len(faults) > 0 {
		t.Errorf("%s: faults: %v", b.Title(), faults)
	}
	tally := results.Between(0, 1)
	return results, tally.Points() / float64(tally.Games())
}

func seat(name string, limit time.Duration, e func() engine.Engine) arena.Player {
	return arena.Player{
		Name: name, Control: arena.Control{Move: limit}, Open: func(context.Context) (engine.Engine, error) { return e(), nil },
	}
}

// led returns the options of a level, or of full strength, as in the program.
func led(level int) engineweiqi.Options {
	return engineweiqi.Options{Level: level, Net: engineweiqi.Shipped(), NetSearch: &engineweiqi.NetSearch{}}
}

func mcts(limit time.Duration) arena.Player {
	return seat("mcts", limit, func() engine.Engine { return engineweiqi.New(led(0)) })
}

func uct() arena.Player { return seat("uct-2018", 0, func() engine.Engine { return uct2018.New() }) }

// TestNeverLosesToRandom plays 200 games on 9x9 and on a mesh of rings.
func TestNeverLosesToRandom(t *testing.T) {
	testenv.Long(t)
	for _, spec := range []string{"grid:9", "circle.obj"} {
		anywhere := seat("random", 0, func() engine.Engine { return random.New() })
		if _, share := duel(t, load(t, spec), 200, 0, mcts(20*time.Millisecond), anywhere); share < 1 {
			t.Errorf("%s: %.3f of the points", spec, share)
		}
	}
}

// TestBeatsUCT2018 gives the baseline its thousand iterations and this engine a tenth of their
// time.
func TestBeatsUCT2018(t *testing.T) {
	testenv.Long(t)
	for _, spec := range []string{"grid:9", "torus_small.obj"} {
		b := load(t, spec)
		pos, err := weiqi.Default().New(b)
		if err != nil {
			t.Fatal(err)
		}
		info, err := uct2018.New().Search(t.Context(), pos, engine.Limits{Seed: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		results, share := duel(t, b, 200, float64(b.Len())/2, mcts(info.Elapsed/15), uct())
		if share < 0.99 {
			t.Errorf("%s: %.3f of the points", spec, share)
		}
		if 10*results.Usage(0).PerMove() > results.Usage(1).PerMove() {
			t.Errorf("%s: took more than a tenth of the time", spec)
		}
	}
}

// TestAgainstGNUGo plays 100 games at two seconds a move against level 10 of GNU Go 3.8 and counts
// them with all stones alive: this engine removes dead stones before it passes. It takes hours.
func TestAgainstGNUGo(t *testing.T) {
	testenv.Long(t)
	open := func(ctx context.Context) (engine.Engine, error) {
		return gtp.Start(ctx, "gnugo --mode gtp --level 10 --chinese-rules", gtp.StartOptions{Overtime: time.Minute})
	}
	gnugo, err := open(t.Context())
	if err != nil {
		t.Skipf("GNU Go is missing (Debian: apt-get install gnugo): %v", err)
	}
	gnugo.Close()
	if _, share := duel(t, board.Grid(9, 9), 100, 0, mcts(2*time.Second), arena.Player{Name: "GNU Go", Open: open}); share < 0.9 {
		t.Errorf("GNU Go: %.3f of the points", share)
	}
}

// TestLevels plays each level against the one two below, with the network and without.
func TestLevels(t *testing.T) {
	testenv.Long(t)
	for name, options := range map[string]func(level int) engineweiqi.Options{
		"led": led, "playouts": func(level int) engineweiqi.Options { return engineweiqi.Options{Level: level} },
	} {
		for n := 3; n <= catalog.Levels; n++ {
			side := func(level int) arena.Player {
				return seat("level "+strconv.Itoa(level), 0, func() engine.Engine { return engineweiqi.New(options(level)) })
			}
			games := 40
			if n >= 8 {
				games = 16 // these search for seconds
			}
			if _, share := duel(t, board.Grid(9, 9), games, 45, side(n), side(n-2)); share < 0.65 {
				t.Errorf("%s: level %d against level %d: %.3f of the points", name, n, n-2, share)
			}
		}
	}
}

// TestLead ends a game of Go early when the lead suffices.
func TestLead(t *testing.T) {
	strong := seat("mcts", 0, func() engine.Engine { return engineweiqi.New(engineweiqi.Options{}) })
	strong.Control = arena.Control{Nodes: 40}
	results, share := duel(t, board.Grid(5, 5), 4, 10, strong, seat("random", 0, func() engine.Engine { return random.New() }))
	early := 0
	for _, g := range results.Games {
		if g.How == "adjudication" {
			early++
		}
	}
	if share < 0.75 || early == 0 {
		t.Errorf("%.2f of the points, %d games ended early", share, early)
	}
}
