package board

import "math"

// mobius is a band of w columns with half a twist, h points wide.
func mobius(w, h int) *Plan {
	half := float64(h-1) / 2
	ring := max(float64(w)/(2*math.Pi), 1.25*half+0.5)
	g := sheet{width: w, height: h, leftRight: flipped}
	return gluedSheet("mobius", "Möbius band", g, func(x, y int) Vec {
		u, t := turn(x, w), half-float64(y)
		r := ring + t*math.Cos(u/2)
		return Vec{r * math.Cos(u), t * math.Sin(u/2), r * math.Sin(u)}
	})
}
