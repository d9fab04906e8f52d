package dfpn_test

import (
	"math/rand/v2"
	"testing"

	"moyo/solve/dfpn"
)

// Thresholds decide when the search leaves a position for a sibling. Wrong ones give no wrong
// answer, but the search takes longer or never ends. So these tests count nodes, with a limit far
// beyond the right number. The counts are those of the time of writing; an improvement changes
// them, and must show that they fall.

// TestThresholds counts the visits to games of Nim.
func TestThresholds(t *testing.T) {
	for _, c := range []struct {
		heaps []int
		want  int64
	}{
		{[]int{3, 4, 5}, 127},
		{[]int{5, 6, 7}, 323},
		{[]int{2, 3, 4, 5}, 434},
	} {
		s := dfpn.New(&nim{heaps: c.heaps}, dfpn.Options{Bits: 16, Nodes: 1_000_000})
		if got := s.Run(); got == dfpn.Open || s.Nodes() != c.want {
			t.Errorf("heaps %v: %v after %d visits, want %d", c.heaps, got, s.Nodes(), c.want)
		}
	}
}

// descent is a game on a graph without cycles: a token moves to points of higher numbers, and a
// side that cannot move loses. The estimates of points equal their numbers.
type descent struct {
	arrows [][]int32
	looks  []uint32
	past   []int32
}

func (g *descent) now() int32 { return g.past[len(g.past)-1] }

func (g *descent) Expand(buf []dfpn.Child) ([]dfpn.Child, dfpn.Value) {
	for _, to := range g.arrows[g.now()] {
		buf = append(buf, dfpn.Child{Move: to, Key: keyOf(to), Win: g.looks[to], Lose: 1 + g.looks[to]/2})
	}
	return buf, dfpn.Open
}

func (g *descent) Play(m int32) { g.past = append(g.past, m) }
func (g *descent) Undo()        { g.past = g.past[:len(g.past)-1] }
func (g *descent) Key() uint64  { return keyOf(g.now()) }

// won reports whether the side to move wins from the first point, computed from the last point backwards.
func (g *descent) won() bool {
	won := make([]bool, len(g.arrows))
	for p := len(won) - 1; p >= 0; p-- {
		for _, to := range g.arrows[p] {
			won[p] = won[p] || !won[to]
		}
	}
	return won[0]
}

// randomDescent makes such a game, whose points have up to five arrows to points nearby.
func randomDescent(r *rand.Rand, points int) *descent {
	g := &descent{arrows: make([][]int32, points), looks: make([]uint32, points), past: []int32{0}}
	for p := range points {
		g.looks[p] = 1 + uint32(r.IntN(8))
		for range min(2+r.IntN(4), points-1-p) {
			g.arrows[p] = append(g.arrows[p], int32(p+1+r.IntN(min(60, points-1-p))))
		}
	}
	return g
}

// TestDescentThresholds counts the visits to graphs without cycles.
func TestDescentThresholds(t *testing.T) {
	for _, c := range []struct {
		points int
		want   int64
	}{
		{100, 830},
		{1000, 115928},
	} {
		var visits int64
		r := rand.New(rand.NewPCG(9, uint64(c.points)))
		for n := range 20 {
			g := randomDescent(r, c.points)
			s := dfpn.New(g, dfpn.Options{Bits: 16, Nodes: 1_000_000})
			if got := s.Run(); got == dfpn.Open || (got == dfpn.Won) != g.won() {
				t.Fatalf("graph %d of %d points: %v after %d visits", n, c.points, got, s.Nodes())
			}
			visits += s.Nodes()
		}
		if visits != c.want {
			t.Errorf("%d points: %d visits, want %d", c.points, visits, c.want)
		}
	}
}

// TestReachThresholds counts the positions made in graphs full of cycles.
func TestReachThresholds(t *testing.T) {
	for _, c := range []struct {
		points int
		want   int64
	}{
		{40, 2776},
		{200, 2256},
		{1000, 8845},
	} {
		var nodes int64
		r := rand.New(rand.NewPCG(7, uint64(c.points)))
		for n := range 50 {
			g := denseWalk(r, c.points)
			g.past = []int32{0}
			s := dfpn.NewReach(g, dfpn.NewTable(1<<20, false), dfpn.ReachOptions{})
			if s.Run(1_000_000) == dfpn.Open {
				t.Fatalf("graph %d of %d points is open after %d nodes", n, c.points, s.Nodes())
			}
			nodes += s.Nodes()
		}
		if nodes != c.want {
			t.Errorf("%d points: %d nodes, want %d", c.points, nodes, c.want)
		}
	}
}

// denseWalk makes a graph with two to five arrows from each point and few goals, so that the search
// has choices.
func denseWalk(r *rand.Rand, points int) *walk {
	g := randomWalk(r, points)
	for p := range points {
		g.goal[p] = p > 0 && r.IntN(12) == 0
		for range 2 {
			g.arrows[p] = append(g.arrows[p], int32(r.IntN(points)))
		}
	}
	return g
}
