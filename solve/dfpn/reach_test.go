package dfpn_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"moyo/internal/testenv"
	"moyo/solve/dfpn"
)

// walk is a reachability game on a graph: a token moves along arrows; the prover moves it on some
// of the points, and wins when it reaches a goal.
type walk struct {
	arrows [][]int32
	prover []bool
	goal   []bool
	past   []int32
}

func (g *walk) now() int32 { return g.past[len(g.past)-1] }

func (g *walk) Expand(buf []dfpn.Option) ([]dfpn.Option, bool) {
	for _, to := range g.arrows[g.now()] {
		o := dfpn.Option{Key: keyOf(to), Move: to, Proof: 1, Disproof: 1}
		if g.goal[to] {
			o.Proof, o.Disproof = 0, dfpn.Infinite
		}
		buf = append(buf, o)
	}
	return buf, g.prover[g.now()]
}

func (g *walk) Play(m int32) { g.past = append(g.past, m) }
func (g *walk) Undo()        { g.past = g.past[:len(g.past)-1] }
func (g *walk) Key() uint64  { return keyOf(g.now()) }

func keyOf(p int32) uint64 {
	k := uint64(p+1) * 0x9e3779b97f4a7c15
	return k ^ k>>29
}

// randomWalk makes a graph whose points have few outgoing arrows, so that it has many cycles.
func randomWalk(r *rand.Rand, points int) *walk {
	g := &walk{arrows: make([][]int32, points), prover: make([]bool, points), goal: make([]bool, points)}
	for p := range points {
		g.prover[p] = r.IntN(2) == 0
		g.goal[p] = p > 0 && r.IntN(8) == 0
		for range r.IntN(4) {
			g.arrows[p] = append(g.arrows[p], int32(r.IntN(points)))
		}
	}
	return g
}

// won returns the points from which the prover reaches a goal, by retrograde analysis.
func (g *walk) won() []bool {
	won := append([]bool(nil), g.goal...)
	for changed := true; changed; {
		changed = false
		for p := range won {
			if won[p] {
				continue
			}
			some, all := false, true
			for _, to := range g.arrows[p] {
				some, all = some || won[to], all && won[to]
			}
			if g.prover[p] && some || !g.prover[p] && all {
				won[p], changed = true, true
			}
		}
	}
	return won
}

// TestReach: searches of graphs with many cycles, and the contents of their tables, large and
// small, agree with retrograde analysis. Only about one graph in ten thousand has a deciding
// refutation that depends on the first position of a path.
func TestReach(t *testing.T) {
	testenv.SkipUnderRace(t)
	r := rand.New(rand.NewPCG(1, 2))
	decided := map[dfpn.Value]int{}
	for n := range 12_000 {
		g := randomWalk(r, 3+r.IntN(40))
		won := g.won()
		table := dfpn.NewTable([]int64{0, 1 << 16}[n%2], false)
		for _, start := range []int32{0, int32(r.IntN(len(won)))} {
			if g.goal[start] {
				continue
			}
			g.past = []int32{start}
			got := dfpn.NewReach(g, table, dfpn.ReachOptions{}).Run(1_000_000)
			want := dfpn.Lost
			if won[start] {
				want = dfpn.Won
			}
			if got != want {
				t.Fatalf("graph %d from %d: %v, want %v: %+v", n, start, got, want, g)
			}
			decided[got]++
		}
		for p := range won {
			if known, ok := table.Known(keyOf(int32(p))); ok && known.Value() != dfpn.Open && (known.Value() == dfpn.Won) != won[p] {
				t.Fatalf("graph %d: the table says %v of %d", n, known.Value(), p)
			}
		}
	}
	if decided[dfpn.Won] < 2000 || decided[dfpn.Lost] < 2000 {
		t.Errorf("only %v were decided", decided)
	}
}

// TestReachShared: searches of one game that share a table agree.
func TestReachShared(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 50 {
		g := randomWalk(r, 200)
		won := g.won()
		table := dfpn.NewTable(1<<16, true)
		var count atomic.Int64
		var wg sync.WaitGroup
		for range 3 {
			own := *g
			own.past = []int32{0}
			wg.Go(func() {
				got := dfpn.NewReach(&own, table, dfpn.ReachOptions{Count: &count}).Run(0)
				if (got == dfpn.Won) != won[0] {
					t.Errorf("graph %d: %v", n, got)
				}
			})
		}
		wg.Wait()
		if len(g.arrows[0]) > 0 && count.Load() == 0 {
			t.Errorf("graph %d: no nodes counted", n)
		}
	}
}

// TestReachStops: a stopped search leaves the game as it was, and continues later.
func TestReachStops(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	g := randomWalk(r, 300)
	for p := range g.goal {
		g.goal[p] = p == 299
		g.arrows[p] = append(g.arrows[p], int32(r.IntN(300)), int32(r.IntN(300)))
	}
	g.past = []int32{0}
	s := dfpn.NewReach(g, dfpn.NewTable(1<<20, false), dfpn.ReachOptions{})
	steps := 0
	for s.Run(200) == dfpn.Open && steps < 10_000 {
		steps++
		if len(g.past) != 1 {
			t.Fatalf("%d moves are left", len(g.past)-1)
		}
	}
	if want := g.won()[0]; (s.Root().Value() == dfpn.Won) != want {
		t.Errorf("after %d steps %v, want %v", steps, s.Root().Value(), want)
	}
	var stop atomic.Bool
	stop.Store(true)
	s = dfpn.NewReach(g, dfpn.NewTable(0, false), dfpn.ReachOptions{Stop: &stop})
	if s.Run(0) != dfpn.Open || s.Nodes() > 100 {
		t.Errorf("%d nodes though stopped", s.Nodes())
	}
}

// A token that moves in a circle may never reach the goal.
func ExampleReachSearch() {
	g := &walk{arrows: [][]int32{{1}, {0, 2}, {}}, prover: []bool{true, false, false}, goal: []bool{false, false, true}, past: []int32{0}}
	fmt.Println(dfpn.NewReach(g, dfpn.NewTable(0, false), dfpn.ReachOptions{}).Run(0) == dfpn.Lost)
	// Output: true
}
