package board

import (
	"fmt"
	"math"
	"strconv"
)

// comb builds a hexagon of n hexagons a side. Its points are on 2n zigzag rows, row r from the top;
// columns count half hexagons from the middle. The points of a row are alternately low and high: a
// low one has its third neighbour below, a high one above.
type comb struct {
	n     int
	index map[[2]int]Point // by column and row
}

// reach returns the outermost column of row r.
func (h comb) reach(r int) int {
	if r < h.n {
		return h.n + r
	}
	return 3*h.n - 1 - r
}

// high reports whether the point at column c of row r is high.
func (h comb) high(c, r int) bool { return ((c+h.reach(r))%2 == 0) != (r < h.n) }

// across returns the neighbour of (c, r) over the edge of the given kind: 0
// rises to the right, 1 falls to the right, 2 is upright.
func (h comb) across(c, r, kind int) (Point, bool) {
	sign := 1
	if h.high(c, r) {
		sign = -1
	}
	at := [3][2]int{{c + sign, r}, {c - sign, r}, {c, r + sign}}[kind]
	q, ok := h.index[at]
	return q, ok
}

// honeycomb is a hexagon of n hexagons a side whose points are the corners of the hexagons: inner
// points have three neighbours. Its rows are the zigzags along the three axes; there are no
// diagonals. A name is the row's letter, from the bottom, and the number of the point in its row,
// from the left.
func honeycomb(n int) *Plan {
	p := &Plan{Spec: fmt.Sprintf("honeycomb:%d", n), Title: fmt.Sprintf("Honeycomb %d", n), Flat: true}
	h := comb{n: n, index: make(map[[2]int]Point, 6*n*n)}
	for r := range 2 * n {
		for c := -h.reach(r); c <= h.reach(r); c++ {
			y := 1.5*float64(n-r) - 1
			if h.high(c, r) {
				y += 0.5
			}
			h.index[[2]int{c, r}] = Point(len(p.Coords))
			p.Coords = append(p.Coords, Vec{float64(c) * math.Sqrt(3) / 2, y, 0})
			p.Names = append(p.Names, ColumnName(2*n-1-r)+strconv.Itoa(c+h.reach(r)+1))
		}
	}
	p.Lines = newLines(len(p.Coords), 6)
	for r := range 2 * n {
		for c := -h.reach(r); c <= h.reach(r); c++ {
			h.link(p, c, r)
		}
	}
	return p
}

// link adds the edges, the steps and the hexagon below the point at (c, r). The zigzag of axis k
// alternates the two edge kinds other than k, so a low point leaves it forwards over kind k+1 and a
// high one over kind k+2.
func (h comb) link(p *Plan, c, r int) {
	i := h.index[[2]int{c, r}]
	for axis := range 3 {
		for way := range 2 {
			kind := (axis + 1 + way) % 3
			if h.high(c, r) {
				kind = (axis + 2 - way) % 3
			}
			if q, ok := h.across(c, r, kind); ok {
				p.Edges = append(p.Edges, [2]Point{i, q})
				p.Lines.set(i, 2*axis+way, Step{q, int8(2*axis + way)}, Orthogonal)
			}
		}
	}
	if !h.high(c, r) {
		return
	}
	corners := [6][2]int{{c, r}, {c + 1, r}, {c + 1, r + 1}, {c, r + 1}, {c - 1, r + 1}, {c - 1, r}}
	face := make([]Point, 0, 6)
	for _, at := range corners {
		if q, ok := h.index[at]; ok {
			face = append(face, q)
		}
	}
	if len(face) == len(corners) {
		p.Faces = append(p.Faces, face)
	}
}
