// Package row finds stones in a row on the lines of any board. A row is consecutive points on a
// line, all different. A line may return to an earlier point, and turn on its way (see
// [board.Lines]).
package row

import (
	"fmt"
	"slices"
	"strconv"

	"moyo/board"
	"moyo/game"
)

// Longest returns the length of the longest row of points of colour c (Empty too), up to most. With
// orthogonal only orthogonal lines count. On a board without lines it is 0.
func Longest(b *board.Board, stones []game.Color, c game.Color, most int, orthogonal bool) int {
	lines := b.Lines()
	if lines == nil {
		return 0
	}
	seen := make([]int, b.Len()) // the walk that visited each point last
	walk, longest := 0, 0
	for p := range game.Point(b.Len()) {
		if stones[p] != c {
			continue
		}
		for d := range lines.Dirs {
			if orthogonal && lines.Axis(p, d) != board.Orthogonal {
				continue
			}
			walk++
			length := 0
			for at := (board.Step{To: p, Dir: int8(d)}); at.To != board.None && seen[at.To] != walk && stones[at.To] == c; {
				seen[at.To] = walk
				length++
				at = lines.Next(at.To, int(at.Dir))
			}
			if longest = max(longest, length); longest >= most {
				return most
			}
		}
	}
	return longest
}

// Room returns an error where b has no row of n points.
func Room(b *board.Board, n int, orthogonal bool) error {
	switch {
	case b.Lines() == nil:
		return fmt.Errorf("%s has no straight lines, but the game needs rows of stones", b.Title())
	case Longest(b, make([]game.Color, b.Len()), game.Empty, n, orthogonal) < n:
		return fmt.Errorf("%s has no line of %d points", b.Title(), n)
	}
	return nil
}

// Run counts the consecutive stones of colour c from pt in direction d, up to most of them or the
// return to pt.
func Run(lines *board.Lines, stones []game.Color, pt game.Point, d int, c game.Color, most int) int {
	count := 0
	for at := lines.Next(pt, d); count < most && at.To != board.None && at.To != pt && stones[at.To] == c; count++ {
		at = lines.Next(at.To, int(at.Dir))
	}
	return count
}

// Near returns the number of stones of pt's colour next to it along the axis of direction d, up to
// most each way. If the line returns to itself some may count twice; the result is never too small.
func Near(lines *board.Lines, stones []game.Color, pt game.Point, d, most int) int {
	c := stones[pt]
	return Run(lines, stones, pt, d, c, most) + Run(lines, stones, pt, d^1, c, most)
}

// Through returns a row of at least n stones that contains the stone on pt, in order and with all
// adjacent stones of its colour, or nil. n is at most Max.
func Through(lines *board.Lines, stones []game.Color, pt game.Point, n int, orthogonal bool) []game.Point {
	for d := 0; d < lines.Dirs; d += 2 {
		if orthogonal && lines.Axis(pt, d) != board.Orthogonal || Near(lines, stones, pt, d, n-1) < n-1 {
			continue
		}
		var s Stretch
		s.Fill(lines, n, pt, d)
		for first := range n {
			if s.Full(stones, first, stones[pt]) {
				return s.Extended(lines, stones, first)
			}
		}
	}
	return nil
}

// Max is the longest row that Through can find.
const Max = 20

// Stretch is the part of a line around a point that contains the rows of n points through it, and
// their ends. In row number first, from 0 to n-1, n-1-first points come before the point.
type Stretch struct {
	n  int
	at [2*Max + 1]game.Point // 2n+1 points; at[n] is the point itself; None beyond an end of the line
	d  [2*Max + 1]int8       // the direction in which the line continues from each point
}

// Fill makes s the part of the line through pt in direction d.
func (s *Stretch) Fill(lines *board.Lines, n int, pt game.Point, d int) {
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

// Points returns the points of the stretch in order, board.None beyond an end of the line. The
// centre is in the middle.
func (s *Stretch) Points() []game.Point { return s.at[:2*s.n+1] }

// Row returns the points of the row at first. ok is false if it is not a row.
func (s *Stretch) Row(first int) (points []game.Point, ok bool) {
	points = s.at[first+1 : first+1+s.n]
	for i, p := range points {
		if p == board.None || slices.Contains(points[:i], p) {
			return nil, false
		}
	}
	return points, true
}

// Ends returns the colours of the ends of the row at first, Empty for a missing end.
func (s *Stretch) Ends(stones []game.Color, first int) (before, after game.Color) {
	points := s.at[first+1 : first+1+s.n]
	end := func(p game.Point) game.Color {
		if p == board.None || slices.Contains(points, p) {
			return game.Empty
		}
		return stones[p]
	}
	return end(s.at[first]), end(s.at[first+1+s.n])
}

// Full reports whether the row at first is all of colour c.
func (s *Stretch) Full(stones []game.Color, first int, c game.Color) bool {
	points, ok := s.Row(first)
	for _, p := range points {
		ok = ok && stones[p] == c
	}
	return ok
}

// Extended returns the row at first, which is full, with adjacent stones of its colour at its ends,
// each point once.
func (s *Stretch) Extended(lines *board.Lines, stones []game.Color, first int) []game.Point {
	from, to := first+1, first+s.n
	points := slices.Clone(s.at[from : to+1])
	c := stones[points[0]]
	follow := func(pt game.Point, d int8) {
		for at := lines.Next(pt, int(d)); at.To != board.None && stones[at.To] == c && !slices.Contains(points, at.To); {
			points = append(points, at.To)
			at = lines.Next(at.To, int(at.Dir))
		}
	}
	follow(s.at[to], s.d[to])
	slices.Reverse(points)
	follow(s.at[from], s.d[from]^1)
	slices.Reverse(points)
	return points
}

// InWords returns the outcome of n in a row in words, as in game.Outcome: "five", or "9 in a row".
func InWords(n int) string {
	words := []string{3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}
	if n < len(words) {
		return words[n]
	}
	return strconv.Itoa(n) + " in a row"
}
