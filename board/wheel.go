package board

import "math"

// wheel has n points: a hub, which is the first, and a ring of n-1 around it, each next to the hub.
// The ring is its one line. Spokes end at the hub, where more of them may meet than a point has
// directions.
func wheel(n int) *Plan {
	p := numbered("wheel", "Wheel", n, true)
	p.Coords = append(p.Coords, Vec{})
	rim := n - 1
	r := max(1, float64(rim)/(2*math.Pi))
	p.Lines = newLines(n, 2)
	for i := range rim {
		at, next := Point(1+i), Point(1+(i+1)%rim)
		p.Coords = append(p.Coords, onCircle(i, rim, r))
		p.Edges = append(p.Edges, [2]Point{0, at}, [2]Point{at, next})
		p.Faces = append(p.Faces, []Point{0, at, next})
		p.Lines.join(at, 0, next, 0, Orthogonal)
	}
	return p
}
