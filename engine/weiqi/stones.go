package weiqi

import (
	"moyo/game"
	rules "moyo/game/rules/weiqi"
)

// stones is the search's board: the fast position of the rules, the last moves,
// and the number of stones that each side has played.
type stones struct {
	*rules.Fast
	*shape
	last   game.Point // the last move, noPoint for a pass or none
	last2  game.Point // the one before
	placed [3]int32   // stones played by each side, including setup stones
	marks             // of points, for walks over chains
}

// marks is a set of points that is emptied in constant time.
type marks struct {
	mark  []uint32
	round uint32
}

func (m *marks) begin() {
	m.round++
	if m.round == 0 {
		clear(m.mark)
		m.round = 1
	}
}

// add adds p and reports whether it was new.
func (m *marks) add(p game.Point) bool {
	if m.mark[p] == m.round {
		return false
	}
	m.mark[p] = m.round
	return true
}

// clone returns an independent copy of b.
func (b *stones) clone() *stones {
	c := &stones{Fast: b.Fast.Clone(), shape: b.shape, marks: marks{mark: make([]uint32, b.n)}}
	c.last, c.last2, c.placed = b.last, b.last2, b.placed
	return c
}

// copyFrom makes b equal to o, a board of the same shape.
func (b *stones) copyFrom(o *stones) {
	b.Fast.CopyFrom(o.Fast)
	b.last, b.last2, b.placed = o.last, o.last2, o.placed
}

// pass passes.
func (b *stones) pass() {
	b.Pass()
	b.last2, b.last = b.last, noPoint
}

// play places a stone of the side to move on p, which must be legal.
func (b *stones) play(p game.Point) {
	side := b.ToPlay()
	b.Play(p, side)
	b.placed[side]++
	b.last2, b.last = b.last, p
}

// legal reports whether the side to move may play on the empty point p, apart
// from superko.
func (b *stones) legal(p game.Point) bool { return b.Legal(p, b.ToPlay()) }

// atari reports whether the chain of the stone on p has exactly one liberty.
func (b *stones) atari(p game.Point) bool {
	_, ok := b.InAtari(p)
	return ok
}

// libertiesAfter counts, up to limit, the liberties that the chain of a stone
// of side on the empty point p would have. A captured chain counts as those of
// its stones that touch p, so the result may be too low.
func (b *stones) libertiesAfter(p game.Point, side game.Color, limit int) int {
	b.begin()
	b.add(p)
	count := 0
	for _, q := range b.Neighbors(p) {
		switch b.At(q) {
		case game.Empty:
			if b.add(q) {
				count++
			}
		case side:
			count += b.markLiberties(q, limit-count)
		default:
			if b.atari(q) {
				count++
			}
		}
		if count >= limit {
			return count
		}
	}
	return count
}

// markLiberties adds the liberties of the chain at p to the marks and returns
// how many were new, up to limit.
func (b *stones) markLiberties(p game.Point, limit int) int {
	count := 0
	p = b.Chain(p)
	if !b.add(p) {
		return 0 // seen by another neighbour
	}
	for q := p; ; {
		for _, r := range b.Neighbors(q) {
			if b.At(r) == game.Empty && b.add(r) {
				if count++; count >= limit {
					return count
				}
			}
		}
		if q = b.Next(q); q == p {
			return count
		}
	}
}

// eye reports whether the empty point p is an eye of side: surrounded by its
// stones, which cannot be cut off.
//
// Where the surroundings are squares the points diagonally across decide, as on
// a grid: the opponent may hold at most one of four, none at an edge. On other
// graphs, which have no diagonals, no chain around may need the point as its
// last liberty. A point that a single chain surrounds is always an eye.
func (b *stones) eye(p game.Point, side game.Color) bool {
	if !b.IsEye(p, side) {
		return b.lastEye(p, side)
	}
	if !b.hasRing[p] {
		return true
	}
	bad, edge := 0, 0
	for i := 1; i < ringSize; i += 2 {
		switch q := b.ring[p][i]; {
		case q == noPoint:
			edge = 1
		case b.At(q) == side.Other():
			bad++
		}
	}
	return bad+edge < 2 || b.oneChain(b.Neighbors(p))
}

// lastEye reports whether p is the only liberty of one chain of side that alone
// surrounds it: filling it would be suicide.
func (b *stones) lastEye(p game.Point, side game.Color) bool {
	nb := b.Neighbors(p)
	for _, q := range nb {
		if b.At(q) != side {
			return false
		}
	}
	return b.oneChain(nb)
}

func (b *stones) oneChain(nb []game.Point) bool {
	for _, q := range nb {
		if b.Chain(q) != b.Chain(nb[0]) {
			return false
		}
	}
	return true
}

// lastLiberty returns the liberty of the chain of the stone on p, which is in
// atari.
func (b *stones) lastLiberty(p game.Point) game.Point {
	l, _ := b.InAtari(p)
	return l
}
