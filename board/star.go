package board

import "math"

// star has n points: a centre, which is the first, and n-1 around it.
func star(n int) *Plan {
	p := numbered("star", "Star", n, true)
	p.Coords = append(p.Coords, Vec{})
	r := max(1, float64(n-1)/(2*math.Pi))
	for i := range n - 1 {
		p.Coords = append(p.Coords, onCircle(i, n-1, r))
		p.Edges = append(p.Edges, [2]Point{0, Point(i + 1)})
	}
	return p
}
