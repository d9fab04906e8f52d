package proof

import (
	"slices"

	"moyo/board"
	"moyo/game"
)

// rows are all rows of n points of a board, with their numbers of stones. The winner has filled
// one.
type rows struct {
	n     int
	cells []game.Point // n of each row
	ends  []game.Point // two of each row, board.None for a missing end
	of    [][]int32    // rows through each point
	count [3][]uint8   // stones by colour, by row
}

// newRows lists the rows of n points on b, all of them empty.
func newRows(b *board.Board, n int) *rows {
	r := &rows{n: n, of: make([][]int32, b.Len())}
	lines := b.Lines()
	row := make([]game.Point, n)
	for p := range game.Point(b.Len()) {
		for d := range lines.Dirs {
			end, ok := r.walk(lines, p, d, row)
			if !ok || row[n-1] < p { // also found from its other end
				continue
			}
			index := int32(len(r.cells) / n)
			r.cells = append(r.cells, row...)
			r.ends = append(r.ends, lines.Next(p, d^1).To, end)
			for _, q := range row {
				r.of[q] = append(r.of[q], index)
			}
		}
	}
	for c := range r.count {
		r.count[c] = make([]uint8, len(r.cells)/n)
	}
	return r
}

// walk fills row with the points from p in direction d and returns the one after them. ok is false
// if the line ends or returns too soon.
func (r *rows) walk(lines *board.Lines, p game.Point, d int, row []game.Point) (end game.Point, ok bool) {
	row[0] = p
	at := lines.Next(p, d)
	for i := 1; i < r.n; i++ {
		if at.To == board.None || slices.Contains(row[:i], at.To) {
			return board.None, false
		}
		row[i] = at.To
		at = lines.Next(at.To, int(at.Dir))
	}
	return at.To, true
}

// put counts a stone of c on p, by = 1, or its removal, by = -1.
func (r *rows) put(p game.Point, c game.Color, by int) {
	for _, i := range r.of[p] {
		r.count[c][i] += uint8(by)
	}
}

// row returns the points of row i.
func (r *rows) row(i int32) []game.Point { return r.cells[int(i)*r.n : (int(i)+1)*r.n] }

// dangers adds to set the empty points of rows that have only stones of c and at most missing empty
// points.
func (r *rows) dangers(pos game.Position, c game.Color, missing int, set set) {
	own, other := r.count[c], r.count[c.Other()]
	for i, k := range own {
		if int(k) < r.n-missing || other[i] > 0 {
			continue
		}
		for _, q := range r.row(int32(i)) {
			if pos.At(q) == game.Empty {
				set.add(q)
			}
		}
	}
}

// fences adds to set the empty ends of the rows through p that have only stones of c except on p.
func (r *rows) fences(pos game.Position, p game.Point, c game.Color, set set) {
	for _, i := range r.of[p] {
		if int(r.count[c][i]) < r.n-1 {
			continue
		}
		for _, q := range r.ends[2*i : 2*i+2] {
			if q != board.None && pos.At(q) == game.Empty {
				set.add(q)
			}
		}
	}
}

// crowded counts the axes through the empty point p on which a stone of c could be one of three in
// a row without a stone of the other colour.
func (r *rows) crowded(lines *board.Lines, p game.Point, c game.Color) int {
	axes := 0
	for d := 0; d < lines.Dirs; d += 2 {
		if r.axisCrowded(lines, p, d, c) {
			axes++
		}
	}
	return axes
}

func (r *rows) axisCrowded(lines *board.Lines, p game.Point, d int, c game.Color) bool {
	for _, i := range r.of[p] {
		if int(r.count[c][i]) >= r.n-3 && r.count[c.Other()][i] == 0 && onAxis(lines, p, d, r.row(i)) {
			return true
		}
	}
	return false
}

// maxAsked limits the points that readFor follows.
const maxAsked = 200

// readFor adds to reach the points that Renju's rules examine to decide whether the empty point p
// is forbidden to Black. They examine each line through p, n points in both directions. If three
// other stones and one more on q would make a straight four, they ask the same about q, with the
// earlier points occupied. Beyond the limit it adds every point. It does nothing if reach is nil.
func (r *rows) readFor(pos game.Position, p game.Point, reach set) {
	if reach == nil {
		return
	}
	a := asker{r, pos, newSet(len(r.of)), reach, maxAsked}
	if a.ask(p); a.left < 0 {
		reach.fill()
	}
}

// asker follows the questions of readFor.
type asker struct {
	*rows
	pos   game.Position
	path  set // the points in question, from the first to the current one
	reach set
	left  int
}

// ask follows the question whether p is forbidden.
func (a *asker) ask(p game.Point) {
	if a.left--; a.left < 0 {
		return
	}
	a.read(a.pos.Board().Lines(), p, a.reach)
	a.put(p, game.Black, 1)
	a.path.add(p)
	for _, row := range a.of[p] {
		if a.count[game.White][row] > 0 || int(a.count[game.Black][row]) < a.n-2 {
			continue
		}
		for _, q := range a.row(row) {
			if a.left >= 0 && a.pos.At(q) == game.Empty && !a.path.has(q) {
				a.ask(q)
			}
		}
	}
	a.path.remove(p)
	a.put(p, game.Black, -1)
}

// read adds to reach the points up to n steps from p along each line.
func (r *rows) read(lines *board.Lines, p game.Point, reach set) {
	reach.add(p)
	for d := range lines.Dirs {
		at := board.Step{To: p, Dir: int8(d)}
		for range r.n {
			if at = lines.Next(at.To, int(at.Dir)); at.To == board.None {
				break
			}
			reach.add(at.To)
		}
	}
}

// onAxis reports whether a neighbour of p along d, in either direction, is in row.
func onAxis(lines *board.Lines, p game.Point, d int, row []game.Point) bool {
	a, b := lines.Next(p, d).To, lines.Next(p, d^1).To
	return a != board.None && slices.Contains(row, a) || b != board.None && slices.Contains(row, b)
}

// set is a set of points.
type set []uint64

func newSet(points int) set { return make(set, (points+63)/64) }

func (s set) add(p game.Point)      { s[p>>6] |= 1 << (p & 63) }
func (s set) has(p game.Point) bool { return s[p>>6]>>(p&63)&1 != 0 }

func (s set) remove(p game.Point) { s[p>>6] &^= 1 << (p & 63) }

func (s set) addAll(t set) {
	for i, w := range t {
		s[i] |= w
	}
}

// fill adds every point.
func (s set) fill() {
	for i := range s {
		s[i] = ^uint64(0)
	}
}

// empty reports whether s has no points.
func (s set) empty() bool { return !slices.ContainsFunc(s, func(w uint64) bool { return w != 0 }) }
