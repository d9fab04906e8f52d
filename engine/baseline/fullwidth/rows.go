package fullwidth

import (
	"fmt"
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/capturefive/fast"
)

// Bounds of the boards that the tables support.
const (
	maxLines  = 80 // a 13 by 13 grid has 76 with the diagonals
	maxLength = 13
	maxAxes   = 4
)

// longest[x] is the length of the longest run of ones in x.
var longest = func() (table [1 << maxLength]uint8) {
	for x := range table {
		for y := x; y != 0; y &= y >> 1 {
			table[x]++
		}
	}
	return table
}()

// cell is a point's place on a line.
type cell struct {
	line uint8
	bit  uint16
}

// geometry are the lines of a board that count.
type geometry struct {
	cells [][maxAxes]cell // of each point; those beyond axes[p] are unused
	axes  []uint8
	lines int
}

// newGeometry finds the lines along which rows count. The error is for lines
// that are closed, too long or too many.
func newGeometry(b *board.Board, all bool) (*geometry, error) {
	g := &geometry{cells: make([][maxAxes]cell, b.Len()), axes: make([]uint8, b.Len())}
	lines := b.Lines()
	if lines == nil {
		return nil, fmt.Errorf("%s has no straight lines", b.Title())
	}
	counts := func(p board.Point, d int) bool {
		axis := lines.Axis(p, d)
		return axis == board.Orthogonal || all && axis == board.Diagonal
	}
	expected, found := 0, 0
	for p := range board.Point(b.Len()) {
		for d := range lines.Dirs {
			if !counts(p, d) {
				continue
			}
			expected++
			if lines.Next(p, d^1).To != board.None {
				continue // the line does not begin here
			}
			points := walk(lines, p, d)
			found += len(points)
			if points[len(points)-1] < p {
				continue // the other end of a known line
			}
			if err := g.add(points); err != nil {
				return nil, fmt.Errorf("%s: %w", b.Title(), err)
			}
		}
	}
	if found != expected {
		return nil, fmt.Errorf("%s: closed lines are not supported", b.Title())
	}
	return g, nil
}

// walk returns the points of a line from its first on, at most one more than the
// tables support.
func walk(lines *board.Lines, p board.Point, d int) []board.Point {
	points := []board.Point{p}
	for at := lines.Next(p, d); at.To != board.None && len(points) <= maxLength; at = lines.Next(at.To, int(at.Dir)) {
		points = append(points, at.To)
	}
	return points
}

// add adds a line.
func (g *geometry) add(points []board.Point) error {
	if g.lines == maxLines || len(points) > maxLength {
		return fmt.Errorf("more than %d lines, or one of more than %d points", maxLines, maxLength)
	}
	for i, p := range points {
		if slices.Contains(points[:i], p) || g.axes[p] == maxAxes {
			return fmt.Errorf("a line intersects itself, or more than %d lines cross at a point", maxAxes)
		}
		g.cells[p][g.axes[p]] = cell{uint8(g.lines), 1 << i}
		g.axes[p]++
	}
	g.lines++
	return nil
}

// rows are the stones of both sides on all lines, small enough to copy at each
// move.
type rows struct {
	bits    [2][maxLines]uint16 // by side and line
	longest [2]uint8
}

// side is the index of Black or White in rows.
func side(c game.Color) int { return int(c) - 1 }

// place puts a stone of side s on p.
func (r *rows) place(g *geometry, p uint16, s int) {
	r.longest[s] = max(r.longest[s], r.through(g, p, s))
	for _, c := range g.cells[p][:g.axes[p]] {
		r.bits[s][c.line] |= c.bit
	}
}

// through returns the longest row on the lines of p after a stone of side s there.
func (r *rows) through(g *geometry, p uint16, s int) uint8 {
	best := uint8(0)
	for _, c := range g.cells[p][:g.axes[p]] {
		best = max(best, longest[r.bits[s][c.line]|c.bit])
	}
	return best
}

// set makes r the rows of b.
func (r *rows) set(g *geometry, b *fast.Board) {
	*r = rows{}
	for p := range uint16(b.Len()) {
		if c := b.At(p); c != game.Empty {
			r.place(g, p, side(c))
		}
	}
}
