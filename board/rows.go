package board

import "slices"

// linesOf returns the lines that a file's rows make, nil for none. Each passage
// of a row through a point takes the next axis there.
func linesOf(points int, rows []row) *Lines {
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
	l := newLines(points, 2*most)
	clear(axes)
	for _, r := range rows {
		kind := Orthogonal
		if r.diagonal {
			kind = Diagonal
		}
		dirs := make([]int, len(r.points))
		for i, p := range r.points {
			dirs[i] = 2 * axes[p]
			axes[p]++
		}
		for i, p := range r.points {
			if next := (i + 1) % len(r.points); next > 0 || r.closed {
				l.join(p, dirs[i], r.points[next], dirs[next], kind)
			}
		}
	}
	return l
}

// rows returns every line once, in an order and each in a form that depend only
// on which lines there are at each axis: linesOf makes equal lines of them, up
// to the numbers of the axes, and rows of those gives the same again.
func (l *Lines) rows() []row {
	if l == nil {
		return nil
	}
	var rows []row
	done := make([]bool, len(l.axes))
	for i := range l.axes {
		if l.axes[i] == NoAxis || done[i] {
			continue
		}
		half := l.Dirs / 2
		r := l.row(Point(i/half), 2*(i%half), func(p Point, d int) { done[int(p)*half+d/2] = true })
		rows = append(rows, r)
	}
	return rows
}

// row follows the line of direction d at p, tells visit of each passage and
// returns it in its canonical form.
func (l *Lines) row(p Point, d int, visit func(Point, int)) row {
	r := row{diagonal: l.Axis(p, d) == Diagonal}
	// Back to the line's beginning, or once around.
	q, e := p, d
	for {
		back := l.Next(q, e^1)
		if back.To == None {
			break
		}
		q, e = back.To, int(back.Dir)^1
		if q == p && e == d {
			r.closed = true
			break
		}
	}
	for first := (Step{q, int8(e)}); ; {
		r.points = append(r.points, q)
		visit(q, e)
		next := l.Next(q, e)
		if next.To == None || next == first {
			break
		}
		q, e = next.To, int(next.Dir)
	}
	r.points = r.canonical()
	return r
}

// canonical returns the points from the end, or for a closed line from the
// point and the way round, that gives the smallest sequence.
func (r *row) canonical() []Point {
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
	for _, way := range [][]Point{r.points, reversed} {
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
