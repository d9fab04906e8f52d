package alphabeta

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/game/clock"
	"moyo/internal/testenv"
)

// noisyToy is a toy game with everything that the ideas of a search use: threats
// that have to be answered, kinds of moves, leaves that are searched further.
type noisyToy struct{ *toy }

// gaps returns the points where side completes a line.
func (t noisyToy) gaps(side int) uint32 {
	found := uint32(0)
	for _, l := range t.lines {
		if rest := l &^ t.stones[side]; bits.OnesCount32(rest) == 1 && rest&t.stones[1-side] == 0 {
			found |= rest
		}
	}
	return found
}

func (t noisyToy) Threatened() bool { return t.gaps(1-t.me) != 0 }

// Eval is on the scale of the search's margins.
func (t noisyToy) Eval() int { return 6 * t.toy.Eval() }

func (t noisyToy) Moves(buf []Move) []Move {
	answers := t.gaps(1 - t.me)
	for _, m := range t.toy.Moves(nil) {
		m.Score = -m.Point * 7 % 11
		switch {
		case answers>>m.Point&1 == 1:
			m.Kind = Reply
		case answers != 0:
			continue
		case m.Point%5 == 0:
			m.Kind = Threat
		}
		buf = append(buf, m)
	}
	return buf
}

func (t noisyToy) Quiesce(alpha, beta, ply int, nodes *int64) int {
	*nodes++
	if v, ok := t.Decided(ply); ok {
		return v
	}
	if t.gaps(t.me) != 0 {
		return Win - ply - 1
	}
	return t.Eval()
}

func (t noisyToy) Clone() Game { return noisyToy{t.toy.Clone().(*toy)} }

// fiveByFive is four in a row on a small board with some stones, in which
// nothing is decided soon.
func fiveByFive() noisyToy {
	t := &toy{w: 5, h: 5}
	for _, d := range []int{1, 5, 6, 4} {
		for p := range 25 {
			x, end := p%5, p+3*d
			if end < 25 && (d == 5 || d == 4 && x >= 3 || d != 4 && x < 2) {
				t.lines = append(t.lines, 1<<p|1<<(p+d)|1<<(p+2*d)|1<<end)
			}
		}
	}
	for _, p := range []int32{12, 6, 7, 17} {
		t.Play(p)
	}
	return noisyToy{t}
}

// TestPinned pins the effect of each idea: nodes and score of a search with all
// but one of the ideas, and with one alone.
func TestPinned(t *testing.T) {
	testenv.SkipUnderRace(t)
	var got strings.Builder
	for _, method := range []Method{PVS, AlphaBeta, Minimax, MTDF} {
		depth := 5
		if method == Minimax {
			depth = 3
		}
		r := think(fiveByFive(), Options{Method: method, Table: method == MTDF}, Limits{Depth: depth})
		fmt.Fprintf(&got, "method %d: %d nodes, score %d, line %v\n", method, r.Nodes, r.Score, r.PV)
	}
	for _, name := range Switches() {
		without, alone := Default(), Options{}
		*without.Switch(name), *alone.Switch(name) = false, true
		a := think(fiveByFive(), without, Limits{Depth: 9})
		b := think(fiveByFive(), alone, Limits{Depth: 5})
		fmt.Fprintf(&got, "%s: %d %d %v without, %d %d %v alone\n", name, a.Nodes, a.Score, a.PV, b.Nodes, b.Score, b.PV)
	}
	if got.String() != pinned {
		t.Errorf("found\n%s", got.String())
	}
}

const pinned = `method 0: 35923 nodes, score 240, line [16 8 23 11 9]
method 1: 43452 nodes, score 240, line [16 8 23 11 9]
method 2: 17307 nodes, score 180, line [16 13 23]
method 3: 17768 nodes, score 240, line [16]
table: 15717 180 [16 20 5 13 4 8 21] without, 16815 240 [16 20 4 8 23] alone
window: 14979 60 [16 8 13 11 19 1 23 5 0 10 20 22] without, 45557 240 [16 8 23 11 9] alone
killers: 28135 120 [16 8 23 11 19 1 9 5 3] without, 21413 240 [16 8 23 11 9] alone
history: 17664 60 [16 8 23 19 9 3 10 11 1 22] without, 21203 240 [16 8 23 13 9] alone
counter: 15005 120 [16 20 3 13 4 8 15 11 23 0 9 24] without, 27310 240 [16 8 23 11 9] alone
lmr: 72783 120 [16 8 23 1 3 11 9 19 5 15 10] without, 8870 180 [16 8 0 11 23] alone
lmp: 26547 120 [16 8 3 11 23 19 9 0 5 20 13] without, 13996 180 [13 11 19 1 16] alone
futility: 20530 120 [16 20 13 11 5 8 19 1 23 9 2] without, 24251 180 [13 11 19 1 16] alone
razor: 16820 120 [16 8 3 11 23 9 5 21 13 1 19] without, 28454 180 [16 8 0 11 23] alone
null: 14375 120 [16 20 3 13 15 11 4 8 23 19 9 0] without, 35923 240 [16 8 23 11 9] alone
singular: 14642 120 [16 20 13 11 23 8 5 19 9] without, 35923 240 [16 8 23 11 9] alone
reduce: 37924 120 [16 8 23 15 10 19 3 13 9 2] without, 8978 0 [16 20 8 4] alone
forced: 17341 120 [16 20 5 13 4 8 3 23 18] without, 40441 180 [16 20 13 3 5] alone
`

// TestMinimaxCounts compares the nodes of bare minimax with a count of the tree.
func TestMinimaxCounts(t *testing.T) {
	var count func(g *toy, depth, ply int) int64
	count = func(g *toy, depth, ply int) int64 {
		n := int64(1)
		if _, over := g.Decided(ply); over || depth == 0 {
			return n
		}
		for _, m := range g.Moves(nil) {
			g.Play(m.Point)
			n += count(g, depth-1, ply+1)
			g.Undo()
		}
		return n
	}
	g, want := newToy(4, 3), int64(0)
	for depth := range 4 {
		want += count(g, depth+1, 0)
	}
	if r := think(g, Options{Method: Minimax}, Limits{Depth: 4}); r.Nodes != want || r.Depth != 4 {
		t.Errorf("%d nodes to depth %d, want %d to depth 4", r.Nodes, r.Depth, want)
	}
}

// TestWindow finds the same score whatever the guess was.
func TestWindow(t *testing.T) {
	opt := Options{Window: true}
	for guess := 100; guess <= 400; guess += 60 {
		g := fiveByFive()
		w := newWorker(g, g.Moves(nil), NewTable(1<<12), &opt, &shared{slots: 25, num: opt.numbers()}, 0)
		if score := w.aspire(5, guess); score != 240 || w.pvLen[0] == 0 {
			t.Errorf("guess %d: score %d", guess, score)
		}
	}
}

// TestReplacement fills a place of the table: old entries go first, then shallow
// ones.
func TestReplacement(t *testing.T) {
	tab := NewTable(1 << 12) // 64 places
	key := func(i int) uint64 { return uint64(64*i + 5) }
	has := func(want ...int) {
		t.Helper()
		var got []int
		for i := range 8 {
			if _, ok := tab.probe(key(i), 0); ok {
				got = append(got, i)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("entries %v, want %v", got, want)
		}
	}
	for i, depth := range []int{4, 3, 9, 5} {
		tab.store(key(i), 0, found{depth: depth, move: 1, bound: exact})
	}
	has(0, 1, 2, 3)
	tab.store(key(4), 0, found{depth: 1, move: 1, bound: exact})
	has(0, 2, 3, 4)
	tab.next()
	for i := 5; i < 8; i++ { // each replaces the shallowest old one
		tab.store(key(i), 0, found{depth: 0, move: 1, bound: exact})
	}
	has(2, 5, 6, 7)
	// A shallow bound does not replace a deeper entry of the same age, an exact value does.
	tab.store(key(2), 0, found{depth: 9, score: 7, move: 3, bound: atMost})
	tab.store(key(2), 0, found{depth: 6, score: 8, move: 4, bound: atLeast})
	if f, _ := tab.probe(key(2), 0); f.score != 7 {
		t.Errorf("a shallow bound has replaced a deep one: %+v", f)
	}
	tab.store(key(2), 0, found{depth: 7, score: 9, move: noMove, bound: atLeast})
	if f, _ := tab.probe(key(2), 0); f != (found{depth: 7, score: 9, move: 3, bound: atLeast}) {
		t.Errorf("%+v, want the new bound and the old move", f)
	}
	tab.store(key(2), 0, found{depth: 1, score: -4, move: noMove, bound: exact})
	if f, _ := tab.probe(key(2), 0); f.score != -4 || f.move != 3 || f.bound != exact {
		t.Errorf("%+v, want the exact value and the old move", f)
	}
	for _, score := range []int{Win - 3, 3 - Win, Proved, -Proved, Proved - 1, 1 - Proved, 0} {
		tab.store(key(2), 5, found{depth: 9, score: score, bound: exact})
		if f, _ := tab.probe(key(2), 5); f.score != score {
			t.Errorf("score %d has become %d", score, f.score)
		}
	}
}

func TestBounds(t *testing.T) {
	for _, c := range []struct {
		best, alpha, beta int
		want              bound
	}{{4, 5, 9, atMost}, {5, 5, 9, atMost}, {6, 5, 9, exact}, {8, 5, 9, exact}, {9, 5, 9, atLeast}, {10, 5, 9, atLeast}} {
		if got := boundOf(c.best, c.alpha, c.beta); got != c.want {
			t.Errorf("%d in (%d, %d) is bound %d, want %d", c.best, c.alpha, c.beta, got, c.want)
		}
	}
	for _, c := range []struct {
		f    found
		want bool
	}{
		{found{score: 7, depth: 3, bound: exact}, true},
		{found{score: 7, depth: 2, bound: exact}, false},
		{found{score: Proved, depth: 2, bound: exact}, true},
		{found{score: -Proved, depth: 2, bound: atMost}, true},
		{found{score: 9, depth: 3, bound: atLeast}, true},
		{found{score: 8, depth: 3, bound: atLeast}, false},
		{found{score: 5, depth: 3, bound: atMost}, true},
		{found{score: 6, depth: 3, bound: atMost}, false},
		{found{score: 7, depth: 3}, false},
	} {
		if got := cuts(c.f, 5, 9, 3); got != c.want {
			t.Errorf("%+v decides (5, 9) at depth 3: %v", c.f, got)
		}
	}
}

// TestOrder checks the order of moves.
func TestOrder(t *testing.T) {
	opt := Options{Killers: true, Counter: true, History: true}
	g := newToy(3, 3)
	w := newWorker(g, g.Moves(nil), NewTable(1<<12), &opt, &shared{slots: 9, num: opt.numbers()}, 0)
	w.frames[0].move = 8
	w.killers[1] = [2]int32{4, 5}
	w.counter[9+8] = 6
	w.history[1][7] = 24 * 100
	g.Play(8)
	var got []int32
	list := w.listed(1, 3, false)
	for i := range list {
		got = append(got, pick(list, i).Point)
	}
	// The table's move, the killers (300, 150) around the counter move (200), history (100), the rest.
	if want := []int32{3, 4, 6, 5, 7, 0, 1, 2}; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
	w.refuted(1, 3, Move{Point: 2}, []int32{0, 1})
	if w.killers[1] != [2]int32{2, 4} || w.counter[9+8] != 2 || w.history[1][2] != 36 || w.history[1][0] != -36 || w.history[0][2] != 0 {
		t.Errorf("killers %v, counter %d, history %v", w.killers[1], w.counter[9+8], w.history)
	}
	w.refuted(1, 3, Move{Point: 1, Kind: Reply}, nil)
	if w.killers[1] != [2]int32{2, 4} {
		t.Error("an answer to a threat has become a killer")
	}
}

// stopping is a game that ends a context after a number of moves.
type stopping struct {
	noisyToy
	left   *int
	cancel context.CancelFunc
}

func (s stopping) Play(p int32) {
	if *s.left--; *s.left == 0 {
		s.cancel()
	}
	s.noisyToy.Play(p)
}

// TestStopsMidway stops searches anywhere: the best move so far is one of the
// root's, its line is playable, and the position is unchanged.
func TestStopsMidway(t *testing.T) {
	for moves := 1; moves < 3000; moves += 97 {
		ctx, cancel := context.WithCancel(context.Background())
		left := moves
		g := stopping{fiveByFive(), &left, cancel}
		key, root := g.Key(), g.Moves(nil)
		r := Think(ctx, g, root, 25, NewTable(1<<16), Default(), Limits{Nodes: 1 << 20, Depth: 12}, nil)
		cancel()
		if g.Key() != key {
			t.Fatalf("after %d moves the position has changed", moves)
		}
		if !slices.ContainsFunc(root, func(m Move) bool { return m.Point == r.Move }) || len(r.PV) == 0 || r.PV[0] != r.Move {
			t.Fatalf("after %d moves: %+v", moves, r)
		}
		for _, p := range r.PV {
			if (g.stones[0]|g.stones[1])>>p&1 == 1 {
				t.Fatalf("line %v plays on a stone", r.PV)
			}
			g.noisyToy.Play(p)
		}
	}
}

// TestLimits keeps to depth and nodes: a search exceeds its nodes by less than a
// thread counts between checks.
func TestLimits(t *testing.T) {
	for depth := 1; depth < 6; depth++ {
		if r := think(fiveByFive(), Default(), Limits{Depth: depth}); r.Depth != depth {
			t.Errorf("depth %d, want %d", r.Depth, depth)
		}
	}
	for _, nodes := range []int64{1, 16, 100, 777} {
		if r := think(fiveByFive(), Default(), Limits{Nodes: nodes}); r.Nodes < nodes || r.Nodes > nodes+18 {
			t.Errorf("%d nodes, want %d", r.Nodes, nodes)
		}
	}
}

// absolute is a clock with the given time for the rest of the game.
func absolute(left time.Duration) engine.Clock {
	return engine.Clock{Spec: clock.Spec{Kind: clock.Absolute}, Own: clock.State{Main: left}}
}

// fischer is one with an increment.
func fischer(left, step time.Duration) engine.Clock {
	return engine.Clock{Spec: clock.Spec{Kind: clock.Fischer, Step: step}, Own: clock.State{Main: left}}
}

// byoyomi is one with the given periods left and no main time.
func byoyomi(periods int, step time.Duration) engine.Clock {
	return engine.Clock{Spec: clock.Spec{Kind: clock.Byoyomi, Step: step, Count: 5}, Own: clock.State{Periods: periods, Period: step}}
}

// TestBound turns limits of a game into those of a search.
func TestBound(t *testing.T) {
	for _, c := range []struct {
		lim        engine.Limits
		hard, soft time.Duration
	}{
		{engine.Limits{}, 0, 0},
		{engine.Limits{Time: time.Second}, time.Second, 0},
		{engine.Limits{Clock: absolute(100 * time.Second)}, 30 * time.Second, 6 * time.Second},
		{engine.Limits{Time: 20 * time.Second, Clock: absolute(100 * time.Second)}, 20 * time.Second, 6 * time.Second},
		{engine.Limits{Clock: fischer(100*time.Second, 4*time.Second)}, 39 * time.Second, 7800 * time.Millisecond},
		{engine.Limits{Clock: fischer(time.Second, 4*time.Second)}, 800 * time.Millisecond, 450 * time.Millisecond},
		{engine.Limits{Clock: byoyomi(3, 10*time.Second)}, 8 * time.Second, 4500 * time.Millisecond},
		{engine.Limits{Clock: absolute(0)}, time.Millisecond, 0},
		{engine.Limits{Clock: absolute(time.Microsecond)}, time.Millisecond, 60 * time.Nanosecond},
	} {
		if hard, soft := allot(c.lim, 10); hard != c.hard || soft != c.soft {
			t.Errorf("%+v: at most %v, softly %v; want %v, %v", c.lim, hard, soft, c.hard, c.soft)
		}
	}
	begin := time.Now().Add(time.Hour)
	for _, c := range []struct {
		lim  engine.Limits
		want time.Duration
	}{
		{engine.Limits{}, defaultTime}, {engine.Limits{Nodes: 1}, 0}, {engine.Limits{Depth: 1}, 0},
		{engine.Limits{Nodes: 1, Time: time.Minute}, time.Minute},
	} {
		c.lim.Exclude, c.lim.Threads = []game.Move{3}, 3
		ctx, lim, cancel := Bound(context.Background(), c.lim, 10, begin)
		deadline, ok := ctx.Deadline()
		if ok != (c.want > 0) || ok && deadline.Sub(begin) != c.want || !lim.Part ||
			lim.Threads != 3 || lim.Nodes != c.lim.Nodes || lim.Depth != c.lim.Depth {
			t.Errorf("%+v: %v, %+v", c.lim, deadline.Sub(begin), lim)
		}
		cancel()
	}
}

// TestInfo turns results into win probabilities and plies to the end.
func TestInfo(t *testing.T) {
	for _, c := range []struct {
		score int
		value string
		mate  int
	}{
		{0, "0.500", 0}, {200, "0.731", 0}, {-200, "0.269", 0}, {Win - 3, "1.000", 3},
		{4 - Win, "0.000", -4}, {Proved, "1.000", 2000}, {1 - Proved, "0.000", 0},
	} {
		r := Result{Line: Line{Move: 5, Score: c.score, PV: []int32{5, 6}}}
		r.Lines = []Line{r.Line}
		i := r.Info(200)
		if v := fmt.Sprintf("%.3f", i.Value); v != c.value || i.Mate != c.mate ||
			i.Solved != (c.mate != 0) || i.Candidates[0].Mate != c.mate || len(i.PV) != 2 {
			t.Errorf("score %d: %+v", c.score, i)
		}
	}
}
