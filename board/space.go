package board

import "math"

func (a Vec) Add(b Vec) Vec          { return Vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a Vec) Sub(b Vec) Vec          { return Vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a Vec) Scale(f float64) Vec    { return Vec{a[0] * f, a[1] * f, a[2] * f} }
func (a Vec) Dot(b Vec) float64      { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a Vec) Norm() float64          { return math.Sqrt(a.Dot(a)) }
func (a Vec) Distance(b Vec) float64 { return a.Sub(b).Norm() }

func (a Vec) Cross(b Vec) Vec {
	return Vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// Unit returns a scaled to length 1. The zero vector is unchanged.
func (a Vec) Unit() Vec {
	if n := a.Norm(); n > 0 {
		return a.Scale(1 / n)
	}
	return a
}

// normalize centres the points on the origin and scales them so that the mean length of an edge is
// one unit.
func normalize(coords []Vec, edges [][2]Point) {
	var middle Vec
	for _, c := range coords {
		middle = middle.Add(c.Scale(1 / float64(len(coords))))
	}
	length := 0.0
	for _, e := range edges {
		length += coords[e[0]].Distance(coords[e[1]]) / float64(len(edges))
	}
	factor := 1.0
	if length > 0 {
		factor = 1 / length
	}
	for i, c := range coords {
		coords[i] = c.Sub(middle).Scale(factor)
	}
}

// turn returns the angle of step i of n around a circle.
func turn(i, n int) float64 { return 2 * math.Pi * float64(i) / float64(n) }

// onCircle returns place i of n on a circle in the plane, clockwise from the
// top.
func onCircle(i, n int, r float64) Vec {
	s, c := math.Sincos(turn(i, n))
	return Vec{r * s, r * c, 0}
}

// OnSphere returns place i of n on a spiral that covers the unit sphere evenly. Each place is one
// golden angle after the one before.
func OnSphere(i, n int) Vec {
	golden := math.Pi * (3 - math.Sqrt(5))
	y := 1 - (2*float64(i)+1)/float64(n)
	s, c := math.Sincos(golden * float64(i))
	r := math.Sqrt(1 - y*y)
	return Vec{r * s, y, r * c}
}
