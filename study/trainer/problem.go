package trainer

import "moyo/contest/rating"

// NewProblem returns the rating of a problem by its computed difficulty, before any attempts.
func NewProblem(points float64) rating.Rating {
	return rating.Rating{Points: points, Deviation: 120, Volatility: 0.03}
}
