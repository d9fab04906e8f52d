package board

import (
	"fmt"
	"strconv"
)

// cubeSides are the six sides of a cube with the first letters of their points' names. corner is
// the side's lower left corner seen from outside; right and up are the directions along the side,
// in edge lengths.
var cubeSides = [6]struct {
	letter            string
	corner, right, up [3]int
}{
	{"F", [3]int{0, 0, 1}, [3]int{1, 0, 0}, [3]int{0, 1, 0}},
	{"B", [3]int{1, 0, 0}, [3]int{-1, 0, 0}, [3]int{0, 1, 0}},
	{"L", [3]int{0, 0, 0}, [3]int{0, 0, 1}, [3]int{0, 1, 0}},
	{"R", [3]int{1, 0, 1}, [3]int{0, 0, -1}, [3]int{0, 1, 0}},
	{"U", [3]int{0, 1, 1}, [3]int{1, 0, 0}, [3]int{0, 0, -1}},
	{"D", [3]int{0, 0, 0}, [3]int{1, 0, 0}, [3]int{0, 0, 1}},
}

// cube is the surface of a cube with n points an edge, 2 or more: cube:2 is its eight corners.
// Sides share the points of their edges. Lines continue over an edge onto the next side and end at
// the corners, where three edges meet. A name is the letter of the side (Front, Back, Left, Right,
// Up, Down; the first that contains the point), the column and the row, as in "FA1".
func cube(n int) *Plan {
	p := &Plan{Spec: fmt.Sprintf("cube:%d", n), Title: fmt.Sprintf("Cube %d", n)}
	index := make(map[[3]int]Point)
	at := func(side, i, j int) Point {
		s := &cubeSides[side]
		var v [3]int
		for k := range v {
			v[k] = (n-1)*s.corner[k] + i*s.right[k] + j*s.up[k]
		}
		q, ok := index[v]
		if !ok {
			q = Point(len(p.Coords))
			index[v] = q
			p.Coords = append(p.Coords, Vec{float64(v[0]), float64(v[1]), float64(v[2])})
			p.Names = append(p.Names, s.letter+ColumnName(i)+strconv.Itoa(j+1))
		}
		return q
	}
	for side := range cubeSides {
		for j := range n {
			for i := range n {
				at(side, i, j)
			}
		}
	}
	for side := range cubeSides {
		for j := range n - 1 {
			for i := range n - 1 {
				p.Faces = append(p.Faces, []Point{at(side, i, j), at(side, i+1, j), at(side, i+1, j+1), at(side, i, j+1)})
			}
		}
	}
	p.Edges = faceEdges(p.Faces)
	p.Lines = surfaceLines(len(p.Coords), p.Faces, true)
	normalize(p.Coords, p.Edges)
	return p
}
