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

// klein is a Klein bottle as a figure eight that turns half round as it goes
// about its axis: columns along the way round, rows along the eight. It passes
// through itself where the eight crosses; no two points meet there.
func klein(w, h int) *plan {
	eight := float64(h) / 9
	ring := max(float64(w)/(2*math.Pi), 1.8*eight)
	g := sheet{width: w, height: h, leftRight: flipped, topBottom: joined}
	return sewn("klein", "Klein bottle", g, func(x, y int) Vec {
		u, v := turn(x, w), 2*math.Pi*(float64(y)+0.5)/float64(h)
		s, c := math.Sincos(u / 2)
		r := ring + eight*(c*math.Sin(v)-s*math.Sin(2*v))
		return Vec{r * math.Cos(u), eight * (s*math.Sin(v) + c*math.Sin(2*v)), r * math.Sin(u)}
	})
}

// projective is the projective plane: a sheet whose opposite sides are joined
// the other way round, laid out as Boy's surface in the form of R. Kusner and
// R. Bryant. The points next to the sheet's four corners have three neighbours.
func projective(w, h int) *plan {
	g := sheet{width: w, height: h, leftRight: flipped, topBottom: flipped}
	return sewn("projective", "Projective plane", g, func(x, y int) Vec {
		a := (2*float64(x)+1)/float64(w) - 1
		b := (2*float64(y)+1)/float64(h) - 1
		// The square becomes a disc, its boundary the unit circle; the disc a
		// half sphere, so that the points spread evenly; that, seen from its
		// pole, the disc that the formula wants.
		d := complex(a*math.Sqrt(1-b*b/2), b*math.Sqrt(1-a*a/2))
		if r := math.Hypot(real(d), imag(d)); r > 0 {
			d *= complex(math.Tan(r*math.Pi/4)/r, 0)
		}
		return boy(d)
	})
}

// boy maps the unit disc onto Boy's surface; opposite points of the unit circle
// meet.
func boy(w complex128) Vec {
	w3 := w * w * w
	below := w3*w3 + complex(math.Sqrt(5), 0)*w3 - 1
	g := Vec{
		-1.5 * imag(w*(1-w3*w)/below),
		-1.5 * real(w*(1+w3*w)/below),
		imag((1+w3*w3)/below) - 0.5,
	}
	v := g.scale(1 / g.dot(g))
	return Vec{v[0], v[2], v[1]}
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
