package mcts

import (
	"context"
	mathbits "math/bits"
	"time"
)

// goesOn reports whether a search whose workers have ended would continue if there were memory.
func (c *controller) goesOn() bool {
	return c.full.Load() && !c.stop.Load() && (c.limit == 0 || c.done.Load() < c.limit)
}

// makeRoom frees the nodes below the least visited ones, so that half of the tree is free if possible.
// It reports whether the search continues: not if the time would be over first. Reports wait for it.
func (c *controller) makeRoom() bool {
	if !c.deadline.IsZero() && time.Until(c.deadline) < c.tree.slideTime() {
		return false
	}
	c.sliding.Lock()
	defer c.sliding.Unlock()
	least := c.tree.sparing()
	if c.stop.Load() {
		return false
	}
	c.tree.keep(context.Background(), firstNode, least)
	if c.tree.free() < c.tree.room()/8 {
		return false // a few wide nodes: the tree would be full again immediately
	}
	c.full.Store(false)
	return true
}

// room returns the capacity of the tree in nodes.
func (t *tree) room() int { return len(t.chunks) * chunkNodes }
func (t *tree) free() int { return t.room() - int(t.next) }

// slideTime is about the longest time to make room, on a busy machine.
func (t *tree) slideTime() time.Duration { return time.Duration(t.next) * 100 * time.Nanosecond }

// sparing returns the least number of visits, a power of two, such that half of the tree becomes
// free if nodes with fewer visits lose their children. It may leave only the root's children.
func (t *tree) sparing() int64 {
	var nodes [64]int // below nodes with that many visits, by the logarithm
	pending := []uint32{firstNode}
	for len(pending) > 0 {
		n := t.at(pending[len(pending)-1])
		pending = pending[:len(pending)-1]
		for b, block := range t.children(n) {
			nodes[mathbits.Len64(uint64(n.visits()))] += len(block)
			for k := range block {
				if block[k].first.Load() >= firstNode {
					pending = append(pending, t.index(n, b, k))
				}
			}
		}
	}
	all := t.at(firstNode).visits()
	kept := 0
	for log := mathbits.Len64(uint64(all)); log > 1; log-- {
		if kept += nodes[log]; 2*kept > t.room() {
			return min(1<<log, all)
		}
	}
	return 2
}
