package dfpn_test

import (
	"testing"

	"moyo/solve/dfpn"
)

// fickle is a game of Nim whose Expand is wrong from call number n on: it reports a loss for
// everything, and that its result is invalid.
type fickle struct {
	nim
	looks, n int
}

func (g *fickle) broken() bool { return g.n > 0 && g.looks >= g.n }

func (g *fickle) Expand(buf []dfpn.Child) ([]dfpn.Child, dfpn.Value) {
	if g.looks++; g.broken() {
		return append(buf, dfpn.Child{Move: 1, Key: 1}), dfpn.Lost
	}
	return g.nim.Expand(buf)
}

// TestBroken: an invalid expansion ends the search immediately, wherever it happens. The search
// draws no conclusion from it, leaves the game as it was, and finds the right answer in the next
// run.
func TestBroken(t *testing.T) {
	whole := &fickle{nim: nim{heaps: []int{3, 4, 5}}}
	if s := dfpn.New(whole, dfpn.Options{Bits: 16, Broken: whole.broken}); s.Run() != dfpn.Won {
		t.Fatal("the first side does not win")
	}
	for n := 1; n <= whole.looks; n++ {
		g := &fickle{nim: nim{heaps: []int{3, 4, 5}}, n: n}
		s := dfpn.New(g, dfpn.Options{Bits: 16, Broken: g.broken})
		key := g.Key()
		if got := s.Run(); got != dfpn.Open || g.looks != n {
			t.Fatalf("broken at expansion %d: %v after %d expansions, want Open immediately", n, got, g.looks)
		}
		if g.Key() != key || len(g.past) != 0 {
			t.Fatalf("broken at expansion %d: the heaps are %v", n, g.heaps)
		}
		if s.Nodes() != int64(n) || s.Known(key) != dfpn.Open {
			t.Fatalf("broken at expansion %d: %d visits, %v is known", n, s.Nodes(), s.Known(key))
		}
		g.n = 0
		if got := s.Run(); got != dfpn.Won {
			t.Fatalf("broken at expansion %d: then %v, want Won", n, got)
		}
	}
}
