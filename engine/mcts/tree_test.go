package mcts

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"moyo/game"
	"moyo/internal/testenv"
)

// grow adds children to random nodes of a fresh tree until it is full.
func grow(t *tree, r *rand.Rand, blocks int) {
	t.reset()
	all := []uint32{firstNode}
	for range blocks {
		n := t.at(all[r.IntN(len(all))])
		at, size := &n.first, int32(0)
		switch {
		case n.first.Load() < firstNode:
			n.n = 1 + r.Int32N(200)
			size = min(n.n, t.likely)
		case n.n > t.likely && t.others(n).Load() < firstNode:
			at, size = t.others(n), n.n-t.likely
		default:
			continue
		}
		first, ok := t.alloc(int(size))
		if !ok {
			at.Store(closed)
			return
		}
		for k := range uint32(size) {
			c := t.at(first + k)
			c.set(Child{Move: game.Move(len(all)), Visits: float32(r.IntN(9)), Wins: 1})
			c.count.Store(r.Uint64())
			all = append(all, first+k)
		}
		at.Store(first)
	}
}

// digest returns a number that depends on the whole subtree at i, and its
// number of nodes.
func (t *tree) digest(i uint32) (h uint64, nodes int) {
	n := t.at(i)
	r := rng(uint64(n.move)<<32 ^ n.count.Load() ^ uint64(n.pv))
	h, nodes = r.next(), 1
	for b, block := range t.children(n) {
		for k := range block {
			below, count := t.digest(t.index(n, b, k))
			r ^= rng(below)
			h += r.next()
			nodes += count
		}
	}
	return h, nodes
}

func TestKeepMovesASubtreeWhole(t *testing.T) {
	testenv.SkipUnderRace(t)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		tr := newTree(3 * chunkBytes)
		if i%2 == 0 {
			tr.likely = 2 + r.Int32N(60)
		}
		grow(&tr, r, 400)
		root := uint32(firstNode)
		for range r.IntN(3) {
			if blocks := tr.children(tr.at(root)); blocks[0] != nil {
				block := blocks[r.IntN(2)]
				if block == nil {
					block = blocks[0]
				}
				root, _ = tr.child(root, block[r.IntN(len(block))].move)
			}
		}
		want, nodes := tr.digest(root)
		before := inUse(&tr)
		for range 2 { // the second time keeps everything
			if !tr.keep(context.Background(), root, 0) {
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
	if tr.keep(ctx, firstNode, 0) {
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

// inUse returns the number of nodes in use, including gaps at the ends of chunks.
func inUse(t *tree) int { return int(t.next) - firstNode }

// TestCopyFrom copies all fields of a node.
func TestCopyFrom(t *testing.T) {
	var o, n node
	o.count.Store(1)
	o.rave.Store(2)
	o.lead.Store(11)
	o.first.Store(3)
	o.link.Store(8)
	o.pv, o.pw, o.move, o.n, o.eval, o.bias = 4, 5, 6, 7, 9, 10
	n.copyFrom(&o)
	if fmt.Sprintf("%+v", &n) != fmt.Sprintf("%+v", &o) {
		t.Errorf("%+v of %+v", &n, &o)
	}
}
