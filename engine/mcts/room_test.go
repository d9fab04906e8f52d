package mcts

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/internal/testenv"
)

// TestRoomIsMade searches for longer than the tree has memory, with reports meanwhile. No
// node has fewer visits than its children, the root keeps all visits, and the search gets at
// least half as deep as one with memory for all: the last nodes may just have been dropped.
func TestRoomIsMade(t *testing.T) {
	nodes := int64(testenv.Rounds(60_000, 8000)) // under the race detector a tree is full three times or so
	search := func(memory int64, threads int) (*Engine, engine.Info) {
		e := New(wideGame{}, Options{FullTime: true, Memory: memory})
		last := int64(0)
		info, err := e.Search(t.Context(), widePosition(t), engine.Limits{Nodes: nodes, Threads: threads}, func(i engine.Info) {
			if i.Nodes < last || len(i.Candidates) != candidates {
				t.Errorf("%d evaluations after %d, %d candidates", i.Nodes, last, len(i.Candidates))
			}
			last = i.Nodes
		})
		if err != nil {
			t.Fatal(err)
		}
		return e, info
	}
	_, all := search(256<<20, 1)
	for _, threads := range []int{1, 4} {
		e, info := search(1, threads)
		if held, _ := e.Memory(); held > chunkBytes {
			t.Errorf("%d bytes", held)
		}
		if v := e.tree.at(firstNode).visits(); v != info.Nodes+1 || info.Nodes != nodes {
			t.Errorf("the root has %d visits after %d", v, info.Nodes)
		}
		coversChildren(t, e, firstNode)
		if info.Depth < all.Depth/2 {
			t.Errorf("%d threads: depth %d, with room for all %d", threads, info.Depth, all.Depth)
		}
	}
}

// coversChildren checks that each node below has at least the visits of its children and itself.
func coversChildren(t *testing.T, e *Engine, i uint32) {
	t.Helper()
	n, below := e.tree.at(i), int64(0)
	if n.first.Load() < firstNode {
		return
	}
	for _, block := range e.tree.children(n) {
		for k := range block {
			below += block[k].visits()
			at, _ := e.tree.child(i, block[k].move)
			coversChildren(t, e, at)
		}
	}
	if n.visits() < below+1 {
		t.Fatalf("%d visits, %d below", n.visits(), below)
	}
}

// TestNoTimeForRoom ends a search whose time would be over before room is made.
func TestNoTimeForRoom(t *testing.T) {
	e := New(evalGame{}, Options{FullTime: true, Memory: 1})
	searchOf(t, e, engine.Limits{Nodes: 10_000})
	s := &search{opt: &e.opt, tree: &e.tree}
	c := controller{search: s}
	s.full.Store(true)
	for _, soon := range []time.Duration{0, e.tree.slideTime() / 2} {
		if c.deadline = time.Now().Add(soon); c.makeRoom() || !s.full.Load() {
			t.Errorf("room was made %v before the end", soon)
		}
	}
	s.stop.Store(true)
	if c.deadline = (time.Time{}); c.goesOn() || c.makeRoom() || !s.full.Load() {
		t.Error("room was made after the end")
	}
	s.stop.Store(false)
	s.limit = 10
	for done, want := range map[int64]bool{9: true, 10: false} {
		if s.done.Store(done); c.goesOn() != want {
			t.Errorf("%d of 10 evaluations done: %v", done, !want)
		}
	}
	for _, later := range []time.Time{{}, time.Now().Add(time.Minute)} {
		before := e.tree.next
		if c.deadline = later; !c.makeRoom() || s.full.Load() || e.tree.free() < chunkNodes/2 {
			t.Errorf("until %v: full %v, %d nodes of %d left", later, s.full.Load(), e.tree.next, before)
		}
	}
}

// TestSparing frees half of the tree, and no more than necessary.
func TestSparing(t *testing.T) {
	testenv.SkipUnderRace(t)
	for seed := range uint64(5) {
		e := New(wideGame{}, Options{FullTime: true})
		e.likely = []int32{3, 16, chunkNodes}[seed%3]
		if _, err := e.Search(t.Context(), widePosition(t), engine.Limits{Nodes: 3000 << seed, Seed: seed}, nil); err != nil {
			t.Fatal(err)
		}
		e.tree.chunks = e.tree.chunks[:e.tree.next>>chunkBits+1] // full
		least := e.tree.sparing()
		if less := least / 2; less > 1 {
			if _, nodes := e.tree.left(less); 2*int(nodes) <= e.tree.room() {
				t.Errorf("least %d, although %d leaves %d nodes of %d", least, less, nodes, e.tree.room())
			}
		}
		if e.tree.keep(t.Context(), firstNode, least); e.tree.free() < e.tree.room()*49/100 {
			t.Errorf("least %d leaves %d nodes free of %d", least, e.tree.free(), e.tree.room())
		}
	}
}

// TestSparesTheRoot keeps the children of the root, whatever is below them.
func TestSparesTheRoot(t *testing.T) {
	tr := newTree(chunkBytes)
	tr.reset()
	for i := range uint32(2) { // a line
		n := tr.at(firstNode + i)
		n.count.Store((100 - uint64(i)) * oneVisit)
		size := []int{9000, 7000}[i]
		first, _ := tr.alloc(size)
		n.n = int32(size)
		for k := range uint32(size) {
			tr.at(first + k).set(Child{})
		}
		n.first.Store(first)
	}
	if least := tr.sparing(); least != 100 {
		t.Fatalf("least %d", least)
	}
	if tr.keep(t.Context(), firstNode, 100); inUse(&tr) != 1+9000 {
		t.Errorf("%d nodes", inUse(&tr))
	}
}

// TestGoesOnWithoutChildren continues from a position whose children were
// dropped: at the root are only moves that may be played there.
func TestGoesOnWithoutChildren(t *testing.T) {
	e := New(selectiveGame{}, Options{FullTime: true})
	pos := widePosition(t)
	if _, err := e.Search(t.Context(), pos, engine.Limits{Time: 30 * time.Millisecond}, nil); err != nil {
		t.Fatal(err)
	}
	e.tree.keep(t.Context(), firstNode, e.tree.at(firstNode).visits())
	info, err := e.Search(t.Context(), pos, engine.Limits{Time: 30 * time.Millisecond}, nil)
	if err != nil {
		t.Fatal(err)
	}
	e.tree.keep(t.Context(), firstNode, e.tree.at(firstNode).visits())
	next := game.Move(2)
	if info.Move == next {
		next = 14
	}
	for _, m := range []game.Move{info.Move, next} {
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
		info, err = e.Search(t.Context(), pos, engine.Limits{Time: time.Millisecond}, nil)
		if err != nil {
			t.Fatal(err)
		}
		ranked := e.tree.ranked(e.tree.at(firstNode), widePoints)
		for _, n := range ranked {
			if n.move%2 != 0 {
				t.Fatalf("after %v move %d is tried", pos.Moves(), n.move)
			}
		}
		if want := widePoints/2 - len(pos.Moves()); len(ranked) != want {
			t.Errorf("%d moves, want %d", len(ranked), want)
		}
		e.tree.keep(t.Context(), firstNode, e.tree.at(firstNode).visits())
	}
}

// selectiveGame is the wide game with moves that must not be played from the root.
type selectiveGame struct{ wideGame }

func (g selectiveGame) Root(pos game.Position, stop *atomic.Bool) (Root, error) {
	r, err := g.wideGame.Root(pos, stop)
	return selectiveGame{r.(wideGame)}, err
}
func (selectiveGame) Plays(m game.Move) bool { return m%2 == 0 }

// TestFullRoot continues from a position without memory for the rest of its moves, and searches it all the same.
func TestFullRoot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := New(wideGame{pause: func() { time.Sleep(time.Millisecond) }}, Options{FullTime: true, Memory: 1})
		e.likely = 25
		pos := widePosition(t)
		lim := engine.Limits{Time: 30 * time.Millisecond}
		if _, err := e.Search(t.Context(), pos, lim, nil); err != nil {
			t.Fatal(err)
		}
		m := e.inside()
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
		if e.last = pos.Clone(); !e.tree.keep(t.Context(), must(e.tree.child(firstNode, m)), 0) {
			t.Fatal("not kept")
		}
		for _, block := range e.tree.children(e.tree.at(firstNode)) {
			for k := range block {
				if n := &block[k]; n.first.Load() == leaf && e.tree.free() > 30 {
					fill(&e.tree, n, e.tree.free()-2)
				}
			}
		}
		info, err := e.Search(t.Context(), pos, lim, nil)
		if moves := len(e.tree.ranked(e.tree.at(firstNode), widePoints)); err != nil || info.Nodes == 0 || moves != widePoints-1 {
			t.Errorf("%d evaluations, %d moves, %v", info.Nodes, moves, err)
		}
	})
}

func must(i uint32, ok bool) uint32 {
	if !ok {
		panic("no such child")
	}
	return i
}

// fill gives n the given number of children.
func fill(t *tree, n *node, size int) {
	first, _ := t.alloc(int(t.likely))
	others, _ := t.alloc(size - int(t.likely))
	for k := range uint32(size) { // the blocks are side by side
		t.at(first + k).set(Child{Move: game.Move(k)})
	}
	n.n = int32(size)
	n.first.Store(first)
	t.others(n).Store(others)
}

// TestKeepsTheMostVisited drops the nodes below those with few visits, and nothing else.
func TestKeepsTheMostVisited(t *testing.T) {
	testenv.SkipUnderRace(t)
	e := New(evalGame{}, Options{FullTime: true})
	e.likely = 3
	searchOf(t, e, engine.Limits{Nodes: 2000})
	for _, least := range []int64{0, 2, 3, 10, 100} {
		visits, nodes := e.tree.left(least)
		e.tree.keep(context.Background(), firstNode, least)
		if v, n := e.tree.left(0); v != visits || n != nodes {
			t.Errorf("least %d: %d visits in %d nodes, want %d in %d", least, v, n, visits, nodes)
		}
	}
}

// left returns the visits and the number of the nodes whose ancestors all have enough visits.
func (t *tree) left(least int64) (visits, nodes int64) {
	var walk func(n *node)
	walk = func(n *node) {
		if n.visits() < least {
			return
		}
		for _, block := range t.children(n) {
			for k := range block {
				visits, nodes = visits+block[k].visits(), nodes+1
				walk(&block[k])
			}
		}
	}
	walk(t.at(firstNode))
	return visits, nodes
}
