package connect4

import (
	"slices"

	"moyo/game"
)

// axes are the steps along the four ways in which a row runs.
var axes = [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

// run appends the stones of pt's colour that follow it without a gap in steps of
// dx, dy, the nearest first.
func (p *Position) run(list []game.Point, pt game.Point, dx, dy int) []game.Point {
	c := p.stones[pt]
	x, y := int(pt)%p.w+dx, int(pt)/p.w+dy
	for x >= 0 && x < p.w && y >= 0 && y < p.h && p.stones[y*p.w+x] == c {
		list = append(list, game.Point(y*p.w+x))
		x, y = x+dx, y+dy
	}
	return list
}

// row returns the row along an axis that the stone on pt stands in, from end to
// end.
func (p *Position) row(pt game.Point, axis [2]int) []game.Point {
	list := p.run(nil, pt, -axis[0], -axis[1])
	slices.Reverse(list)
	return p.run(append(list, pt), pt, axis[0], axis[1])
}

// wins says whether the stone on pt stands in a row that wins.
func (p *Position) wins(pt game.Point) bool { return p.longest(pt) >= p.rules.n }

// longest returns the length of the longest row that the stone on pt stands in.
func (p *Position) longest(pt game.Point) int {
	most := 0
	var buf [MaxSide]game.Point
	for _, a := range axes {
		list := p.run(p.run(buf[:0], pt, a[0], a[1]), pt, -a[0], -a[1])
		most = max(most, len(list)+1)
	}
	return most
}

// Figure returns the stones of the winning row in order along it, nil where
// nobody has won.
func (p *Position) Figure() []game.Point {
	if p.outcome.Winner == game.Empty {
		return nil
	}
	last := p.moves[len(p.moves)-1].Point()
	for _, a := range axes {
		if list := p.row(last, a); len(list) >= p.rules.n {
			return list
		}
	}
	return nil
}

// Need returns how many stones in a row win.
func (p *Position) Need() int { return p.rules.n }

// Longest returns the length of the longest row of c's stones.
func (p *Position) Longest(c game.Color) int {
	most := 0
	for pt, at := range p.stones {
		if at == c {
			most = max(most, p.longest(game.Point(pt)))
		}
	}
	return most
}
