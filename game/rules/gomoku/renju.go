package gomoku

import (
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/row"
)

// Renju's forbidden points follow the text of the rules: put the stone on the point, check each
// line through it, and remove the stone again. A stretch of a line is always the one around that
// stone.

// renjuN is the number of stones in a row in Renju.
const renjuN = 5

// Banned returns the empty points that Renju forbids to the side to move, ascending. It is nil for
// White, under other rules and after the end.
func (p *Position) Banned() []game.Point {
	if !p.bans() {
		return nil
	}
	var points []game.Point
	for pt := range game.Point(len(p.stones)) {
		if p.stones[pt] == game.Empty && p.forbids(pt) {
			points = append(points, pt)
		}
	}
	return points
}

// bans reports whether points may be forbidden to the side to move.
func (p *Position) bans() bool {
	return p.rules.opt.Rule == Renju && p.toPlay == game.Black && !p.outcome.Over
}

// maxExamined limits the points examined for one query. Whether a three counts depends on whether a
// further point is forbidden, and so on, and in some positions that seems never to end. Among
// 126,000 points of ordinary positions none needed more than 8. Points beyond the limit count as
// playable.
const maxExamined = 64

// forbids reports whether the empty point pt is forbidden to Black.
func (p *Position) forbids(pt game.Point) bool {
	p.budget = maxExamined
	return p.forbidden(pt)
}

// forbidden reports whether a black stone on the empty point pt would make no five, and an
// overline, two fours or two threes.
func (p *Position) forbidden(pt game.Point) bool {
	if p.budget--; p.budget < 0 {
		return false
	}
	p.stones[pt] = game.Black
	defer func() { p.stones[pt] = game.Empty }()
	if p.wins(pt) {
		return false
	}
	var s row.Stretch
	fours, busy := 0, 0
	for d := 0; d < p.lines.Dirs; d += 2 {
		s.Fill(p.lines, renjuN, pt, d)
		if p.blacks(&s) < renjuN-2 {
			continue
		}
		busy++
		if p.overline(&s) {
			return true
		}
		fours += p.fours(&s).len
	}
	if fours >= 2 || busy < 2 {
		return fours >= 2
	}
	return p.doubleThree(pt)
}

// doubleThree reports whether the black stone on pt belongs to two threes. It first excludes lines
// without the shape of a three, which is enough for most points.
func (p *Position) doubleThree(pt game.Point) bool {
	var s row.Stretch
	shapes := 0
	for d := 0; d < p.lines.Dirs; d += 2 {
		if s.Fill(p.lines, renjuN, pt, d); p.shapesThree(&s) {
			shapes++
		}
	}
	threes := 0
	for d := 0; d < p.lines.Dirs && threes < 2 && threes+shapes >= 2; d += 2 {
		s.Fill(p.lines, renjuN, pt, d)
		if !p.shapesThree(&s) {
			continue
		}
		shapes--
		if p.three(&s) {
			threes++
		}
	}
	return threes >= 2
}

// blacks counts the black stones of a stretch.
func (p *Position) blacks(s *row.Stretch) int {
	count := 0
	for _, q := range s.Points() {
		if q != board.None && p.stones[q] == game.Black {
			count++
		}
	}
	return count
}

// overline reports whether the black stone in the middle of the stretch is in a row of six.
func (p *Position) overline(s *row.Stretch) bool {
	for first := range renjuN {
		if s.Full(p.stones, first, game.Black) {
			if before, after := s.Ends(p.stones, first); before == game.Black || after == game.Black {
				return true
			}
		}
	}
	return false
}

// four is four black stones that one more stone makes exactly five.
type four struct {
	stones [renjuN - 1]game.Point // ascending
	free   [renjuN]game.Point     // where that stone may be; two or more places make a straight four
	ways   int                    // number of places
}

// fours are the fours through one point on one axis.
type fours struct {
	list [renjuN]four
	len  int
}

// add records that free completes a five with stones.
func (f *fours) add(stones [renjuN - 1]game.Point, free game.Point) {
	for i := range f.list[:f.len] {
		if had := &f.list[i]; had.stones == stones {
			if !slices.Contains(had.free[:had.ways], free) {
				had.free[had.ways] = free
				had.ways++
			}
			return
		}
	}
	f.list[f.len] = four{stones: stones, free: [renjuN]game.Point{free}, ways: 1}
	f.len++
}

// fours returns the fours that the black stone in the middle of the stretch belongs to.
func (p *Position) fours(s *row.Stretch) (f fours) {
	for first := range renjuN {
		points, ok := s.Row(first)
		if !ok {
			continue
		}
		var stones [renjuN - 1]game.Point
		free, black := board.None, 0
		for _, q := range points {
			switch {
			case p.stones[q] == game.Empty:
				free = q
			case p.stones[q] == game.Black && black < len(stones):
				stones[black] = q
				black++
			}
		}
		if free == board.None || black < len(stones) {
			continue
		}
		if before, after := s.Ends(p.stones, first); before != game.Black && after != game.Black {
			slices.Sort(stones[:])
			f.add(stones, free)
		}
	}
	return f
}

// shapesThree reports whether one more stone would make a straight four, and no five, with the
// black stone in the middle of the stretch.
func (p *Position) shapesThree(s *row.Stretch) bool {
	return p.blacks(s) >= renjuN-2 && slices.ContainsFunc(s.Points()[2:2*renjuN-1], func(q game.Point) bool { return p.straightens(s, q) })
}

// three reports whether the black stone in the middle of the stretch belongs to a three: Black may
// play one of the points where one more stone makes a straight four of it.
func (p *Position) three(s *row.Stretch) bool {
	return slices.ContainsFunc(s.Points()[2:2*renjuN-1], func(q game.Point) bool { return p.straightens(s, q) && !p.forbidden(q) })
}

// straightens reports whether q is an empty point on which a black stone makes a straight four, and
// no five, with the one in the middle of the stretch.
func (p *Position) straightens(s *row.Stretch, q game.Point) bool {
	if q == board.None || p.stones[q] != game.Empty {
		return false
	}
	p.stones[q] = game.Black
	defer func() { p.stones[q] = game.Empty }()
	f := p.fours(s)
	for _, four := range f.list[:f.len] {
		if four.ways >= 2 && slices.Contains(four.stones[:], q) {
			return !p.wins(q)
		}
	}
	return false
}
