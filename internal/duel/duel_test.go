package duel_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"moyo/board"
	"moyo/engine"
	evalweiqi "moyo/engine/eval/weiqi"
	"moyo/engine/random"
	"moyo/engine/uct2018"
	"moyo/game"
	"moyo/internal/duel"
	"moyo/internal/shareddata"
	"moyo/protocol/gtp"
	"moyo/rules/weiqi"
)

func TestWilson(t *testing.T) {
	rate, low, high := duel.Tally{Wins: 40, Losses: 60}.Rate() // known: 0.309 to 0.498
	if rate != 0.4 || math.Abs(low-0.3094) > 0.0005 || math.Abs(high-0.4980) > 0.0005 {
		t.Errorf("40 of 100: %.4f, %.4f to %.4f", rate, low, high)
	}
}

func TestMatchAlternatesColours(t *testing.T) {
	var winners []game.Color
	m := duel.Match{
		Rules: weiqi.Rules{Komi: 0.5}, Board: board.Grid(5, 5), Games: 4, Mercy: 20,
		One:  duel.Side{Engine: evalweiqi.New(evalweiqi.Options{}), Limits: engine.Limits{Nodes: 40}},
		Two:  duel.Side{Engine: random.New()},
		Each: func(_ int, g duel.Game, _ duel.Tally) { winners = append(winners, g.Outcome.Winner) },
	}
	tally, err := m.Play(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if tally.Wins != 4 || tally.Searches[0] == 0 {
		t.Errorf("%v: winners %v", tally, winners)
	}
}

// load returns the board of a spec or of a mesh of the shared data.
func load(t *testing.T, spec string) *board.Board {
	t.Helper()
	if filepath.Ext(spec) != ".obj" {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	f, err := os.Open(filepath.Join(shareddata.Dir(t), "boards", "3dgo", spec))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := board.ReadDraft(spec, f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := d.Board("")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// play plays a match and logs how it goes.
func play(t *testing.T, m duel.Match) duel.Tally {
	t.Helper()
	tally, err := m.Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %v", m.Board.Title(), tally)
	return tally
}

func mcts(limit time.Duration) duel.Side {
	return duel.Side{Engine: evalweiqi.New(evalweiqi.Options{}), Limits: engine.Limits{Time: limit}}
}

// TestNeverLosesToRandom plays 200 games on 9x9 and on a mesh of rings.
func TestNeverLosesToRandom(t *testing.T) {
	shareddata.Long(t)
	for _, spec := range []string{"grid:9", "circle.obj"} {
		tally := play(t, duel.Match{
			Rules: weiqi.Rules{Komi: 6.5}, Board: load(t, spec), Games: 200, One: mcts(20 * time.Millisecond), Two: duel.Side{Engine: random.New()},
		})
		if tally.Wins < 200 {
			t.Errorf("%s: %v", spec, tally)
		}
	}
}

// TestBeatsUCT2018 gives the baseline its thousand iterations and this engine a
// tenth of the time that those take here.
func TestBeatsUCT2018(t *testing.T) {
	shareddata.Long(t)
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
		tally := play(t, duel.Match{
			Rules: weiqi.Rules{Komi: 6.5}, Board: b, Games: 200, Mercy: float64(b.Len()) / 2,
			One: mcts(info.Elapsed / 15), Two: duel.Side{Engine: uct2018.New()},
		})
		if tally.Wins < 198 {
			t.Errorf("%s: %v", spec, tally)
		}
		if 10*tally.Spent[0]/time.Duration(tally.Searches[0]) > tally.Spent[1]/time.Duration(tally.Searches[1]) {
			t.Errorf("%s: took more than a tenth of the time: %v", spec, tally)
		}
	}
}

// TestAgainstGNUGo plays 100 games at two seconds a move against level 10 of GNU
// Go 3.8 and counts them with all stones alive: this engine takes dead ones off
// before it passes. It takes hours.
func TestAgainstGNUGo(t *testing.T) {
	shareddata.Long(t)
	gnugo, err := gtp.Start(t.Context(), "gnugo --mode gtp --level 10 --chinese-rules", gtp.StartOptions{Overtime: time.Minute})
	if err != nil {
		t.Skipf("GNU Go is missing (Debian: apt-get install gnugo): %v", err)
	}
	defer gnugo.Close()
	tally := play(t, duel.Match{
		Rules: weiqi.Rules{Komi: 6.5}, Board: board.Grid(9, 9), Games: 100, One: mcts(2 * time.Second), Two: duel.Side{Engine: gnugo},
		Each: func(n int, g duel.Game, tally duel.Tally) {
			t.Logf("game %d: %v in %d moves; %v", n+1, g.Outcome, len(g.Position.Moves()), tally)
		},
	})
	if rate, _, _ := tally.Rate(); rate < 0.4 {
		t.Errorf("GNU Go: %v", tally)
	}
}

// TestLevels plays each level against the one two below.
func TestLevels(t *testing.T) {
	shareddata.Long(t)
	for n := 3; n <= evalweiqi.Levels(); n++ {
		side := func(level int) duel.Side {
			return duel.Side{Engine: evalweiqi.New(evalweiqi.Options{Level: level})}
		}
		games := 40
		if n >= 8 {
			games = 16 // these think for seconds
		}
		tally := play(t, duel.Match{Rules: weiqi.Rules{Komi: 6.5}, Board: board.Grid(9, 9), Games: games, One: side(n), Two: side(n - 2), Mercy: 45})
		if rate, _, _ := tally.Rate(); rate < 0.65 {
			t.Errorf("level %d against level %d: %v", n, n-2, tally)
		}
	}
}
