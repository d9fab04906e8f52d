package board

import (
	"fmt"
	"math"
	"strconv"
)

// hexSteps are the six directions on a triangular lattice in coordinates (q, r), opposite ones in
// pairs.
var hexSteps = [6][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}}

// hex is a hexagon of the triangular lattice with n points a side: an inner point has six
// neighbours. Rows run along the three axes of the edges; there are no diagonals. A name is the
// row's letter, from the bottom, and the number of the point in its row, from the left.
func hex(n int) *Plan {
	p := &Plan{Spec: fmt.Sprintf("hex:%d", n), Title: fmt.Sprintf("Hexagon %d", n), Flat: true}
	side := 2*n - 1
	index := make(map[[2]int]Point, side*side)
	for r := 1 - n; r < n; r++ {
		first := max(1-n, 1-n-r)
		for q := first; q <= min(n-1, n-1-r); q++ {
			index[[2]int{q, r}] = Point(len(p.Coords))
			p.Coords = append(p.Coords, Vec{float64(q) + float64(r)/2, -float64(r) * math.Sqrt(3) / 2, 0})
			p.Names = append(p.Names, ColumnName(n-1-r)+strconv.Itoa(q-first+1))
		}
	}
	p.Lines = newLines(len(p.Coords), len(hexSteps))
	for r := 1 - n; r < n; r++ {
		for q := 1 - n; q < n; q++ {
			hexLink(p, index, q, r)
		}
	}
	return p
}

// hexLink adds the edges, the steps and the triangles to the right of (q, r).
func hexLink(p *Plan, index map[[2]int]Point, q, r int) {
	i, ok := index[[2]int{q, r}]
	if !ok {
		return
	}
	for d, s := range hexSteps {
		if j, ok := index[[2]int{q + s[0], r + s[1]}]; ok {
			p.Edges = append(p.Edges, [2]Point{i, j})
			p.Lines.set(i, d, Step{j, int8(d)}, Orthogonal)
		}
	}
	right, ok := index[[2]int{q + 1, r}]
	if !ok {
		return
	}
	if j, ok := index[[2]int{q, r + 1}]; ok {
		p.Faces = append(p.Faces, []Point{i, right, j})
	}
	if j, ok := index[[2]int{q + 1, r - 1}]; ok {
		p.Faces = append(p.Faces, []Point{right, i, j})
	}
}
