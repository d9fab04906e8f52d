package board

// path is a row of n points.
func path(n int) *Plan {
	p := numbered("path", "Path", n, true)
	p.Lines = newLines(n, 2)
	for i := range n {
		p.Coords = append(p.Coords, Vec{float64(i) - float64(n-1)/2, 0, 0})
		if i > 0 {
			p.Edges = append(p.Edges, [2]Point{Point(i - 1), Point(i)})
			p.Lines.join(Point(i-1), 0, Point(i), 0, Orthogonal)
		}
	}
	return p
}
