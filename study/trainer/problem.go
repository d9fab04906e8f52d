package trainer

import "moyo/contest/rating"

// NewProblem is the rating of a problem that was rated by how hard it is to read
// out, and by nobody's trying.
func NewProblem(points float64) rating.Rating {
	return rating.Rating{Points: points, Deviation: 120, Volatility: 0.03}
}
