package gomoku

import (
	"slices"

	"moyo/board"
	"moyo/game"
)

// need says which rows win for one side.
type need struct {
	exact bool // no stone of its own at either end
	open  bool // not an enemy stone at each of the two ends
}

// needs returns what c needs to win.
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

// run counts the stones of colour c that follow pt in direction d without a
// gap, up to most of them or the return to pt.
func (p *Position) run(pt game.Point, d int, c game.Color, most int) int {
	count := 0
	for at := p.lines.Next(pt, d); count < most && at.To != board.None && at.To != pt && p.stones[at.To] == c; count++ {
		at = p.lines.Next(at.To, int(at.Dir))
	}
	return count
}

// near returns how many stones of pt's colour stand next to it along the axis
// of direction d, up to most each way. Where the line comes back to itself some
// may count twice; there are never more.
func (p *Position) near(pt game.Point, d, most int) int {
	c := p.stones[pt]
	return p.run(pt, d, c, most) + p.run(pt, d^1, c, most)
}

// wins says whether the stone on pt stands in a row that wins for its colour.
func (p *Position) wins(pt game.Point) bool {
	for d := 0; d < p.lines.Dirs; d += 2 {
		if p.winsAlong(pt, d) != nil {
			return true
		}
	}
	return false
}

// winsAlong returns the row along the axis of direction d with which the stone
// on pt wins, extended at its ends by stones of the same colour; nil for none.
func (p *Position) winsAlong(pt game.Point, d int) []game.Point {
	c, n := p.stones[pt], p.rules.opt.N
	if p.near(pt, d, n-1) < n-1 {
		return nil
	}
	var s stretch
	s.fill(p.lines, n, pt, d)
	for first := range n {
		if s.wins(p.stones, first, c, p.rules.opt.needs(c)) {
			return s.extended(p, first, c)
		}
	}
	return nil
}

// Figure returns the stones of the winning row in order along it, with those of
// the same colour that follow at its ends; nil where nobody has won by a row.
func (p *Position) Figure() []game.Point {
	if !p.outcome.Over || p.outcome.Winner == game.Empty || p.outcome.How == byForbidden {
		return nil
	}
	last := p.moves[len(p.moves)-1].Point()
	for d := 0; d < p.lines.Dirs; d += 2 {
		if row := p.winsAlong(last, d); row != nil {
			return row
		}
	}
	return nil
}

// stretch is the part of a line around a point that holds the rows of n points
// through it, and their ends.
type stretch struct {
	n  int
	at [2*MaxN + 1]game.Point // the first 2n+1; at[n] is the point itself; None beyond an end of the line
	d  [2*MaxN + 1]int8       // the direction in which the line goes on from there, first to last
}

// fill makes s the part of the line through pt in direction d.
func (s *stretch) fill(lines *board.Lines, n int, pt game.Point, d int) {
	s.n = n
	s.at[n], s.d[n] = pt, int8(d)
	step := board.Step{To: pt, Dir: int8(d)}
	for i := n + 1; i <= 2*n; i++ {
		if step.To != board.None {
			step = lines.Next(step.To, int(step.Dir))
		}
		s.at[i], s.d[i] = step.To, step.Dir
	}
	step = board.Step{To: pt, Dir: int8(d ^ 1)}
	for i := n - 1; i >= 0; i-- {
		if step.To != board.None {
			step = lines.Next(step.To, int(step.Dir))
		}
		s.at[i], s.d[i] = step.To, step.Dir^1
	}
}

// row returns the n points from index first+1 on, for first from 0 to n-1; ok is
// false where they make no row.
func (s *stretch) row(first int) (points []game.Point, ok bool) {
	points = s.at[first+1 : first+1+s.n]
	for i, p := range points {
		if p == board.None || slices.Contains(points[:i], p) {
			return nil, false
		}
	}
	return points, true
}

// ends returns the colours of the ends of the row at first, Empty where it has
// none.
func (s *stretch) ends(stones []game.Color, first int) (before, after game.Color) {
	points := s.at[first+1 : first+1+s.n]
	end := func(p game.Point) game.Color {
		if p == board.None || slices.Contains(points, p) {
			return game.Empty
		}
		return stones[p]
	}
	return end(s.at[first]), end(s.at[first+1+s.n])
}

// full says whether there is a row at first that is all of colour c.
func (s *stretch) full(stones []game.Color, first int, c game.Color) bool {
	points, ok := s.row(first)
	for _, p := range points {
		ok = ok && stones[p] == c
	}
	return ok
}

// wins says whether the row at first is all of colour c and meets the need.
func (s *stretch) wins(stones []game.Color, first int, c game.Color, need need) bool {
	if !s.full(stones, first, c) {
		return false
	}
	before, after := s.ends(stones, first)
	switch {
	case need.exact && (before == c || after == c):
		return false
	case need.open && before == c.Other() && after == c.Other():
		return false
	}
	return true
}

// extended returns the row at first with the stones of colour c that follow at
// its ends, each point once.
func (s *stretch) extended(p *Position, first int, c game.Color) []game.Point {
	from, to := first+1, first+s.n
	points := slices.Clone(s.at[from : to+1])
	follow := func(pt game.Point, d int8) {
		for at := p.lines.Next(pt, int(d)); at.To != board.None && p.stones[at.To] == c && !slices.Contains(points, at.To); {
			points = append(points, at.To)
			at = p.lines.Next(at.To, int(at.Dir))
		}
	}
	follow(s.at[to], s.d[to])
	slices.Reverse(points)
	follow(s.at[from], s.d[from]^1)
	slices.Reverse(points)
	return points
}
