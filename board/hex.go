package board

import (
	"fmt"
	"math"
	"strconv"
)

// hexSteps are the six ways on a triangular lattice in the coordinates (q, r),
// opposite ways side by side.
var hexSteps = [6][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}}

// hex is a hexagon of the triangular lattice with n points a side: a point
// inside has six neighbours. Rows run along the three axes of the edges; there
// are no diagonals. A name is the row's letter, from the bottom, and the number
// of the point in its row, from the left.
func hex(n int) *plan {
	p := &plan{spec: fmt.Sprintf("hex:%d", n), title: fmt.Sprintf("Hexagon %d", n), flat: true}
	side := 2*n - 1
	index := make(map[[2]int]Point, side*side)
	for r := 1 - n; r < n; r++ {
		first := max(1-n, 1-n-r)
		for q := first; q <= min(n-1, n-1-r); q++ {
			index[[2]int{q, r}] = Point(len(p.coords))
			p.coords = append(p.coords, Vec{float64(q) + float64(r)/2, -float64(r) * math.Sqrt(3) / 2, 0})
			p.names = append(p.names, ColumnName(n-1-r)+strconv.Itoa(q-first+1))
		}
	}
	p.lines = newLines(len(p.coords), len(hexSteps))
	for r := 1 - n; r < n; r++ {
		for q := 1 - n; q < n; q++ {
			hexLink(p, index, q, r)
		}
	}
	return p
}

// hexLink enters the edges, the steps and the triangles to the right of (q, r).
func hexLink(p *plan, index map[[2]int]Point, q, r int) {
	i, ok := index[[2]int{q, r}]
	if !ok {
		return
	}
	for d, s := range hexSteps {
		if j, ok := index[[2]int{q + s[0], r + s[1]}]; ok {
			p.edges = append(p.edges, [2]Point{i, j})
			p.lines.set(i, d, Step{j, int8(d)}, Orthogonal)
		}
	}
	right, ok := index[[2]int{q + 1, r}]
	if !ok {
		return
	}
	if j, ok := index[[2]int{q, r + 1}]; ok {
		p.faces = append(p.faces, []Point{i, right, j})
	}
	if j, ok := index[[2]int{q + 1, r - 1}]; ok {
		p.faces = append(p.faces, []Point{right, i, j})
	}
}
