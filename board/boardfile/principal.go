package boardfile

import (
	"cmp"
	"math"
	"slices"

	"moyo/board"
)

// round rounds a coordinate to the digits of custom boards.
func round(x float64) float64 {
	const digits = 1e6
	return math.Round(x*digits)/digits + 0 // + 0 turns -0 into 0
}

// flattest returns the unit vector along which the centred vectors vary least, and the variances
// along the axes, least first.
func flattest(vs []board.Vec) (board.Vec, [3]float64) {
	var mean board.Vec
	for _, v := range vs {
		mean = mean.Add(v.Scale(1 / float64(len(vs))))
	}
	var m [3]board.Vec
	for _, v := range vs {
		d := v.Sub(mean)
		for i := range m {
			m[i] = m[i].Add(d.Scale(d[i] / float64(len(vs))))
		}
	}
	axes := eigen(&m)
	order := []int{0, 1, 2}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(m[a][a], m[b][b]) })
	return axes[order[0]], [3]float64{m[order[0]][order[0]], m[order[1]][order[1]], m[order[2]][order[2]]}
}

// eigen diagonalizes a symmetric matrix by Jacobi rotations and returns the eigenvectors in the
// order of the diagonal.
func eigen(m *[3]board.Vec) [3]board.Vec {
	axes := [3]board.Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	for range 12 { // sweeps; a few are enough
		for _, ij := range [3][2]int{{0, 1}, {0, 2}, {1, 2}} {
			i, j := ij[0], ij[1]
			if m[i][j] == 0 {
				continue
			}
			s, c := math.Sincos(0.5 * math.Atan2(2*m[i][j], m[j][j]-m[i][i]))
			for k := range 3 { // columns
				m[k][i], m[k][j] = c*m[k][i]-s*m[k][j], s*m[k][i]+c*m[k][j]
			}
			m[i], m[j] = m[i].Scale(c).Sub(m[j].Scale(s)), m[i].Scale(s).Add(m[j].Scale(c))
			axes[i], axes[j] = axes[i].Scale(c).Sub(axes[j].Scale(s)), axes[i].Scale(s).Add(axes[j].Scale(c))
		}
	}
	return axes
}
