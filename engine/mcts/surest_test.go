package mcts

import (
	"fmt"
	"math"
	"testing"

	"moyo/engine"
	"moyo/game"
	"moyo/internal/testenv"
)

// saw counts values of a node.
func saw(n *node, values ...float64) {
	for _, v := range values {
		n.count.Add(oneVisit + pack(v))
		n.rave.Add(pack(v) * pack(v))
	}
}

// many returns n values, cycling through those given.
func many(n int, values ...float64) (all []float64) {
	for i := range n {
		all = append(all, values[i%len(values)])
	}
	return all
}

// TestSurest chooses among children by their values.
func TestSurest(t *testing.T) {
	p := DefaultPUCT()
	for _, c := range []struct {
		name string
		seen [][]float64 // of each child, most visits first
		want int
	}{
		{"the best of sure ones", [][]float64{many(100, 0.4), many(60, 0.6)}, 1},
		{"not the best of few", [][]float64{many(100, 0.4), many(14, 0.9)}, 0},
		{"the surer of equals", [][]float64{many(80, 0.1, 0.9), many(60, 0.5)}, 1},
		{"the more visited of equals", [][]float64{many(80, 0.1, 0.9), many(40, 0.1, 0.9)}, 0},
		{"one visit is not sure", [][]float64{many(3, 0.2, 0.3, 0.4), many(1, 0.5)}, 0},
	} {
		var ranked []*node
		for k, values := range c.seen {
			n := &node{move: game.Move(k)}
			saw(n, values...)
			ranked = append(ranked, n)
		}
		s := &search{opt: &Options{PUCT: &p}, evaluates: true}
		if s.surest(ranked); ranked[0].move != game.Move(c.want) {
			t.Errorf("%s: it plays %d", c.name, ranked[0].move)
		}
		if len(ranked) != len(c.seen) || ranked[1].move == ranked[0].move {
			t.Errorf("%s: a child was lost", c.name)
		}
	}
	// Searches with playouts, or with Bound 0, play the most visited move.
	for _, s := range []*search{{opt: &Options{PUCT: &p}}, {opt: &Options{PUCT: &PUCT{}}, evaluates: true}} {
		a, b := &node{}, &node{move: 1}
		saw(a, many(9, 0.1)...)
		saw(b, many(8, 0.9)...)
		ranked := []*node{a, b}
		if s.surest(ranked); ranked[0] != a || !s.mostIsSurest() {
			t.Error("the move was chosen by its bound")
		}
	}
}

// TestPlaysTheSurest compares the moves of searches with their trees: the surest is
// played, and that is not always the most visited. If a search stops early, the two agree.
func TestPlaysTheSurest(t *testing.T) {
	testenv.SkipUnderRace(t)
	p := DefaultPUCT()
	p.BoundLeast = 0.02
	differ := 0
	for i := range int64(60) {
		e, evaluations := New(evalGame{}, Options{FullTime: i%2 == 0, PUCT: &p}), 10+7*i
		info := searchOf(t, e, engine.Limits{Nodes: evaluations, Seed: uint64(i)})
		ranked := e.tree.ranked(e.tree.at(firstNode), candidates)
		most := ranked[0].move
		(&search{opt: &e.opt, tree: &e.tree, evaluates: true}).surest(ranked)
		if info.Move != ranked[0].move || info.Candidates[0].Move != info.Move {
			t.Fatalf("it plays %d, and is surest of %d", info.Move, ranked[0].move)
		}
		if info.Move != most {
			differ++
			if info.Nodes < evaluations {
				t.Errorf("it stopped after %d evaluations, and plays %d, although %d has more visits", info.Nodes, info.Move, most)
			}
		}
	}
	if differ == 0 {
		t.Error("the surest always had the most visits, which makes this test empty")
	}
}

// TestSpreadSearches: the spread of values changes what a search visits.
func TestSpreadSearches(t *testing.T) {
	visits := func(spread float64) string {
		p := DefaultPUCT()
		p.Spread = spread
		return fmt.Sprint(searchOf(t, New(evalGame{}, Options{FullTime: true, PUCT: &p}), engine.Limits{Nodes: 400, Seed: 1}).Candidates)
	}
	if with, without := visits(0.85), visits(0); with == without {
		t.Errorf("with the spread of values and without: %s", with)
	}
}

// TestSpread measures how far apart values are, and how much c grows by it.
func TestSpread(t *testing.T) {
	n := &node{}
	if v, mean, squares := n.spread(0); v != 1 || mean != 0 || squares != 0 {
		t.Errorf("of nothing: %v, %v, %v", v, mean, squares)
	}
	saw(n, 0.25, 0.75, 0.25, 0.75)
	if v, mean, squares := n.spread(0); v != 4 || mean != 0.5 || math.Abs(squares-0.25) > 1e-6 {
		t.Errorf("%v visits, mean %v, squares %v", v, mean, squares)
	}
	p := PUCT{Spread: 0.5, Usual: 0.2}
	const lots = 1e9
	for _, c := range []struct{ deviation, want float64 }{{0.2, 1}, {0, 0.5}, {0.4, 1.5}} {
		if got := p.wider(lots, lots*c.deviation*c.deviation); math.Abs(got-c.want) > 1e-4 {
			t.Errorf("a deviation of %v: %v times as wide, want %v", c.deviation, got, c.want)
		}
	}
	if got := p.wider(1, 0); math.Abs(got-1) > 1e-9 {
		t.Errorf("after one visit: %v", got)
	}
	if got := (&PUCT{Usual: 0.2}).wider(lots, lots); got != 1 {
		t.Errorf("without Spread: %v", got)
	}
}
