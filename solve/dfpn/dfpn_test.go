package dfpn_test

import (
	"fmt"
	"testing"

	"moyo/solve/dfpn"
)

// nim is the game of heaps: a move takes any number from one heap; the player that takes the last
// wins. The side to move wins if the xor of the heaps is not 0.
type nim struct {
	heaps []int
	past  []int32
}

func (g *nim) Expand(buf []dfpn.Child) ([]dfpn.Child, dfpn.Value) {
	for i, h := range g.heaps {
		for take := 1; take <= h; take++ {
			move := int32(i<<8 | take)
			g.Play(move)
			buf = append(buf, dfpn.Child{Move: move, Key: g.Key(), Win: 1, Lose: 1})
			g.Undo()
		}
	}
	return buf, dfpn.Open
}

func (g *nim) Play(m int32) {
	g.heaps[m>>8] -= int(m & 255)
	g.past = append(g.past, m)
}

func (g *nim) Undo() {
	m := g.past[len(g.past)-1]
	g.past = g.past[:len(g.past)-1]
	g.heaps[m>>8] += int(m & 255)
}

// Key spreads the heaps over all bits. The side to move does not matter.
func (g *nim) Key() uint64 {
	key := uint64(1)
	for _, h := range g.heaps {
		key = (key + uint64(h) + 1) * 0x9e3779b97f4a7c15
		key ^= key >> 29
	}
	return key
}

func TestNim(t *testing.T) {
	for _, bits := range []int{10, 16} {
		for a := range 6 {
			for b := range 6 {
				for c := range 5 {
					g := &nim{heaps: []int{a, b, c}}
					s := dfpn.New(g, dfpn.Options{Bits: bits, Nodes: 1_000_000})
					want := dfpn.Lost
					if a^b^c != 0 {
						want = dfpn.Won
					}
					if got := s.Run(); got != want {
						t.Fatalf("heaps %v: %v, want %v", g.heaps, got, want)
					}
					if got := s.Known(g.Key()); got != want {
						t.Errorf("heaps %v: the table says %v", g.heaps, got)
					}
				}
			}
		}
	}
}

// TestLimits: a stopped search returns Open and leaves the game as it was.
func TestLimits(t *testing.T) {
	for _, nodes := range []int64{1, 10, 100} {
		g := &nim{heaps: []int{9, 10, 11, 12}}
		s := dfpn.New(g, dfpn.Options{Bits: 12, Nodes: nodes})
		if got := s.Run(); got != dfpn.Open {
			t.Errorf("%d nodes: %v", nodes, got)
		}
		if len(g.past) != 0 || s.Nodes() > nodes+100 {
			t.Errorf("%d nodes: %d visited, %d moves left on the board", nodes, s.Nodes(), len(g.past))
		}
	}
	stopped := dfpn.New(&nim{heaps: []int{9, 10, 11, 12}}, dfpn.Options{Bits: 12, Stop: func() bool { return true }})
	if got := stopped.Run(); got != dfpn.Open || stopped.Nodes() > 200 {
		t.Errorf("stopped: %v after %d nodes", got, stopped.Nodes())
	}
}

// Nim with heaps of 3, 4 and 5 is won for the side to move.
func Example() {
	s := dfpn.New(&nim{heaps: []int{3, 4, 5}}, dfpn.Options{Bits: 12})
	fmt.Println(s.Run() == dfpn.Won)
	// Output: true
}
