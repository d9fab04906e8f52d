package board

import (
	"cmp"
	"math"
	"slices"
)

func (a Vec) add(b Vec) Vec          { return Vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a Vec) sub(b Vec) Vec          { return Vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a Vec) scale(f float64) Vec    { return Vec{a[0] * f, a[1] * f, a[2] * f} }
func (a Vec) dot(b Vec) float64      { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a Vec) norm() float64          { return math.Sqrt(a.dot(a)) }
func (a Vec) distance(b Vec) float64 { return a.sub(b).norm() }

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

// round cuts a coordinate to the digits that custom boards keep.
func round(x float64) float64 {
	const digits = 1e6
	return math.Round(x*digits)/digits + 0 // + 0 turns -0 into 0
}

// flattest returns the unit vector along which the vectors, taken from their
// mean, vary least, and the variances along the axes, least first.
func flattest(vs []Vec) (Vec, [3]float64) {
	var mean Vec
	for _, v := range vs {
		mean = mean.add(v.scale(1 / float64(len(vs))))
	}
	var m [3]Vec
	for _, v := range vs {
		d := v.sub(mean)
		for i := range m {
			m[i] = m[i].add(d.scale(d[i] / float64(len(vs))))
		}
	}
	axes := eigen(&m)
	order := []int{0, 1, 2}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(m[a][a], m[b][b]) })
	return axes[order[0]], [3]float64{m[order[0]][order[0]], m[order[1]][order[1]], m[order[2]][order[2]]}
}

// eigen turns a symmetric matrix into diagonal form by Jacobi's rotations and
// returns the eigenvectors in the order of the diagonal.
func eigen(m *[3]Vec) [3]Vec {
	axes := [3]Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	for range 12 { // sweeps; a handful is enough
		for _, ij := range [3][2]int{{0, 1}, {0, 2}, {1, 2}} {
			i, j := ij[0], ij[1]
			if m[i][j] == 0 {
				continue
			}
			s, c := math.Sincos(0.5 * math.Atan2(2*m[i][j], m[j][j]-m[i][i]))
			for k := range 3 { // columns
				m[k][i], m[k][j] = c*m[k][i]-s*m[k][j], s*m[k][i]+c*m[k][j]
			}
			m[i], m[j] = m[i].scale(c).sub(m[j].scale(s)), m[i].scale(s).add(m[j].scale(c))
			axes[i], axes[j] = axes[i].scale(c).sub(axes[j].scale(s)), axes[i].scale(s).add(axes[j].scale(c))
		}
	}
	return axes
}
