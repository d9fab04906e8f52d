package chain

import (
	"fmt"
	"math/bits"

	"moyo/board"
)

// Topology is the immutable part of a position, shared by all positions on one board: the
// neighbours of each point, and its weight as a liberty.
//
// # Weights
//
// The liberties of a chain are kept as one 64-bit sum: a point adds its weight once for every stone
// of the chain that it touches (a "pseudo-liberty"). The weight of point p is three numbers in one
// word,
//
//	bit 63                              16+sumBits            16           0
//	    [ p*p, as much of it as fits    |  p                  |  1         ]
//
// so that the sum contains, from the right, the number of pseudo-liberties C, the sum of their
// points S and the sum of their squares Q. A chain has no liberties when its sum is 0. It is in
// atari when all pseudo-liberties are the same point p, which is equivalent to Q·C = S·S (their
// variance is zero): the sum is C times the weight of p = S/C. Updates need only additions, also
// when chains merge.
//
// A pseudo-liberty is an edge between a stone and an empty point, so C is at most the number of
// edges (60,000 on the largest board) and always fits its 16 bits. sumBits is chosen so that S
// fits. Q also fits on boards of up to some 400 points (exact is true then). On larger ones it is
// kept modulo a power of two, so the equality is necessary but not sufficient, and apparent ataris
// are verified (see [Stones.onlyLiberty]).
//
// # Rows
//
// The neighbours of p are adj[start[p]:start[p+1]]. If most points have the largest degree, as on
// grids, the rows of the others are padded with the wall, a point n without a colour. Rows of one
// length are faster to walk than shorter ones, because the processor can predict their end.
type Topology struct {
	n       int
	maxDeg  uint64
	stride  uint // the length of all rows, 0 if they differ
	start   []uint32
	adj     []uint16
	degree  []uint16 // of each point, without walls
	weight  []uint64
	sumMask uint64 // of S after shifting C out
	exact   bool
}

// Capacity is the number of points for which a [Stones] has space: those of the largest board and a
// few more. They keep its arrays from being a multiple of 4096 bytes apart, because loads would
// then wait for unrelated stores.
const Capacity = board.MaxPoints + 8

// countBits is the width of C; it holds the number of edges of any board.
const (
	countBits = 16
	countMask = 1<<countBits - 1
)

// NewTopology returns the topology of b. It panics for boards of more than board.MaxPoints points
// or board.MaxEdges edges, which package board never builds.
func NewTopology(b *board.Board) *Topology {
	if b.Len() > board.MaxPoints || b.EdgeCount() > board.MaxEdges {
		panic(fmt.Sprintf("chain.NewTopology: board %q has %d points and %d edges", b.Spec(), b.Len(), b.EdgeCount()))
	}
	return newTopology(b.Rows())
}

// newTopology makes a topology of compressed rows (see [board.Board.Rows]).
func newTopology(start []int32, adj []board.Point) *Topology {
	n := len(start) - 1
	t := &Topology{n: n, degree: make([]uint16, n), weight: make([]uint64, n)}
	for p := range n {
		t.degree[p] = uint16(start[p+1] - start[p])
		t.maxDeg = max(t.maxDeg, uint64(t.degree[p]))
	}
	t.fillRows(start, adj)
	edges, last := uint64(len(adj)/2), uint64(n-1)
	sumBits := bits.Len64(edges * last)
	t.sumMask = 1<<sumBits - 1
	t.exact = countBits+sumBits+bits.Len64(edges*last*last) <= 64
	for p := range t.weight {
		x := uint64(p)
		t.weight[p] = x*x<<(countBits+sumBits) + x<<countBits + 1
	}
	return t
}

// fillRows copies the rows, padded if that makes them at most a half longer.
func (t *Topology) fillRows(start []int32, adj []board.Point) {
	size := t.n * int(t.maxDeg)
	full := size <= len(adj)*3/2
	if full {
		t.stride = uint(t.maxDeg)
	} else {
		size = len(adj)
	}
	t.start, t.adj = make([]uint32, t.n+1), make([]uint16, 0, size)
	for p := range t.n {
		for _, q := range adj[start[p]:start[p+1]] {
			t.adj = append(t.adj, uint16(q))
		}
		for full && len(t.adj) < (p+1)*int(t.maxDeg) {
			t.adj = append(t.adj, uint16(t.n))
		}
		t.start[p+1] = uint32(len(t.adj))
	}
}

// Len returns the number of points.
func (t *Topology) Len() int { return t.n }

// Neighbors returns the points adjacent to p, ascending. The slice is shared.
func (t *Topology) Neighbors(p uint16) []uint16 {
	from := t.start[p]
	return t.adj[from : from+uint32(t.degree[p])]
}

// row returns the points adjacent to p, perhaps padded with walls.
func (t *Topology) row(p uint16) []uint16 {
	if t.stride != 0 { // saves one lookup
		i := uint(p) * t.stride
		return t.adj[i : i+t.stride]
	}
	return t.adj[t.start[p]:t.start[p+1]]
}
