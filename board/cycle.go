package board

import "math"

// cycle is a ring of n points.
func cycle(n int) *Plan {
	p := numbered("cycle", "Cycle", n, true)
	r := 1 / (2 * math.Sin(math.Pi/float64(n)))
	p.Lines = newLines(n, 2)
	for i := range n {
		p.Coords = append(p.Coords, onCircle(i, n, r))
		p.Edges = append(p.Edges, [2]Point{Point(i), Point((i + 1) % n)})
		p.Lines.join(Point(i), 0, Point((i+1)%n), 0, Orthogonal)
	}
	return p
}
