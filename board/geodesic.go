package board

import (
	"fmt"
	"math"
	"slices"
)

// icosahedron returns the corners and triangles of an icosahedron that stands on a corner.
func icosahedron() ([]Vec, [][3]int) {
	corners := []Vec{{0, 1, 0}}
	z := 1 / math.Sqrt(5)
	for ring := range 2 {
		for i := range 5 {
			s, c := math.Sincos(turn(2*i+ring, 10))
			corners = append(corners, Vec{2 * z * s, z * float64(1-2*ring), 2 * z * c})
		}
	}
	corners = append(corners, Vec{0, -1, 0})
	var triangles [][3]int
	for i := range 5 {
		up, upNext, down, downNext := 1+i, 1+(i+1)%5, 6+i, 6+(i+1)%5
		triangles = append(triangles, [3]int{0, up, upNext}, [3]int{up, down, upNext},
			[3]int{upNext, down, downNext}, [3]int{11, downNext, down})
	}
	return corners, triangles
}

// geodesic is a sphere of triangles: an icosahedron whose edges are divided into n, with its points
// projected onto the sphere. All points have six neighbours, except the icosahedron's twelve
// corners, which have five; lines end there. Points are numbered from the top.
func geodesic(n int) *Plan {
	p := &Plan{Spec: fmt.Sprintf("geodesic:%d", n), Title: fmt.Sprintf("Geodesic sphere %d", n)}
	corners, triangles := icosahedron()
	sphere := sphereOf{n: n, corners: corners, index: make(map[shares]Point)}
	for _, t := range triangles {
		ids := make([][]Point, n+1) // by row and place in it
		for i := range ids {
			for j := range n - i + 1 {
				ids[i] = append(ids[i], sphere.point(t, i, j))
			}
		}
		for i := range n {
			for j := range n - i {
				p.Faces = append(p.Faces, []Point{ids[i][j], ids[i+1][j], ids[i][j+1]})
				if i+j < n-1 {
					p.Faces = append(p.Faces, []Point{ids[i+1][j], ids[i+1][j+1], ids[i][j+1]})
				}
			}
		}
	}
	p.Coords = sphere.coords
	p.fromTop()
	p.Names = numbers(len(p.Coords))
	p.Edges = faceEdges(p.Faces)
	p.Lines = surfaceLines(len(p.Coords), p.Faces, false)
	normalize(p.Coords, p.Edges)
	return p
}

// sphereOf collects the points of a geodesic sphere.
type sphereOf struct {
	n       int
	corners []Vec
	coords  []Vec
	index   map[shares]Point
}

// shares locates a point between corners: the corners, counted from 1 and ascending, each followed
// by its weight out of n. Unused entries are zero. The triangles on both sides of an edge agree on
// the shares of its points.
type shares [6]int

// point returns the point at row i and place j of a triangle.
func (s *sphereOf) point(triangle [3]int, i, j int) Point {
	parts := [3][2]int{{triangle[0] + 1, s.n - i - j}, {triangle[1] + 1, i}, {triangle[2] + 1, j}}
	slices.SortFunc(parts[:], func(a, b [2]int) int { return a[0] - b[0] })
	var k shares
	var v Vec
	m := 0
	for _, part := range parts {
		if part[1] > 0 {
			k[m], k[m+1] = part[0], part[1]
			m += 2
			v = v.Add(s.corners[part[0]-1].Scale(float64(part[1])))
		}
	}
	q, ok := s.index[k]
	if !ok {
		q = Point(len(s.coords))
		s.index[k] = q
		s.coords = append(s.coords, v.Unit())
	}
	return q
}

// fromTop renumbers the points, which so far have only faces: from the top down, and points of one
// height around the axis.
func (p *Plan) fromTop() {
	round := func(x float64) int { return int(math.Round(x * 1e9)) }
	old := make([]Point, len(p.Coords))
	keys := make([][2]int, len(p.Coords)) // how far down and how far around
	for i, v := range p.Coords {
		old[i] = Point(i)
		keys[i] = [2]int{-round(v[1]), -round(math.Atan2(v[0], v[2]))}
	}
	slices.SortFunc(old, func(a, b Point) int {
		if d := keys[a][0] - keys[b][0]; d != 0 {
			return d
		}
		return keys[a][1] - keys[b][1]
	})
	coords := make([]Vec, len(old))
	renumbered := make([]Point, len(old))
	for i, o := range old {
		coords[i], renumbered[o] = p.Coords[o], Point(i)
	}
	p.Coords = coords
	for _, face := range p.Faces {
		for i, o := range face {
			face[i] = renumbered[o]
		}
	}
}
