package generate

import (
	"bytes"
	"encoding/binary"
	"slices"

	"moyo/game"
	"moyo/solve/life/tsumego"
)

// mostSymmetries limits the symmetries for a key. torus:9x9 has 648.
const mostSymmetries = 1000

// The contents of a point, for a key. Colours are those of the defender and the attacker.
const (
	keyEmpty = iota
	keyDefender
	keyAttacker
	keyOutside // an attacker's stone outside the region
	keyBeyond  // the point is not on the board
	keyTarget  // added to a stone
)

// cell is a point with its contents; on grids it has a row and a column.
type cell struct {
	x, y int
	what byte
}

// key returns equal texts exactly for problems that are the same up to colours, symmetry and, on
// grids, position and size of the board.
func (t *terrain) key(p *tsumego.Problem) string {
	var best []byte
	for _, cells := range t.views(p) {
		if text := textOf(cells); best == nil || bytes.Compare(text, best) < 0 {
			best = text
		}
	}
	return p.Question.String() + string(best)
}

// family returns equal texts for problems about the same chain in the same place.
func (t *terrain) family(p *tsumego.Problem) string {
	bare := *p
	bare.Stones = make([]game.Color, len(p.Stones))
	bare.Region = nil
	for _, target := range p.Target {
		chain, _ := chainOf(p.Board, p.Stones, target)
		for _, q := range chain {
			bare.Stones[q] = p.Stones[q]
			bare.Region = append(bare.Region, q)
		}
	}
	return t.key(&bare)
}

// views returns the problem under every symmetry.
func (t *terrain) views(p *tsumego.Problem) [][]cell {
	width, height, grid := t.Grid()
	if !grid {
		return t.mapped(p)
	}
	var views [][]cell
	for s := range 8 {
		var view []cell
		for x := -1; x <= width; x++ {
			for y := -1; y <= height; y++ {
				what, ok := byte(keyBeyond), false
				if x >= 0 && y >= 0 && x < width && y < height {
					what, ok = content(p, game.Point(y*width+x))
				} else {
					ok = t.besideRegion(p, x, y)
				}
				if ok {
					view = append(view, turned(cell{x, y, what}, s))
				}
			}
		}
		views = append(views, shifted(view))
	}
	return views
}

// besideRegion reports whether a place off the board is next to the region.
func (t *terrain) besideRegion(p *tsumego.Problem, x, y int) bool {
	width, height, _ := t.Grid()
	x, y = min(max(x, 0), width-1), min(max(y, 0), height-1)
	return slices.Contains(p.Region, game.Point(y*width+x))
}

// content returns the contents of a point, false if it does not matter.
func content(p *tsumego.Problem, q game.Point) (byte, bool) {
	defender := p.Defender()
	if !slices.Contains(p.Region, q) {
		beside := slices.ContainsFunc(p.Board.Neighbors(q), func(n game.Point) bool { return slices.Contains(p.Region, n) })
		return keyOutside, beside
	}
	what := byte(keyEmpty)
	switch p.Stones[q] {
	case defender:
		what = keyDefender
	case defender.Other():
		what = keyAttacker
	}
	if slices.ContainsFunc(p.Target, func(t game.Point) bool { return inChain(p, t, q) }) {
		what += keyTarget
	}
	return what, true
}

// inChain reports whether q belongs to the chain of a target.
func inChain(p *tsumego.Problem, target, q game.Point) bool {
	if p.Stones[q] != p.Stones[target] {
		return false
	}
	chain, _ := chainOf(p.Board, p.Stones, target)
	return slices.Contains(chain, q)
}

// turned returns a cell under one of the eight symmetries of a square.
func turned(c cell, s int) cell {
	if s&1 != 0 {
		c.x = -c.x
	}
	if s&2 != 0 {
		c.y = -c.y
	}
	if s&4 != 0 {
		c.x, c.y = c.y, c.x
	}
	return c
}

// shifted moves cells so that the least row and column are 0.
func shifted(cells []cell) []cell {
	left := slices.MinFunc(cells, func(a, b cell) int { return a.x - b.x }).x
	top := slices.MinFunc(cells, func(a, b cell) int { return a.y - b.y }).y
	for i := range cells {
		cells[i].x -= left
		cells[i].y -= top
	}
	return cells
}

// mapped returns the problem under the symmetries of a board that is no grid.
func (t *terrain) mapped(p *tsumego.Problem) [][]cell {
	t.once.Do(func() { t.symmetries = t.Symmetries(mostSymmetries) })
	var around []cell
	for q := range t.Len() {
		if what, ok := content(p, game.Point(q)); ok {
			around = append(around, cell{q, 0, what})
		}
	}
	var views [][]cell
	for _, to := range t.symmetries {
		view := slices.Clone(around)
		for i := range view {
			view[i].x = int(to[view[i].x])
		}
		views = append(views, view)
	}
	return views
}

// textOf writes cells in order.
func textOf(cells []cell) []byte {
	slices.SortFunc(cells, func(a, b cell) int {
		if a.x != b.x {
			return a.x - b.x
		}
		return a.y - b.y
	})
	var text []byte
	for _, c := range cells {
		text = binary.AppendUvarint(text, uint64(c.x))
		text = append(text, byte(c.y), c.what)
	}
	return text
}
