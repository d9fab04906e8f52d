package mcts

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"moyo/game"
)

// grow adds children to random nodes of a fresh tree until it is full.
func grow(t *tree, r *rand.Rand, blocks int) {
	t.reset()
	all := []uint32{firstNode}
	for range blocks {
		i := all[r.IntN(len(all))]
		n := t.at(i)
		if n.first.Load() >= firstNode {
			continue
		}
		size := 1 + r.IntN(200)
		first, ok := t.alloc(size)
		if !ok {
			n.first.Store(closed)
			return
		}
		for k := range uint32(size) {
			c := t.at(first + k)
			c.set(Child{Move: game.Move(k), Visits: float32(r.IntN(9)), Wins: 1})
			c.count.Store(r.Uint64())
			all = append(all, first+k)
		}
		n.n = int32(size)
		n.first.Store(first)
	}
}

// digest returns a number that depends on the whole subtree at i, and how many
// nodes it has.
func (t *tree) digest(i uint32) (h uint64, nodes int) {
	n := t.at(i)
	r := rng(uint64(n.move)<<32 ^ n.count.Load() ^ uint64(n.pv))
	h, nodes = r.next(), 1
	if f := n.first.Load(); f >= firstNode {
		for k := range uint32(n.n) {
			below, count := t.digest(f + k)
			r ^= rng(below)
			h += r.next()
			nodes += count
		}
	}
	return h, nodes
}

func TestKeepMovesASubtreeWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		tr := newTree(3 * chunkBytes)
		grow(&tr, r, 400)
		root := uint32(firstNode)
		for range r.IntN(3) {
			if n := tr.at(root); n.first.Load() >= firstNode {
				root = n.first.Load() + uint32(r.IntN(int(n.n)))
			}
		}
		want, nodes := tr.digest(root)
		before := inUse(&tr)
		for range 2 { // the second time keeps everything
			if !tr.keep(context.Background(), root) {
				t.Fatal("not kept")
			}
			if got, n := tr.digest(firstNode); got != want || n != nodes {
				t.Fatalf("a subtree of %d nodes became another of %d", nodes, n)
			}
			root = firstNode
		}
		if inUse(&tr) > before {
			t.Errorf("%d nodes became %d", before, inUse(&tr))
		}
	}
}

func TestKeepGivesUpWhenTold(t *testing.T) {
	tr := newTree(chunkBytes)
	grow(&tr, rand.New(rand.NewPCG(3, 4)), 10)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if tr.keep(ctx, firstNode) {
		t.Error("kept the tree after its context had ended")
	}
}

func TestAllocKeepsItsBound(t *testing.T) {
	tr := newTree(2 * chunkBytes)
	tr.reset()
	count := 0
	for {
		i, ok := tr.alloc(5000)
		if !ok {
			break
		}
		count++
		if len(tr.block(i, 5000)) != 5000 {
			t.Fatal("a block crosses a chunk")
		}
	}
	if count != 6 || tr.held() > 2*chunkBytes {
		t.Errorf("%d blocks in %d bytes, want 6 in at most %d", count, tr.held(), 2*chunkBytes)
	}
	if _, ok := tr.alloc(chunkNodes + 1); ok {
		t.Error("a block larger than a chunk")
	}
}

func TestPackedCounters(t *testing.T) {
	var n node
	n.set(Child{Move: 3})
	for range 1000 {
		n.count.Add(oneVisit)
		n.count.Add(pack(0.75))
	}
	if v, s := unpack(n.count.Load()); v != 1000 || s != 750 || n.value() != 0.75 {
		t.Errorf("visits %g, sum %g, value %g; want 1000, 750, 0.75", v, s, n.value())
	}
}

// inUse returns how many nodes are in use, gaps at the ends of chunks included.
func inUse(t *tree) int { return int(t.next) - firstNode }

// TestCopyFrom moves all that a node says, but for its owner.
func TestCopyFrom(t *testing.T) {
	var o, n node
	o.count.Store(1)
	o.rave.Store(2)
	o.first.Store(3)
	o.pv, o.pw, o.move, o.n, o.owner, o.look, o.like = 4, 5, 6, 7, 8, 9, 10
	n.copyFrom(&o)
	if o.owner = 0; fmt.Sprintf("%+v", &n) != fmt.Sprintf("%+v", &o) {
		t.Errorf("%+v of %+v", &n, &o)
	}
}
