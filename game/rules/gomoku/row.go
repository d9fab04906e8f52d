package gomoku

import (
	"moyo/game"
	"moyo/game/rules/internal/row"
)

// need describes the rows that win for one side.
type need struct {
	exact bool // no own stone at either end
	open  bool // not an enemy stone at each of the two ends
}

// needs returns the winning rows of c.
func (o Options) needs(c game.Color) need {
	switch o.Rule {
	case Standard:
		return need{exact: true}
	case Renju:
		return need{exact: c == game.Black}
	case Caro8:
		return need{open: true}
	case Caro9:
		return need{exact: true, open: true}
	}
	return need{}
}

// wins reports whether the stone on pt is in a winning row of its colour.
func (p *Position) wins(pt game.Point) bool {
	for d := 0; d < p.lines.Dirs; d += 2 {
		if p.winsAlong(pt, d) != nil {
			return true
		}
	}
	return false
}

// winsAlong returns the row along the axis of direction d with which the stone on pt wins, extended
// at its ends by stones of the same colour, or nil.
func (p *Position) winsAlong(pt game.Point, d int) []game.Point {
	c, n := p.stones[pt], p.rules.opt.N
	if row.Near(p.lines, p.stones, pt, d, n-1) < n-1 {
		return nil
	}
	var s row.Stretch
	s.Fill(p.lines, n, pt, d)
	for first := range n {
		if p.rules.opt.needs(c).met(&s, p.stones, first, c) {
			return s.Extended(p.lines, p.stones, first)
		}
	}
	return nil
}

// Figure returns the stones of the winning row in order along it, with adjacent stones of the same
// colour at its ends, or nil.
func (p *Position) Figure() []game.Point {
	if !p.outcome.Over || p.outcome.Winner == game.Empty || p.outcome.How == byForbidden {
		return nil
	}
	last := p.moves[len(p.moves)-1].Point()
	for d := 0; d < p.lines.Dirs; d += 2 {
		if points := p.winsAlong(last, d); points != nil {
			return points
		}
	}
	return nil
}

// met reports whether the row at first is all of colour c and satisfies the need.
func (need need) met(s *row.Stretch, stones []game.Color, first int, c game.Color) bool {
	if !s.Full(stones, first, c) {
		return false
	}
	before, after := s.Ends(stones, first)
	switch {
	case need.exact && (before == c || after == c):
		return false
	case need.open && before == c.Other() && after == c.Other():
		return false
	}
	return true
}
