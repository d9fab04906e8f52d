package board

import "math"

// klein is a Klein bottle in its usual form: a tube, with columns along it, whose thin end bends
// back, passes through the wall and opens into the wide end from inside. No two points coincide
// where it passes through itself.
func klein(w, h int) *Plan {
	g := sheet{width: w, height: h, leftRight: flipped, topBottom: joined}
	along := bottleSteps(w)
	return gluedSheet("klein", "Klein bottle", g, func(x, y int) Vec {
		return bottle(along[x], math.Pi/2+2*math.Pi*(float64(y)+0.5)/float64(h))
	})
}

// bottle is the usual parametric form of the Klein bottle, with u along the tube and v around it,
// both in radians: bottle(2π, π-v) is bottle(0, v).
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

// bottleAxis is the centre line of the tube.
func bottleAxis(u float64) Vec {
	s, c := math.Sincos(u)
	return Vec{3 * c * (1 + s), 8 * s, 0}
}

// bottleSteps returns n values of u that divide the axis into parts of equal length.
func bottleSteps(n int) []float64 {
	const pieces = 2000
	steps := make([]float64, 0, n)
	length := 0.0
	for i := range pieces {
		length += bottleAxis(turn(i, pieces)).Distance(bottleAxis(turn(i+1, pieces)))
	}
	travelled := 0.0
	for i := 0; len(steps) < n; i++ {
		if travelled >= length*float64(len(steps))/float64(n) {
			steps = append(steps, turn(i, pieces))
		}
		travelled += bottleAxis(turn(i, pieces)).Distance(bottleAxis(turn(i+1, pieces)))
	}
	return steps
}
