package board

import "math"

// cylinder is a tube standing upright, open at both ends.
func cylinder(w, h int) *Plan {
	r := float64(w) / (2 * math.Pi)
	g := sheet{width: w, height: h, leftRight: joined}
	return gluedSheet("cylinder", "Cylinder", g, func(x, y int) Vec {
		u := turn(x, w)
		return Vec{r * math.Sin(u), -float64(y), r * math.Cos(u)}
	})
}
