package gameindex

import (
	"moyo/board"
	"moyo/game"
	"moyo/internal/splitmix"
)

// cornerSizes are the sides of the squares in which patterns are kept, on grids that are
// half as long again at least: the smaller one holds most joseki, the larger one their
// neighbours too.
var cornerSizes = [...]int{6, 9}

// fits reports whether a grid has corners of a size.
func fits(width, height, size int) bool { return 2*min(width, height) >= 3*size-1 }

// corner is a square in a corner of a grid. Its points are named by how far they are from
// the two edges, so that all four corners, and grids of any size, have the same patterns;
// a pattern and its reflection in the diagonal are one.
type corner struct {
	size          int
	width, height int
	right, bottom bool
	seed          uint64
	of            [2]uint64 // as it stands, and reflected
	since         int       // turns before its last change
	moves         int       // in it so far
}

// at returns how far a point is from the corner's edges; ok is false where it lies outside.
func (c *corner) at(p game.Point) (u, v int, ok bool) {
	u, v = int(p)%c.width, int(p)/c.width
	if c.right {
		u = c.width - 1 - u
	}
	if c.bottom {
		v = c.height - 1 - v
	}
	return u, v, u < c.size && v < c.size
}

// flip puts a stone on a point, or takes it away.
func (c *corner) flip(p game.Point, color game.Color, ply int) {
	if u, v, ok := c.at(p); ok {
		c.of[0] ^= stoneKey(v<<8|u, color)
		c.of[1] ^= stoneKey(u<<8|v, color)
		c.since = ply
	}
}

func (c *corner) key() uint64 {
	return splitmix.Mix(splitmix.Mix(min(c.of[0], c.of[1]))^c.seed) >> keyShift
}

// next returns a move of a colour as the entry has it.
func (c *corner) next(u, v int, color game.Color) Next {
	switch {
	case c.of[0] == c.of[1]:
		u, v = min(u, v), max(u, v)
	case c.of[1] < c.of[0]:
		u, v = v, u
	}
	return firstPoint + Next(2*(v*c.size+u)) + Next(color-game.Black)
}

// corners are those of a position on a grid; none elsewhere.
type corners []corner

func newCorners(b *board.Board, rules string, stones []game.Color) corners {
	w, h, ok := b.Grid()
	if !ok {
		return nil
	}
	var all corners
	for _, size := range cornerSizes {
		for side := range 4 {
			if fits(w, h, size) {
				all = append(all, newCorner(w, h, size, side, rules, stones))
			}
		}
	}
	return all
}

func newCorner(w, h, size, side int, rules string, stones []game.Color) corner {
	c := corner{
		size: size, width: w, height: h, right: side&1 > 0, bottom: side&2 > 0,
		seed: hashText(family(rules)) ^ splitmix.Mix(1<<41|uint64(size)),
	}
	for p, color := range stones {
		if color != game.Empty {
			c.flip(game.Point(p), color, 0)
		}
	}
	return c
}

// turn has every corner in which a stone is placed say its pattern before it, and what came
// next there: what happened elsewhere meanwhile is no part of it.
func (all corners) turn(i int, t game.Turn, add func(key uint64, ply int, next Next)) {
	for k := range all {
		c := &all[k]
		if t.Kind == game.TurnStone {
			if u, v, ok := c.at(t.Move.Point()); ok {
				if c.moves <= cornerMoves {
					add(c.key(), c.since, c.next(u, v, t.Color))
				}
				c.moves++
			}
			c.flip(t.Move.Point(), t.Color, i+1)
		}
		for _, p := range t.Taken {
			c.flip(p, t.Loser(), i+1)
		}
	}
}

// end has the corners say with what they were left.
func (all corners) end(add func(key uint64, ply int, next Next)) {
	for k := range all {
		if c := &all[k]; c.moves > 0 && c.moves <= cornerMoves {
			add(c.key(), c.since, End)
		}
	}
}

// CornerPlace is where the entries of a pattern in a corner are.
type CornerPlace struct {
	Key    uint64
	corner corner
}

// CornerPlace returns where the entries of a corner of a grid are: side has a bit for the
// right and one for the bottom. ok is false where the board has no corners of the size.
func (s *Symmetries) CornerPlace(rules string, d Diagram, size, side int) (p CornerPlace, ok bool) {
	w, h, grid := s.board.Grid()
	if !grid || size < 1 || !fits(w, h, size) {
		return p, false
	}
	c := newCorner(w, h, size, side, rules, d.Stones)
	return CornerPlace{c.key(), c}, true
}

// Move returns the point and colour of a move that an entry of the place has; ok is false
// where it is none.
func (p CornerPlace) Move(n Next) (at game.Point, color game.Color, ok bool) {
	code, ok := n.point()
	if !ok || int(code) >= 2*p.corner.size*p.corner.size {
		return 0, game.Empty, false
	}
	u, v := int(code)/2%p.corner.size, int(code)/2/p.corner.size
	if p.corner.of[1] < p.corner.of[0] {
		u, v = v, u
	}
	return p.corner.point(u, v), game.Black + game.Color(code%2), true
}

// SameCorner reports whether some corner of other, on a grid of any size, has the pattern that
// the place was asked for with.
func (p CornerPlace) SameCorner(b *board.Board, stones, other []game.Color) bool {
	w, h, ok := b.Grid()
	if !ok || !fits(w, h, p.corner.size) {
		return false
	}
	for side := range 4 {
		c := corner{size: p.corner.size, width: w, height: h, right: side&1 > 0, bottom: side&2 > 0}
		if p.corner.same(&c, stones, other, false) || p.corner.same(&c, stones, other, true) {
			return true
		}
	}
	return false
}

// same compares two corners point by point, one of them reflected where that is said.
func (c *corner) same(o *corner, stones, other []game.Color, reflected bool) bool {
	for u := range c.size {
		for v := range c.size {
			x, y := u, v
			if reflected {
				x, y = v, u
			}
			if stones[c.point(u, v)] != other[o.point(x, y)] {
				return false
			}
		}
	}
	return true
}

// point is the inverse of at.
func (c *corner) point(u, v int) game.Point {
	if c.right {
		u = c.width - 1 - u
	}
	if c.bottom {
		v = c.height - 1 - v
	}
	return game.Point(v*c.width + u)
}
