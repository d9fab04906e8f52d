package generate

import (
	"math/rand/v2"

	"moyo/game"
	"moyo/solve/life/tsumego"
)

// mostVariation is the most points of a shape to change.
const mostVariation = 3

// fromShape returns a problem about a known shape with some points changed and random surroundings;
// false if none came out. The terrain is a grid.
func (t *terrain) fromShape(r *rand.Rand) (tsumego.Problem, bool) {
	list := shapes[composedPlace(r)]
	g, ok := t.laid(r, list[r.IntN(len(list))])
	if !ok {
		return tsumego.Problem{}, false
	}
	g.vary(r)
	return g.problem(r)
}

// composedPlace draws the place of a composed problem. Sides are more frequent: there most candidates are
// no good problems, and in corners most are.
func composedPlace(r *rand.Rand) place {
	switch pick := r.IntN(100); {
	case pick < 30:
		return corner
	case pick < 90:
		return side
	}
	return centre
}

// laid puts a shape on the board in a random orientation.
func (t *terrain) laid(r *rand.Rand, s shape) (*group, bool) {
	width, height, _ := t.Grid()
	columns, rows := 0, len(s.rows)
	for _, row := range s.rows {
		columns = max(columns, len(row))
	}
	turn := r.IntN(8)
	if turn&4 != 0 {
		width, height = height, width
	}
	x, y := 0, 0
	if s.at != corner {
		if width < columns+2 {
			return nil, false
		}
		x = 1 + r.IntN(width-columns-1)
	}
	if s.at == centre {
		if height < rows+2 {
			return nil, false
		}
		y = 1 + r.IntN(height-rows-1)
	}
	if x+columns >= width || y+rows >= height {
		return nil, false
	}
	g := &group{terrain: t, stones: make([]game.Color, t.Len()), within: map[game.Point]bool{}}
	for j, row := range s.rows {
		for i, what := range row {
			if c, ok := drawnColor(what); ok {
				g.add(t.turnedPoint(x+i, y+j, turn), c)
			}
		}
	}
	return g, true
}

// drawnColor returns the stone of a letter in a drawing, false for outside.
func drawnColor(what rune) (game.Color, bool) {
	switch what {
	case 'X':
		return game.Black, true
	case 'O':
		return game.White, true
	case '.':
		return game.Empty, true
	}
	return game.Empty, false
}

// turnedPoint returns the point of a grid at a column and a row under one of its eight symmetries. From 4
// on, columns are the board's rows.
func (t *terrain) turnedPoint(x, y, turn int) game.Point {
	width, height, _ := t.Grid()
	if turn&4 != 0 {
		x, y = y, x
	}
	if turn&1 != 0 {
		x = width - 1 - x
	}
	if turn&2 != 0 {
		y = height - 1 - y
	}
	return game.Point(y*width + x)
}

// vary changes a few points of a group: adds, removes or recolours a stone, or adds one next to it.
func (g *group) vary(r *rand.Rand) {
	beside := around(g.Board, g.points, false)
	for range r.IntN(mostVariation + 1) {
		if len(beside) > 0 && r.IntN(5) == 0 {
			g.add(beside[r.IntN(len(beside))], game.Black)
			continue
		}
		q := g.points[r.IntN(len(g.points))]
		g.stones[q] = (g.stones[q] + game.Color(1+r.IntN(2))) % 3
	}
}
