package gameindex

import (
	"moyo/board"
	"moyo/game"
	"moyo/internal/splitmix"
)

// cornerSizes are the sides of the squares for corner patterns, on grids of at least one and a half
// times the side. The smaller one fits most joseki, the larger one also their surroundings.
var cornerSizes = [...]int{6, 9}

// fits reports whether a grid has corners of a size.
func fits(width, height, size int) bool { return 2*min(width, height) >= 3*size-1 }

// corner is a square in a corner of a grid. Its coordinates are the distances from the two edges,
// so all four corners, on grids of any size, have the same patterns. A pattern and its reflection
// in the diagonal are the same.
type corner struct {
	size          int
	width, height int
	right, bottom bool
	seed          uint64
	of            [2]uint64 // as it is, and reflected
	since         int       // turns before its last change
	moves         int       // so far
}

// at returns the distances of a point from the corner's edges; ok is false outside the square.
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

// flip adds a stone on a point, or removes it.
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

// next returns a move of a colour as stored in entries.
func (c *corner) next(u, v int, color game.Color) Next {
	switch {
	case c.of[0] == c.of[1]:
		u, v = min(u, v), max(u, v)
	case c.of[1] < c.of[0]:
		u, v = v, u
	}
	return firstPoint + Next(2*(v*c.size+u)) + Next(color-game.Black)
}

// corners are the corners of a position on a grid; empty on other boards.
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

// turn adds, for every corner that contains the new stone, an entry with the pattern before it and
// this next move. Moves elsewhere in between do not count.
func (all corners) turn(t game.Turn, add func(key uint64, ply int, next Next)) {
	for k := range all {
		c := &all[k]
		if t.Kind != game.TurnStone {
			continue
		}
		if u, v, ok := c.at(t.Move.Point()); ok {
			if c.moves <= cornerMoves {
				add(c.key(), c.since, c.next(u, v, t.Color))
			}
			c.moves++
		}
	}
}

// flip adds a stone on a point to the corners with it, or removes it.
func (all corners) flip(p game.Point, color game.Color, ply int) {
	for k := range all {
		all[k].flip(p, color, ply)
	}
}

// end adds entries for the final patterns.
func (all corners) end(add func(key uint64, ply int, next Next)) {
	for k := range all {
		if c := &all[k]; c.moves > 0 && c.moves <= cornerMoves {
			add(c.key(), c.since, End)
		}
	}
}

// CornerPlace identifies the entries of a pattern in a corner.
type CornerPlace struct {
	Key    uint64
	corner corner
}

// CornerPlace returns the place for a corner of a grid: side has one bit for right and one for
// bottom. ok is false if the board has no corners of this size.
func (s *Symmetries) CornerPlace(rules string, d Diagram, size, side int) (p CornerPlace, ok bool) {
	w, h, grid := s.board.Grid()
	if !grid || size < 1 || !fits(w, h, size) {
		return p, false
	}
	c := newCorner(w, h, size, side, rules, d.Stones)
	return CornerPlace{c.key(), c}, true
}

// Move returns the point and colour of a move in an entry of the place; ok is false without a move.
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

// SameCorner reports whether some corner of other, on a grid of any size, has the pattern of the
// place.
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

// same compares two corners point by point, one of them reflected if reflected is set.
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
