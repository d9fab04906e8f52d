package weiqi

import (
	"math"
	"slices"
	"testing"

	"moyo/engine"
	"moyo/engine/neural"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

// TestReconcile: ownership adds up to the wanted sum, the open points take the
// change, and an impossible sum is met as nearly as possible.
func TestReconcile(t *testing.T) {
	for _, c := range []struct {
		owner       []float64
		sum, within float64
	}{
		{[]float64{1, 0, 0, -1}, 1, 0.01},
		{[]float64{1, 0.5, -0.2, 0.9, -0.95, 0, 0}, -1.5, 0.05},
		{[]float64{0, 0, 0}, 9, 6.1}, // no more than three points exist
		{[]float64{1, -1, 1}, 0, 1},  // all is decided
	} {
		owner := append([]float64(nil), c.owner...)
		reconcile(owner, c.sum)
		sum := 0.0
		for p, o := range owner {
			sum += o
			if math.Abs(o) > 1 || math.Abs(c.owner[p]) == 1 && o != c.owner[p] {
				t.Errorf("%v to %v: %v", c.owner, c.sum, owner)
			}
		}
		if math.Abs(sum-c.sum) > c.within {
			t.Errorf("%v adds up to %v, not %v", owner, sum, c.sum)
		}
	}
}

// TestGuidedAgrees: for a network with a lead head, in positions of a game, for both sides and both
// ways of scoring, Black leads where it is likelier to win, and ownership adds up to the lead.
func TestGuidedAgrees(t *testing.T) {
	testenv.SkipUnderRace(t)
	c := Shipped().Config
	c.Lead = true
	net, err := Shipped().Grow(c, 3)
	if err != nil {
		t.Fatal(err)
	}
	leads := 0
	for _, law := range []string{"komi=6.5", "komi=0.5,score=territory", "komi=-4"} {
		s := netStateOf(t, net, &NetSearch{}, played(t, law, "grid:7"))
		s.Reset()
		for range 20 {
			children, value := s.Evaluate(nil)
			lead, sum := s.ended-s.rules.Komi, 0.0
			for _, o := range s.owner {
				sum += o
			}
			if lead > 0 && value < 0.5 || lead < 0 && value > 0.5 {
				t.Errorf("%s: value %.3f and lead %.2f", law, value, lead)
			}
			if area := s.ended + float64(s.spent()); math.Abs(sum-area) > 1 && math.Abs(sum) < 40 {
				t.Errorf("%s: owners add up to %.2f, the area is %.2f", law, sum, area)
			}
			if lead != 0 {
				leads++
			}
			best := children[0]
			for _, c := range children {
				if c.Wins > best.Wins {
					best = c
				}
			}
			s.Play(best.Move)
		}
	}
	if leads < 15 {
		t.Errorf("%d positions with a lead", leads)
	}
	if out := (neural.Output{Lead: float32(math.NaN()), Ownership: make([]float32, 49)}); true {
		s := netStateOf(t, net, &NetSearch{}, played(t, "", "grid:7"))
		s.Reset()
		if s.expect(out, 0.7); s.ended != s.rules.Komi {
			t.Errorf("a NaN lead counts as %v", s.ended)
		}
	}
}

// TestLeadTrust: where ownership is decided, the lead follows from it; where it is open, the network's lead counts.
func TestLeadTrust(t *testing.T) {
	c := Shipped().Config
	c.Lead = true
	net, err := Shipped().Grow(c, 3)
	if err != nil {
		t.Fatal(err)
	}
	s := netStateOf(t, net, &NetSearch{}, played(t, "komi=2", "grid:5"))
	s.Reset()
	for owner, want := range map[float32]float64{1: 23, 0: 4, 0.837: (0.837*25 - 2 + 4) / 2} {
		out := neural.Output{Lead: 4, Ownership: slices.Repeat([]float32{owner}, 25)}
		if s.expect(out, 0.7); math.Abs(s.ended-s.rules.Komi-want) > 0.05 {
			t.Errorf("ownership %v makes a lead of %v, want %v", owner, s.ended-s.rules.Komi, want)
		}
	}
}

// TestEvaluate: the built-in network evaluates positions of both sides
// consistently; where it does not guide the search, it does not evaluate.
func TestEvaluate(t *testing.T) {
	testenv.SkipUnderRace(t)
	e := New(Options{Net: Shipped(), NetSearch: ShippedSearch(), Memory: 8 << 20})
	pos := played(t, "komi=7", "grid:9")
	for _, m := range []game.Move{game.NoMove, 40, 20, 60, 24} {
		if m != game.NoMove {
			if err := pos.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		v, ok := e.Evaluate(pos)
		sum := 0.0
		for p, share := range v.Policy {
			if p < 81 && (share < 0) != (pos.Check(game.Move(p)) != game.Legal) {
				t.Errorf("point %d has the share %v", p, share)
			}
			sum += max(share, 0)
		}
		if !ok || math.Abs(sum-1) > 1e-5 || len(v.Ownership) != 81 || (v.Lead > 0) != (v.Value > 0.5) && v.Lead != 0 {
			t.Errorf("after %d moves: %+v, %v", len(pos.Moves()), v, ok)
		}
	}
	japanese := played(t, "komi=7,score=territory", "grid:9", "E5", "pass") // where a search likes passes more
	if v, ok := e.Evaluate(japanese); !ok || v.Policy[81] > 0.1 {
		t.Errorf("a pass after a pass has the share %v", v.Policy[81])
	}
	eye := setUp(t, rules.Default(), []string{".X...", "XX...", ".....", ".....", "....."}, game.Black)
	if v, ok := e.Evaluate(eye); !ok || v.Policy[0] != 0 || v.Policy[1] != -1 {
		t.Errorf("a legal move that no search considers has the share %v", v.Policy[0])
	}
	if _, ok := e.Evaluate(played(t, "komi=300", "grid:9")); ok {
		t.Error("it evaluates a komi that it does not know")
	}
	if _, ok := New(Options{Memory: 8 << 20}).Evaluate(pos); ok {
		t.Error("an engine without a network evaluates")
	}
}

// TestRough: values are rough where the engine has a network that does not guide the search, even before a search has begun.
func TestRough(t *testing.T) {
	testenv.SkipUnderRace(t)
	guided, playouts := New(Options{Net: Shipped(), NetSearch: ShippedSearch(), Memory: 8 << 20}), New(Options{Memory: 8 << 20})
	for _, c := range []struct {
		engine      *Engine
		law, board  string
		rough, over bool
	}{
		{guided, "komi=7", "grid:9", false, false}, {guided, "komi=300", "grid:9", true, false}, {guided, "komi=7", "box:3x3x3", true, false},
		{playouts, "komi=7", "box:3x3x3", false, false}, {guided, "komi=-30", "grid:2", true, true},
	} {
		pos := played(t, c.law, c.board)
		if c.over { // nothing is searched
			for _, m := range []game.Move{0, game.Pass, 1, game.Pass, 2, game.Pass} {
				if err := pos.Play(m); err != nil {
					t.Fatal(err)
				}
			}
		}
		info, err := c.engine.Search(t.Context(), pos, engine.Limits{Nodes: 20, Seed: 1}, nil)
		if err != nil || info.Rough != c.rough {
			t.Errorf("%s on %s: rough %v, %v", c.law, c.board, info.Rough, err)
		}
	}
}
