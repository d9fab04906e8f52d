package board

// complete has an edge between any two of its n points. Up to four points it is drawn in the plane,
// more on a sphere.
func complete(n int) *Plan {
	p := numbered("complete", "Complete", n, n <= 4)
	for i := range n {
		switch {
		case n > 4:
			p.Coords = append(p.Coords, OnSphere(i, n))
		case n == 4 && i == 0:
			p.Coords = append(p.Coords, Vec{})
		case n == 4:
			p.Coords = append(p.Coords, onCircle(i-1, 3, 1))
		default:
			p.Coords = append(p.Coords, onCircle(i, n, 1))
		}
		for j := range i {
			p.Edges = append(p.Edges, [2]Point{Point(j), Point(i)})
		}
	}
	if n > 1 {
		normalize(p.Coords, p.Edges)
	}
	return p
}
