package boardfile

import (
	"slices"

	"moyo/board"
)

// linesOf returns the lines of a file's rows, or nil. Each pass of a row through a point takes the
// next axis of that point.
func linesOf(points int, rows []row) *board.Lines {
	axes := make([]int, points)
	most := 0
	for _, r := range rows {
		for _, p := range r.points {
			axes[p]++
			most = max(most, axes[p])
		}
	}
	if most == 0 {
		return nil
	}
	lines := board.NewLineBuilder(points, 2*most)
	clear(axes)
	for _, r := range rows {
		kind := board.Orthogonal
		if r.diagonal {
			kind = board.Diagonal
		}
		dirs := make([]int, len(r.points))
		for i, p := range r.points {
			dirs[i] = 2 * axes[p]
			axes[p]++
		}
		for i, p := range r.points {
			if next := (i + 1) % len(r.points); next > 0 || r.closed {
				lines.Join(p, dirs[i], r.points[next], dirs[next], kind)
			}
		}
	}
	return lines.Lines()
}

// Line is a straight line of a board in a file. A closed one leads from its last point to its
// first.
type Line struct {
	Points           []board.Point
	Diagonal, Closed bool
}

// Lines returns every straight line of a board once, as in its [JSON].
func Lines(b *board.Board) []Line {
	rows := rowsOf(b.Len(), b.Lines())
	lines := make([]Line, len(rows))
	for i, r := range rows {
		lines[i] = Line{r.points, r.diagonal, r.closed}
	}
	return lines
}

// rowsOf returns every line of a board of that many points once. Order and form depend only on the
// set of lines at each axis: linesOf makes equal lines of them, up to the numbers of the axes, and
// rowsOf of those returns the same rows.
func rowsOf(points int, lines *board.Lines) []row {
	if lines == nil {
		return nil
	}
	var rows []row
	half := lines.Dirs / 2
	done := make([]bool, points*half) // by point and axis
	for i := range done {
		p, d := board.Point(i/half), 2*(i%half)
		if done[i] || lines.Axis(p, d) == board.NoAxis {
			continue
		}
		rows = append(rows, rowFrom(lines, p, d, func(p board.Point, d int) { done[int(p)*half+d/2] = true }))
	}
	return rows
}

// rowFrom follows the line of direction d at p, calls visit at each pass through a point, and
// returns the line in canonical form.
func rowFrom(lines *board.Lines, p board.Point, d int, visit func(board.Point, int)) row {
	r := row{diagonal: lines.Axis(p, d) == board.Diagonal}
	// Go back to the line's start, or once around.
	q, e := p, d
	for {
		back := lines.Next(q, e^1)
		if back.To == board.None {
			break
		}
		q, e = back.To, int(back.Dir)^1
		if q == p && e == d {
			r.closed = true
			break
		}
	}
	for first := (board.Step{To: q, Dir: int8(e)}); ; {
		r.points = append(r.points, q)
		visit(q, e)
		next := lines.Next(q, e)
		if next.To == board.None || next == first {
			break
		}
		q, e = next.To, int(next.Dir)
	}
	r.points = r.canonical()
	return r
}

// canonical returns the points in the smallest order: from either end, or for a closed line from
// any point in either direction.
func (r *row) canonical() []board.Point {
	reversed := slices.Clone(r.points)
	slices.Reverse(reversed)
	best := r.points
	if !r.closed {
		if slices.Compare(reversed, best) < 0 {
			best = reversed
		}
		return best
	}
	least := slices.Min(r.points)
	for _, way := range [][]board.Point{r.points, reversed} {
		for i, p := range way {
			if p != least {
				continue
			}
			if turned := slices.Concat(way[i:], way[:i]); slices.Compare(turned, best) < 0 {
				best = turned
			}
		}
	}
	return best
}
