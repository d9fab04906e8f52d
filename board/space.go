package board

import "math"

func (a Vec) add(b Vec) Vec             { return Vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a Vec) sub(b Vec) Vec             { return Vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a Vec) scale(f float64) Vec       { return Vec{a[0] * f, a[1] * f, a[2] * f} }
func (a Vec) dot(b Vec) float64         { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a Vec) norm() float64             { return math.Sqrt(a.dot(a)) }
func (a Vec) distance(b Vec) float64    { return a.sub(b).norm() }
func (a Vec) lerp(b Vec, t float64) Vec { return a.scale(1 - t).add(b.scale(t)) }

func (a Vec) cross(b Vec) Vec {
	return Vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// unit returns a at length 1; the zero vector stays what it is.
func (a Vec) unit() Vec {
	if n := a.norm(); n > 0 {
		return a.scale(1 / n)
	}
	return a
}

// normalize moves the points so that their middle is the origin and scales them
// so that an edge is one unit long on average.
func normalize(coords []Vec, edges [][2]Point) {
	var middle Vec
	for _, c := range coords {
		middle = middle.add(c.scale(1 / float64(len(coords))))
	}
	length := 0.0
	for _, e := range edges {
		length += coords[e[0]].distance(coords[e[1]]) / float64(len(edges))
	}
	factor := 1.0
	if length > 0 {
		factor = 1 / length
	}
	for i, c := range coords {
		coords[i] = c.sub(middle).scale(factor)
	}
}
