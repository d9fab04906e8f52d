package weiqi

import "moyo/game"

// reader reads short fights: whether a chain in atari can run, and whether one
// with two liberties can be caught in a ladder. It plays on copies of the board,
// one per ply.
type reader struct {
	boards []*stones
	nodes  int // left for this question
	buf    []game.Point
	few    [3]game.Point
}

// Bounds of one question to the reader. A longer fight counts as the
// defender's.
const (
	readDepth = 80
	readNodes = 120
)

// copyOf returns a copy of b for the given depth.
func (r *reader) copyOf(b *stones, depth int) *stones {
	for len(r.boards) <= depth {
		r.boards = append(r.boards, b.clone())
	}
	r.boards[depth].copyFrom(b)
	return r.boards[depth]
}

// saves returns the point where the side to move saves its chain at p, which is
// in atari, by running or by capturing an adjacent chain, or noPoint.
func (r *reader) saves(b *stones, p game.Point) game.Point {
	r.nodes = readNodes
	return r.save(b, p, 0)
}

// catches returns the point where the side to move begins a ladder that catches
// the opponent's chain at p, which has the two liberties libs, or noPoint.
func (r *reader) catches(b *stones, p game.Point, libs [2]game.Point) game.Point {
	r.nodes = readNodes
	return r.catch(b, p, libs, 0)
}

// savedBy reports whether a stone of the side to move on m saves its chain at p, which is in atari.
func (r *reader) savedBy(b *stones, p, m game.Point) bool {
	r.nodes = readNodes
	after := r.copyOf(b, 0)
	after.play(m)
	return r.stands(after, p, 0)
}

// caughtBy reports whether a stone of the side to move on m begins a ladder that catches the opponent's chain at p.
func (r *reader) caughtBy(b *stones, p, m game.Point) bool {
	r.nodes = readNodes
	after := r.copyOf(b, 0)
	after.play(m)
	return after.atari(p) && r.save(after, p, 1) == noPoint
}

func (r *reader) spent(depth int) bool {
	r.nodes--
	return r.nodes <= 0 || depth >= readDepth
}

func (r *reader) save(b *stones, p game.Point, depth int) game.Point {
	if r.spent(depth) {
		return b.lastLiberty(p)
	}
	for _, q := range r.takers(b, p) {
		after := r.copyOf(b, depth)
		after.play(q)
		if r.stands(after, p, depth) {
			return q
		}
	}
	l := b.lastLiberty(p)
	if !b.legal(l) {
		return noPoint
	}
	after := r.copyOf(b, depth)
	after.play(l)
	if r.stands(after, p, depth) {
		return l
	}
	return noPoint
}

// stands reports whether the chain at p escapes with the attacker to move.
func (r *reader) stands(b *stones, p game.Point, depth int) bool {
	r.buf = b.Liberties(p, r.few[:0])
	switch len(r.buf) {
	case 0, 1:
		return false
	case 2:
		return r.catch(b, p, [2]game.Point{r.buf[0], r.buf[1]}, depth+1) == noPoint
	}
	return true
}

func (r *reader) catch(b *stones, p game.Point, libs [2]game.Point, depth int) game.Point {
	if r.spent(depth) {
		return noPoint
	}
	for _, l := range libs {
		if !b.legal(l) {
			continue
		}
		after := r.copyOf(b, depth)
		after.play(l)
		if !after.atari(p) {
			continue
		}
		if r.save(after, p, depth+1) == noPoint {
			return l
		}
	}
	return noPoint
}

// takers returns the points where the side to move captures an opponent's chain
// that touches its chain at p. A non-empty slice is newly allocated.
func (r *reader) takers(b *stones, p game.Point) []game.Point {
	var points []game.Point
	side := b.At(p)
	b.begin()
	for q := p; ; {
		for _, x := range b.Neighbors(q) {
			if b.At(x) == side.Other() && b.atari(x) && b.add(b.Chain(x)) {
				if l := b.lastLiberty(x); l != b.Ko() {
					points = append(points, l)
				}
			}
		}
		if q = b.Next(q); q == p {
			return points
		}
	}
}

// nakade returns the vital point of the small region of empty points around p
// that only side's stones surround, where one move decides between one eye and
// two. It is the point with the most neighbours in a region of three to six, or
// noPoint if no such region or point exists.
//
// The known shapes (bent three, pyramid four, bulky five, crossed five, rabbity
// six) have their vital point there, and so do similar shapes on any graph.
func (b *stones) nakade(p game.Point, side game.Color) game.Point {
	const most = 6
	var region [most]game.Point
	b.begin()
	b.add(p)
	region[0] = p
	size := 1
	for i := 0; i < size; i++ {
		for _, q := range b.Neighbors(region[i]) {
			switch b.At(q) {
			case game.Empty:
				if b.add(q) {
					if size == most {
						return noPoint
					}
					region[size] = q
					size++
				}
			case side:
			default:
				return noPoint
			}
		}
	}
	if size < 3 {
		return noPoint
	}
	return b.vital(region[:size])
}

// vital returns the point of region with the most neighbours in it, if it is
// the only one and all or all but one or two of the others are around it.
func (b *stones) vital(region []game.Point) game.Point {
	best, most, ties := noPoint, 0, 0
	for _, q := range region {
		inside := 0
		for _, x := range b.Neighbors(q) {
			if b.At(x) == game.Empty { // a neighbouring empty point is in the region
				inside++
			}
		}
		switch {
		case inside > most:
			best, most, ties = q, inside, 0
		case inside == most:
			ties++
		}
	}
	if ties > 0 || most+3 < len(region) {
		return noPoint
	}
	return best
}
