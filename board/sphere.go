package board

import "math"

// sphere has m meridians and n parallels, without points at the poles.
func sphere(m, n int) *Plan {
	g := sheet{width: m, height: n, leftRight: joined}
	p := gluedSheet("sphere", "Sphere", g, func(x, y int) Vec {
		u, lat := turn(x, m), math.Pi*(0.5-float64(y+1)/float64(n+1))
		return Vec{math.Cos(lat) * math.Sin(u), math.Sin(lat), math.Cos(lat) * math.Cos(u)}
	})
	north, south := make([]Point, m), make([]Point, m)
	for x := range m {
		north[x], south[x] = Point(x), Point((n-1)*m+m-1-x)
	}
	if n > 1 {
		p.Faces = append(p.Faces, north, south)
	}
	return p
}
