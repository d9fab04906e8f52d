package mcts

import (
	"context"
	"sync"
	"sync/atomic"
	"unsafe"

	"moyo/game"
)

// node is one move in the tree, from the view of the side that plays it.
// Children are next to each other in the pool:
//
//	count, rave  visits in the upper 28 bits, sum of values in units of
//	             1/256 in the lower 36, so that one atomic addition does both;
//	             rave is the sum of the values' squares where positions are evaluated
//	lead         sum of Black's leads over the same visits, in parts of a point, 1/leadUnit
//	first        index of the first child, or one of the states below
//	n            number of children, written before first
//	link         on a block's first node, during compaction: the parent; on the second of a
//	             node's likely children: index of the others, or one of the states
//	eval, bias   the evaluation of the position, for Black, and the index of its bias,
//	             0 for none; written before first
//
// A node takes 56 bytes. It has no link to its parent: a search keeps its path.
type node struct {
	count atomic.Uint64
	rave  atomic.Uint64
	lead  atomic.Int64
	pv    float32
	pw    float32
	move  game.Move
	n     int32
	first atomic.Uint32
	link  atomic.Uint32
	eval  float32
	bias  uint32
}

// The states of first and link that are not an index. Indices begin after them.
const (
	leaf      = 0 // a thread is expanding it
	expanding = 1 // never to be expanded: no memory, or no moves
	closed    = 2 // never to be expanded: no room, or no moves
	firstNode = 3
)

const (
	visitShift = 36
	sumMask    = 1<<visitShift - 1
	unit       = 256 // of values
	oneVisit   = 1 << visitShift
	leadUnit   = 256     // of leads in points
	maxVisits  = 1 << 27 // of the root, at which a search ends: half of the counters' range
)

// pack returns the addend of a value from 0 to 1.
func pack(value float64) uint64 { return uint64(value*unit + 0.5) }

// unpack returns visits and the sum of values.
func unpack(c uint64) (visits, sum float64) {
	return float64(c >> visitShift), float64(c&sumMask) * (1.0 / unit)
}

// spread returns the visits without those under way, the mean of the values and the sum
// of their squared distances from it, where positions are evaluated; one visit at least.
func (n *node) spread(underWay float64) (visits, mean, squares float64) {
	visits, sum := unpack(n.count.Load())
	visits = max(1, visits-underWay)
	mean = sum / visits
	return visits, mean, max(0, float64(n.rave.Load())/(unit*unit)-visits*mean*mean)
}

func (n *node) visits() int64 { return int64(n.count.Load() >> visitShift) }

// value returns the mean value of the node's playouts for the side that plays
// its move, or the prior's if it has no playouts.
func (n *node) value() float64 {
	v, w := unpack(n.count.Load())
	if v == 0 {
		if n.pv == 0 {
			return 0.5
		}
		return float64(n.pw / n.pv)
	}
	return w / v
}

func (n *node) set(c Child) {
	n.count.Store(0)
	n.rave.Store(0)
	n.lead.Store(0)
	n.pv, n.pw, n.move, n.n = c.Visits, c.Wins, c.Move, 0
	n.eval, n.bias = 0, 0
	n.first.Store(leaf)
	n.link.Store(leaf)
}

// copyFrom copies all fields. Only compaction uses it, on one thread.
func (n *node) copyFrom(o *node) {
	n.count.Store(o.count.Load())
	n.rave.Store(o.rave.Load())
	n.lead.Store(o.lead.Load())
	n.pv, n.pw, n.move, n.n = o.pv, o.pw, o.move, o.n
	n.eval, n.bias = o.eval, o.bias
	n.first.Store(o.first.Load())
	n.link.Store(o.link.Load())
}

const (
	chunkBits  = 14 // a chunk has room for the children of the largest board
	chunkNodes = 1 << chunkBits
	chunkMask  = chunkNodes - 1
	chunkBytes = chunkNodes * int64(unsafe.Sizeof(node{}))
)

type chunk [chunkNodes]node

// tree is a pool of nodes that grows by chunks up to its bound. A block of
// children never crosses a chunk, and is always after its parent; the root is
// the node firstNode. A node has its likely children in one block, and the
// others, when they are needed, in another one after that.
type tree struct {
	mu     sync.Mutex
	chunks []atomic.Pointer[chunk] // as many as the bound allows; nil: not allocated yet
	made   atomic.Int32
	next   uint32 // the first free index
	likely int32  // most likely children of a node
	least  int64  // during compaction: nodes with fewer visits lose their children
}

func newTree(memory int64) tree {
	return tree{chunks: make([]atomic.Pointer[chunk], max(1, memory/chunkBytes)), next: firstNode, likely: chunkNodes}
}

func (t *tree) at(i uint32) *node { return &t.chunks[i>>chunkBits].Load()[i&chunkMask] }

// block returns the n nodes from index i on.
func (t *tree) block(i uint32, n int32) []node {
	off := i & chunkMask
	return t.chunks[i>>chunkBits].Load()[off : off+uint32(n)]
}

// children returns those of n that the tree has: the likely ones, and the others.
func (t *tree) children(n *node) (blocks [2][]node) {
	first := n.first.Load()
	if first < firstNode {
		return blocks
	}
	blocks[0] = t.block(first, min(n.n, t.likely))
	if n.n > t.likely {
		if others := blocks[0][1].link.Load(); others >= firstNode {
			blocks[1] = t.block(others, n.n-t.likely)
		}
	}
	return blocks
}

// index returns the index of child k in the given block of n's children: the likely ones, or the others.
func (t *tree) index(n *node, block, k int) uint32 {
	if block == 0 {
		return n.first.Load() + uint32(k)
	}
	return t.others(n).Load() + uint32(k)
}

func (t *tree) held() int64 { return int64(t.made.Load()) * chunkBytes }

// alloc reserves n nodes. ok is false if the bound is reached.
func (t *tree) alloc(n int) (i uint32, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	i = fit(t.next, uint32(n))
	c := int(i >> chunkBits)
	if n > chunkNodes || c >= len(t.chunks) {
		return 0, false
	}
	if t.chunks[c].Load() == nil {
		t.chunks[c].Store(new(chunk))
		t.made.Add(1)
	}
	t.next = i + uint32(n)
	return i, true
}

// fit returns the first index from next on at which n nodes fit into one chunk.
func fit(next, n uint32) uint32 {
	if next&chunkMask+n > chunkNodes {
		return (next | chunkMask) + 1
	}
	return next
}

// reset leaves a fresh root alone.
func (t *tree) reset() {
	t.next = firstNode
	i, _ := t.alloc(1)
	t.at(i).set(Child{Move: game.NoMove})
}

// keep makes the node at index root the root. It frees everything that is not
// below it, and everything below nodes with fewer than least visits, by moving
// the rest towards the front. One pass in the order of the indices does it,
// since a block is after its parent and moves only forwards: a moved parent
// writes its new index to the link of its children's first nodes. It returns
// false, and the caller has to reset the tree, if ctx ended.
func (t *tree) keep(ctx context.Context, root uint32, least int64) bool {
	end := t.next
	t.least = least
	r := t.at(firstNode)
	if root != firstNode {
		r.copyFrom(t.at(root))
	}
	t.next = firstNode + 1
	live := newBits(end)
	t.adopt(live, firstNode, r)
	for c := range int(end>>chunkBits) + 1 {
		if ctx.Err() != nil {
			return false
		}
		t.slideChunk(live, uint32(c)<<chunkBits, end)
	}
	return true
}

// slideChunk moves the live blocks of the chunk that begins at base.
func (t *tree) slideChunk(live bits, base, end uint32) {
	for i := base; i < min(base+chunkNodes, end); {
		if !live.has(i) {
			i++
			continue
		}
		parent := t.at(t.at(i).link.Load())
		size, at := uint32(min(parent.n, t.likely)), &parent.first
		if at.Load() != i {
			size, at = uint32(parent.n)-size, t.others(parent)
		}
		to := fit(t.next, size)
		at.Store(to)
		for k := range size {
			from, dst := t.at(i+k), t.at(to+k)
			if from != dst {
				dst.copyFrom(from)
			}
			t.adopt(live, to+k, dst)
		}
		t.next = to + size
		i += size
	}
}

// others returns the link to the children of n that are not likely; nil if n has no others or no children.
func (t *tree) others(n *node) *atomic.Uint32 {
	first := n.first.Load()
	if first < firstNode || n.n <= t.likely {
		return nil
	}
	return &t.at(first + 1).link
}

// adopt marks the children of the node at index i, which has just been moved
// there, as live.
func (t *tree) adopt(live bits, i uint32, n *node) {
	if n.visits() < t.least {
		n.first.Store(leaf)
		return
	}
	if !t.adoptBlock(live, i, &n.first) {
		return
	}
	if others := t.others(n); others != nil {
		t.adoptBlock(live, i, others)
	}
}

// adoptBlock marks the block that begins at first, children of the node at index i, as live, and reports whether it exists.
func (t *tree) adoptBlock(live bits, i uint32, first *atomic.Uint32) bool {
	f := first.Load()
	if f < firstNode {
		first.Store(leaf) // a node closed for lack of memory may expand again
		return false
	}
	live.set(f)
	t.at(f).link.Store(i)
	return true
}

// bits is a set of node indices.
type bits []uint64

func newBits(n uint32) bits      { return make(bits, n/64+1) }
func (b bits) set(i uint32)      { b[i/64] |= 1 << (i % 64) }
func (b bits) has(i uint32) bool { return b[i/64]>>(i%64)&1 != 0 }
