package board

import (
	"fmt"
	"math"
)

// cycle is a ring of n points.
func cycle(n int) *plan {
	p := graphPlan("cycle", "Cycle", n, true)
	r := 1 / (2 * math.Sin(math.Pi/float64(n)))
	p.lines = newLines(n, 2)
	for i := range n {
		p.coords = append(p.coords, onCircle(i, n, r))
		p.edges = append(p.edges, [2]Point{Point(i), Point((i + 1) % n)})
		p.lines.join(Point(i), 0, Point((i+1)%n), 0, Orthogonal)
	}
	return p
}

// path is a row of n points.
func path(n int) *plan {
	p := graphPlan("path", "Path", n, true)
	p.lines = newLines(n, 2)
	for i := range n {
		p.coords = append(p.coords, Vec{float64(i) - float64(n-1)/2, 0, 0})
		if i > 0 {
			p.edges = append(p.edges, [2]Point{Point(i - 1), Point(i)})
			p.lines.join(Point(i-1), 0, Point(i), 0, Orthogonal)
		}
	}
	return p
}

// star has n points: a centre, which is the first, and n-1 around it.
func star(n int) *plan {
	p := graphPlan("star", "Star", n, true)
	p.coords = append(p.coords, Vec{})
	r := max(1, float64(n-1)/(2*math.Pi))
	for i := range n - 1 {
		p.coords = append(p.coords, onCircle(i, n-1, r))
		p.edges = append(p.edges, [2]Point{0, Point(i + 1)})
	}
	return p
}

// complete has an edge between any two of its n points. Up to four points it is
// drawn in the plane, beyond that on a sphere.
func complete(n int) *plan {
	p := graphPlan("complete", "Complete", n, n <= 4)
	for i := range n {
		switch {
		case n > 4:
			p.coords = append(p.coords, onSphere(i, n))
		case n == 4 && i == 0:
			p.coords = append(p.coords, Vec{})
		case n == 4:
			p.coords = append(p.coords, onCircle(i-1, 3, 1))
		default:
			p.coords = append(p.coords, onCircle(i, n, 1))
		}
		for j := range i {
			p.edges = append(p.edges, [2]Point{Point(j), Point(i)})
		}
	}
	if n > 1 {
		normalize(p.coords, p.edges)
	}
	return p
}

// graphPlan starts the plan of a board of numbered points.
func graphPlan(kind, title string, n int, flat bool) *plan {
	return &plan{
		spec: fmt.Sprintf("%s:%d", kind, n), title: fmt.Sprintf("%s of %d", title, n),
		names: numbers(n), flat: flat,
	}
}

// onCircle returns place i of n on a circle in the plane, clockwise from the
// top.
func onCircle(i, n int, r float64) Vec {
	s, c := math.Sincos(turn(i, n))
	return Vec{r * s, r * c, 0}
}

// onSphere returns place i of n of a spiral that covers the unit sphere evenly,
// each a golden angle further round than the one before.
func onSphere(i, n int) Vec {
	golden := math.Pi * (3 - math.Sqrt(5))
	y := 1 - (2*float64(i)+1)/float64(n)
	s, c := math.Sincos(golden * float64(i))
	r := math.Sqrt(1 - y*y)
	return Vec{r * s, y, r * c}
}
