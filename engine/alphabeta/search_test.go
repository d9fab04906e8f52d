package alphabeta

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"
)

func think(g Game, opt Options, lim Limits) Result {
	return Think(context.Background(), g, g.Moves(nil), 32, NewTable(1<<20), opt, lim, nil)
}

// TestMinimax compares every method, with the ideas that must not change the
// result, with plain minimax at a fixed depth from random positions.
func TestMinimax(t *testing.T) {
	exact := func(m Method, names ...string) Options {
		o := Options{Method: m}
		for _, n := range names {
			*o.Switch(n) = true
		}
		return o
	}
	all := map[string]Options{
		"minimax": exact(Minimax), "alphabeta": exact(AlphaBeta), "pvs": exact(PVS), "mtdf": exact(MTDF, "table"),
		"pvs ordered": exact(PVS, "killers", "history", "counter", "window"),
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 30 {
		g := newToy(4, 3)
		for range r.IntN(6) {
			if _, over := g.Decided(0); over {
				g.Undo()
				break
			}
			list := g.Moves(nil)
			g.Play(list[r.IntN(len(list))].Point)
		}
		if _, over := g.Decided(0); over {
			continue
		}
		depth := 1 + r.IntN(4)
		want := minimax(g, depth, 0)
		for name, opt := range all {
			if got := think(g, opt, Limits{Depth: depth}); got.Score != want {
				t.Errorf("%s at depth %d: %d, want %d", name, depth, got.Score, want)
			}
		}
	}
}

// TestNumbers searches with each parameter, and with all of them, at either bound.
func TestNumbers(t *testing.T) {
	search := func(name string, opt Options) {
		got := think(newToy(4, 4), opt, Limits{Depth: 16, Nodes: 3000})
		if got.Move < 0 || got.Move > 15 || got.Nodes == 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
	least, most := Default(), Default()
	for i, n := range NumberTable() {
		for to, all := range map[int]*Options{n.Least: &least, n.Most: &most} {
			one := Default()
			for _, opt := range []*Options{&one, all} {
				if err := opt.Set(n.Name, strconv.Itoa(to)); err != nil || opt.Get(Number(i)) != to {
					t.Fatalf("%s: %d, %v, want %d", n.Name, opt.Get(Number(i)), err, to)
				}
			}
			search(fmt.Sprintf("%s=%d", n.Name, to), one)
		}
		for _, text := range []string{strconv.Itoa(n.Least - 1), strconv.Itoa(n.Most + 1), "", "1.5"} {
			one := Default()
			if err := one.Set(n.Name, text); err == nil || one != Default() {
				t.Errorf("%s=%s is accepted", n.Name, text)
			}
		}
	}
	search("all at least", least)
	search("all at most", most)
	if len(least.numbers().most) <= numberTable[LMPDepth].Most {
		t.Error("late moves may be skipped at depths beyond the table")
	}
}

// TestValues solves games whose values are known.
func TestValues(t *testing.T) {
	for _, c := range []struct{ w, h, want int }{{3, 3, 0}, {4, 3, 1}, {4, 4, 1}} {
		for name, opt := range map[string]Options{"all ideas": Default(), "table alone": {Table: true}} {
			g := newToy(c.w, c.h)
			if got := think(g, opt, Limits{Depth: c.w * c.h, Threads: 2}); sign(got.Score) != c.want || c.want != 0 && got.Score < Proved {
				t.Errorf("%dx%d with %s: %d, want the sign %d, proved", c.w, c.h, name, got.Score, c.want)
			}
		}
	}
}

// busy is a toy that signals when a search is well under way.
type busy struct {
	*toy
	played int
	begun  chan struct{}
}

func (b *busy) Play(p int32) {
	if b.played++; b.played == 10_000 {
		close(b.begun)
	}
	b.toy.Play(p)
}

func (b *busy) Clone() Game { return b }

func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := newToy(5, 5)
	r := Think(ctx, g, g.Moves(nil), 25, NewTable(1<<16), Default(), Limits{Threads: 2}, nil)
	if r.Move < 0 || r.Move >= 25 {
		t.Errorf("move %d", r.Move)
	}
	done := make(chan Result)
	ctx, cancel = context.WithCancel(context.Background())
	long := &busy{toy: newToy(6, 5), begun: make(chan struct{})} // too large to be searched in a test's time
	go func() {
		done <- Think(ctx, long, long.Moves(nil), 30, NewTable(1<<16), Options{Method: Minimax}, Limits{}, nil)
	}()
	<-long.begun
	cancel()
	select {
	case <-done:
	case <-time.After(20 * time.Second): // far more than a busy machine needs
		t.Fatal("did not stop")
	}
}

func TestNodes(t *testing.T) {
	a := think(newToy(5, 5), Default(), Limits{Nodes: 1000})
	b := think(newToy(5, 5), Default(), Limits{Nodes: 1000})
	if a.Nodes != b.Nodes || a.Move != b.Move || a.Score != b.Score {
		t.Errorf("%+v differs from %+v", a, b)
	}
	if a.Nodes < 1000 || a.Nodes > 1050 {
		t.Errorf("%d nodes, want about 1000", a.Nodes)
	}
}

func TestBest(t *testing.T) {
	g := newToy(4, 3)
	r := think(g, Options{}, Limits{Depth: 5, Best: 20})
	if len(r.Lines) != 12 {
		t.Fatalf("%d lines, want one for each of 12 moves", len(r.Lines))
	}
	for i, l := range r.Lines {
		g.Play(l.Move)
		want := -minimax(g, 4, 1)
		g.Undo()
		if l.Score != want {
			t.Errorf("line %d: %d, want %d", i, l.Score, want)
		}
	}
}

func sign(v int) int { return min(max(v, -1), 1) }

func TestTable(t *testing.T) {
	tab := NewTable(1 << 14)
	if tab.Bytes() > 1<<14 {
		t.Errorf("%d bytes", tab.Bytes())
	}
	f := found{score: Win - 7, eval: -123, move: 9999, depth: -3, bound: atLeast}
	tab.store(42, 4, f)
	if got, ok := tab.probe(42, 4); !ok || got != f {
		t.Errorf("%+v %v, want %+v", got, ok, f)
	}
	if got, _ := tab.probe(42, 6); got.score != Win-9 {
		t.Errorf("two plies further from the root the win is %d, want %d", got.score, Win-9)
	}
	tab.Forget()
	if _, ok := tab.probe(42, 4); ok {
		t.Error("found an entry after Forget")
	}
}

// TestPages: a table allocates pages only where something is stored, whatever
// its bound is.
func TestPages(t *testing.T) {
	tab := NewTable(1 << 34)
	if _, ok := tab.probe(42, 0); ok || tab.Bytes() != 1<<34 {
		t.Errorf("found an entry that was never stored, or %d bytes", tab.Bytes())
	}
	f := found{score: 7, move: 9, depth: 3, bound: exact}
	keys := []uint64{42, 43, 1<<30 | 42, 1<<27 | 5} // the first three are in one page
	for _, key := range keys {
		tab.store(key, 0, f)
	}
	for _, key := range keys {
		if got, ok := tab.probe(key, 0); !ok || got != f {
			t.Errorf("key %x: %+v %v, want %+v", key, got, ok, f)
		}
	}
	made := 0
	for i := range tab.pages {
		if tab.pages[i].Load() != nil {
			made++
		}
	}
	if made != 2 {
		t.Errorf("%d pages, want 2", made)
	}
}

func BenchmarkTable(b *testing.B) {
	tab := NewTable(64 << 20)
	for i := range b.N {
		key := uint64(i) * 0x9e3779b97f4a7c15
		tab.store(key, 0, found{score: i & 1023, move: 5, depth: i & 15, bound: exact})
		tab.probe(key, 0)
	}
}

// TestPartialRoot: searches of some of the root's moves leave no wrong value of
// the root in the table.
func TestPartialRoot(t *testing.T) {
	g := newToy(4, 3)
	want := minimax(g, 3, 0)
	opt := Options{Table: true}
	all := g.Moves(nil)
	for name, lim := range map[string]Limits{"several lines": {Depth: 3, Best: 12}, "a part": {Depth: 3, Part: true}} {
		root := all
		if lim.Part {
			root = all[:1]
		}
		tab := NewTable(1 << 20)
		Think(context.Background(), g, root, 32, tab, opt, lim, nil)
		if f, ok := tab.probe(g.Key(), 0); ok && f.bound == exact && f.depth == 3 && f.score != want {
			t.Errorf("%s: the table has %d, want %d", name, f.score, want)
		}
	}
}
