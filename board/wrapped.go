package board

import (
	"fmt"
	"math"
)

// sewn returns the board of a sheet whose points are placed in space by at,
// brought to the usual size.
func sewn(kind, title string, g sheet, at func(x, y int) Vec) *plan {
	p := &plan{
		spec:  fmt.Sprintf("%s:%dx%d", kind, g.width, g.height),
		title: fmt.Sprintf("%s %d×%d", title, g.width, g.height),
	}
	g.fill(p, at)
	normalize(p.coords, p.edges)
	return p
}

// torus is a ring: columns around its hole, rows around its tube.
func torus(w, h int) *plan {
	tube := float64(h) / (2 * math.Pi)
	ring := max(float64(w)/(2*math.Pi), 1.9*tube)
	return sewn("torus", "Torus", sheet{width: w, height: h, leftRight: joined, topBottom: joined}, func(x, y int) Vec {
		u, v := turn(x, w), turn(y, h)
		r := ring + tube*math.Cos(v)
		return Vec{r * math.Cos(u), -tube * math.Sin(v), r * math.Sin(u)}
	})
}

// cylinder is a tube standing upright, open at both ends.
func cylinder(w, h int) *plan {
	r := float64(w) / (2 * math.Pi)
	g := sheet{width: w, height: h, leftRight: joined}
	return sewn("cylinder", "Cylinder", g, func(x, y int) Vec {
		u := turn(x, w)
		return Vec{r * math.Sin(u), -float64(y), r * math.Cos(u)}
	})
}

// mobius is a band of w columns with half a twist, h points wide.
func mobius(w, h int) *plan {
	half := float64(h-1) / 2
	ring := max(float64(w)/(2*math.Pi), 1.25*half+0.5)
	g := sheet{width: w, height: h, leftRight: flipped}
	return sewn("mobius", "Möbius band", g, func(x, y int) Vec {
		u, t := turn(x, w), half-float64(y)
		r := ring + t*math.Cos(u/2)
		return Vec{r * math.Cos(u), t * math.Sin(u/2), r * math.Sin(u)}
	})
}

// klein is a Klein bottle in its usual form: a tube, columns along it, whose
// thin end bends back, passes through the wall and opens into the wide end from
// within. No two points meet where it passes through itself.
func klein(w, h int) *plan {
	g := sheet{width: w, height: h, leftRight: flipped, topBottom: joined}
	along := bottleSteps(w)
	return sewn("klein", "Klein bottle", g, func(x, y int) Vec {
		return bottle(along[x], math.Pi/2+2*math.Pi*(float64(y)+0.5)/float64(h))
	})
}

// bottle is the usual parametric form of the Klein bottle, u along the tube and
// v around it, both in radians: bottle(2π, π-v) is bottle(0, v).
func bottle(u, v float64) Vec {
	su, cu := math.Sincos(u)
	sv, cv := math.Sincos(v)
	r := 2 - cu
	c := bottleAxis(u)
	if u < math.Pi {
		return Vec{c[0] + r*cu*cv, c[1] + r*su*cv, r * sv}
	}
	return Vec{c[0] - r*cv, c[1], r * sv}
}

// bottleAxis is the middle of the tube.
func bottleAxis(u float64) Vec {
	s, c := math.Sincos(u)
	return Vec{3 * c * (1 + s), 8 * s, 0}
}

// bottleSteps returns n values of u between which the axis is equally long.
func bottleSteps(n int) []float64 {
	const pieces = 2000
	steps := make([]float64, 0, n)
	length := 0.0
	for i := range pieces {
		length += bottleAxis(turn(i, pieces)).distance(bottleAxis(turn(i+1, pieces)))
	}
	gone := 0.0
	for i := 0; len(steps) < n; i++ {
		if gone >= length*float64(len(steps))/float64(n) {
			steps = append(steps, turn(i, pieces))
		}
		gone += bottleAxis(turn(i, pieces)).distance(bottleAxis(turn(i+1, pieces)))
	}
	return steps
}

// projective is the projective plane: a sheet whose opposite sides are joined
// the other way round. The sheet lies on a ball with a wide hole below, and the
// edges that join its sides lead straight across the hole, through its middle;
// the surfaces that the plane makes in space (Boy's and others) show less of
// it. The points next to the sheet's four corners have three neighbours.
func projective(w, h int) *plan {
	g := sheet{width: w, height: h, leftRight: flipped, topBottom: flipped}
	const rim = 125 * math.Pi / 180 // of the hole, from the top
	p := sewn("projective", "Projective plane", g, func(x, y int) Vec {
		a := (2*float64(x)+1)/float64(w) - 1
		b := (2*float64(y)+1)/float64(h) - 1
		// The square becomes a disc, and the disc the ball.
		u, v := a*math.Sqrt(1-b*b/2), b*math.Sqrt(1-a*a/2)
		s, c := math.Sincos(rim * math.Hypot(u, v))
		if r := math.Hypot(u, v); r > 0 {
			u, v = u/r, v/r
		}
		return Vec{s * u, c, s * v}
	})
	p.faces = sheetFaces(w, h)
	return p
}

// sheetFaces returns the squares of a sheet but for those across its seams.
func sheetFaces(w, h int) [][]Point {
	flat := plan{}
	g := sheet{width: w, height: h}
	g.fill(&flat, g.plane)
	return flat.faces
}

// sphere has m meridians and n parallels, without points at the poles.
func sphere(m, n int) *plan {
	g := sheet{width: m, height: n, leftRight: joined}
	p := sewn("sphere", "Sphere", g, func(x, y int) Vec {
		u, lat := turn(x, m), math.Pi*(0.5-float64(y+1)/float64(n+1))
		return Vec{math.Cos(lat) * math.Sin(u), math.Sin(lat), math.Cos(lat) * math.Cos(u)}
	})
	north, south := make([]Point, m), make([]Point, m)
	for x := range m {
		north[x], south[x] = Point(x), Point((n-1)*m+m-1-x)
	}
	if n > 1 {
		p.faces = append(p.faces, north, south)
	}
	return p
}

// circle has rings around an empty centre, cut by spokes. Ring 1 is the inmost.
func circle(rings, spokes int) *plan {
	g := sheet{width: spokes, height: rings, leftRight: joined}
	inner := max(1, 0.62*float64(spokes)/(2*math.Pi))
	p := sewn("circle", "Circle", g, func(x, y int) Vec {
		u, r := turn(x, spokes), inner+float64(rings-1-y)
		return Vec{r * math.Sin(u), r * math.Cos(u), 0}
	})
	p.spec = fmt.Sprintf("circle:%dx%d", rings, spokes)
	p.title = fmt.Sprintf("Circle %d×%d", rings, spokes)
	p.flat = true
	return p
}

// turn returns the angle of step i of n around.
func turn(i, n int) float64 { return 2 * math.Pi * float64(i) / float64(n) }
