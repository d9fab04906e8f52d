package board

import "math"

// torus is a ring: columns around its hole, rows around its tube.
func torus(w, h int) *Plan {
	tube := float64(h) / (2 * math.Pi)
	ring := max(float64(w)/(2*math.Pi), 1.9*tube)
	return gluedSheet("torus", "Torus", sheet{width: w, height: h, leftRight: joined, topBottom: joined}, func(x, y int) Vec {
		u, v := turn(x, w), turn(y, h)
		r := ring + tube*math.Cos(v)
		return Vec{r * math.Cos(u), -tube * math.Sin(v), r * math.Sin(u)}
	})
}
