package weiqi

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/mcts"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

// played returns the position after moves.
func played(t *testing.T, id, spec string, moves ...string) game.Position {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := r.New(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range moves {
		m, err := game.ParseMove(pos, name)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return pos
}

// rootOf returns the position after moves at the start of a search.
func rootOf(t *testing.T, id, spec string, moves ...string) *root {
	t.Helper()
	var stop atomic.Bool
	at, err := (&model{know: full, policy: heavy}).Root(played(t, id, spec, moves...), &stop)
	if err != nil {
		t.Fatal(err)
	}
	return at.(*root)
}

// walls are on B, C and D of a board of five lines, with a stone on A and E.
var walls = []string{
	"c1", "d1", "c2", "d2", "c3", "d3", "c4", "d4", "c5", "d5", "a3", "e3",
	"b1", "pass", "b2", "pass", "b3", "pass", "b4", "pass", "b5", "pass",
}

// TestLead returns the lead of the side to move, also in a game that is
// practically over, where nothing is searched.
func TestLead(t *testing.T) {
	for _, c := range []struct {
		id    string
		moves []string
		lead  float64
	}{
		{"weiqi:komi=0.5", walls, 4.5},                           // 15 points to 10
		{"weiqi:komi=0.5", walls[:len(walls)-1], -4.5},           // White is to move
		{"weiqi:komi=0.5,score=territory", walls, -0.5},          // Black has placed five stones more
		{"weiqi:komi=0.5", []string{"c3", "c2", "d2", "b3"}, 16}, // searched
	} {
		info, err := New(Options{}).Search(t.Context(), played(t, c.id, "grid:5", c.moves...), engine.Limits{Nodes: 400, Seed: 1}, nil)
		if err != nil || !info.HasLead {
			t.Fatalf("%+v %v", info, err)
		}
		if math.Abs(info.Lead-c.lead) > 2.5 {
			t.Errorf("%s after %d moves: %v, want about %v", c.id, len(c.moves), info.Lead, c.lead)
		}
	}
}

// TestShortcut passes a game that is settled, or won after a pass, and no other. Walls
// on B, C and D with a stone on A and E leave four points to either side. Black has
// placed five more stones, each of which costs a point of territory and none of area.
func TestShortcut(t *testing.T) {
	for _, c := range []struct {
		rules string
		moves []string
		ok    bool
		value float64
	}{
		{"komi=0", []string{"pass"}, false, 0},
		{"komi=-0.5", []string{"pass"}, false, 0},
		{"komi=0.5", []string{"pass"}, false, 0}, // too early
		{"komi=25.5", []string{"c3", "c2", "pass"}, false, 0},
		{"komi=4.5", walls, true, 1},
		{"komi=5.5", walls, true, 0},
		{"komi=5", walls, false, 0},
		{"komi=-0.5,score=territory", walls, true, 1},
		{"komi=0,score=territory", walls, true, 0.5},
		{"komi=0.5,score=territory", walls, true, 0},
	} {
		m, value, ok := rootOf(t, c.rules, "grid:5", c.moves...).Shortcut()
		if ok != c.ok || ok && (m != game.Pass || value != c.value) {
			t.Errorf("%s after %v: move %d, value %v, %v; want a pass %v, value %v", c.rules, c.moves, m, value, ok, c.ok, c.value)
		}
	}
}

// everyLevel returns the options of all levels and of full strength, without a network and guided by the built-in one.
func everyLevel() map[string]Options {
	all := map[string]Options{}
	for level := range len(levels) + 1 {
		all[fmt.Sprintf("level %d", level)] = Options{Level: level, Memory: 8 << 20}
		all[fmt.Sprintf("level %d, guided", level)] = Options{Level: level, Memory: 8 << 20, Net: Shipped(), NetSearch: &NetSearch{}}
	}
	return all
}

// TestEarlyPass answers a pass at or near the start of a game by a move at every level,
// under both scorings, and on boards too large for a check whether all is settled.
func TestEarlyPass(t *testing.T) {
	testenv.SkipUnderRace(t)
	for name, opt := range everyLevel() {
		e := New(opt)
		for _, c := range []struct {
			rules, spec string
			moves       []string
		}{
			{"komi=6.5", "grid:9", []string{"pass"}},
			{"komi=6.5", "torus:5x5", []string{"pass"}},
			{"komi=6.5,score=territory", "grid:9", []string{"pass"}},
			{"komi=6.5", "grid:9", []string{"e5", "pass"}},
			{"komi=6.5", "grid:9", []string{"e5", "e4", "pass"}},
			{"komi=6.5", "grid:9", []string{"pass", "e5", "pass"}},
			{"komi=6.5", "grid:40", []string{"pass"}},
		} {
			pos := played(t, c.rules, c.spec, c.moves...)
			info, err := e.Search(t.Context(), pos, engine.Limits{Nodes: 60, Seed: uint64(opt.Level) + 1}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if info.Move < 0 || info.Resign {
				t.Errorf("%s, %s on %s: answers %v by %s, resigns %v", name, c.rules, c.spec, c.moves, game.Format(pos, info.Move), info.Resign)
			}
		}
	}
}

// TestEarlyPassInTheTree: a tree in which a pass answers a pass is of no use
// where none may.
func TestEarlyPassInTheTree(t *testing.T) {
	e := New(Options{Memory: 8 << 20})
	pos := played(t, "komi=6.5", "grid:5")
	think := func() engine.Info {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		info, err := e.Search(ctx, pos, engine.Limits{}, func(info engine.Info) { // a limit of nodes would forget the tree
			if info.Nodes >= 500 {
				stop()
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	think()
	if err := pos.Play(game.Pass); err != nil {
		t.Fatal(err)
	}
	if info := think(); slices.ContainsFunc(info.Candidates, func(c engine.Candidate) bool { return c.Move < 0 }) {
		t.Errorf("thinks of a pass after a pass: %+v", info.Candidates)
	}
}

// TestSettledEarly: a game that is over ends by two passes at every level, although
// most of the board is empty. White could live nowhere, and has always passed.
func TestSettledEarly(t *testing.T) {
	testenv.SkipUnderRace(t)
	rows := []string{
		".........",
		".X.X.X.X.",
		"..X...X..",
		".X.X.X.X.",
		".........",
		".X.X.X.X.",
		"..X...X..",
		".X.X.X.X.",
		"........."}
	for name, opt := range everyLevel() {
		pos := setUp(t, rules.Rules{Komi: 6.5}, rows, game.White)
		if err := pos.Play(game.Pass); err != nil {
			t.Fatal(err)
		}
		if info := think(t, New(opt), pos, 60); info.Move != game.Pass {
			t.Errorf("%s plays %s", name, game.Format(pos, info.Move))
		}
	}
}

// TestSteady makes a level search where it would pass otherwise, and removes its clock.
func TestSteady(t *testing.T) {
	r := rootOf(t, "komi=4.5", "grid:5", walls...)
	if _, _, ok := r.Shortcut(); !ok {
		t.Fatal("the game is not won after a pass")
	}
	r.playsOn = true
	if m, _, ok := r.Shortcut(); ok {
		t.Errorf("the shortcut is %d all the same", m)
	}
	var o mcts.Options
	r.model, r.guided = &model{level: &netLevels[7]}, true
	r.Tune(&o)
	if o.Time != 0 || o.Playouts != int64(netLevels[7].evaluations[0]) {
		t.Errorf("a steady guided level takes %v for %d evaluations", o.Time, o.Playouts)
	}
	if m := New(Options{Level: 5, Steady: true}).model; !m.playsOn || m.know != beginner {
		t.Errorf("a steady level plays on: %v, and knows %+v", m.playsOn, m.know)
	}
}

// TestBetween needs living stones of both colours beside a point.
func TestBetween(t *testing.T) {
	r := rootOf(t, "komi=0.5", "grid:3", "a1", "c1", "b2")
	b1, _ := r.start.Board().Lookup("B1")
	of := func(colors ...game.Color) func(game.Point) game.Color {
		return func(p game.Point) game.Color {
			for _, c := range colors {
				if r.start.At(p) == c {
					return c
				}
			}
			return game.Empty
		}
	}
	if !r.between(b1, of(game.Black, game.White)) || r.between(b1, of(game.Black)) || r.between(b1, of(game.White)) || r.between(b1, of()) {
		t.Error("B1 is between living stones of both colours, or of one")
	}
}
