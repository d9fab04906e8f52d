package board_test

import (
	"math"
	"testing"

	"moyo/board"
)

// TestOnSphere: the places cover the sphere evenly from the top down, each one golden angle after
// the one before.
func TestOnSphere(t *testing.T) {
	golden := 2 * math.Pi * (1 - 2/(1+math.Sqrt(5)))
	for _, n := range []int{1, 2, 10, 500} {
		before := math.NaN()
		for i := range n {
			p := board.OnSphere(i, n)
			if r := math.Sqrt(p[0]*p[0] + p[1]*p[1] + p[2]*p[2]); math.Abs(r-1) > 1e-12 {
				t.Fatalf("place %d of %d is %v from the middle", i, n, r)
			}
			if want := 1 - (2*float64(i)+1)/float64(n); math.Abs(p[1]-want) > 1e-12 {
				t.Fatalf("place %d of %d is at height %v, want %v", i, n, p[1], want)
			}
			angle := math.Atan2(p[0], p[2])
			if turned := math.Mod(angle-before+4*math.Pi, 2*math.Pi); i > 0 && math.Abs(turned-golden) > 1e-6 {
				t.Fatalf("place %d of %d is turned by %v, want %v", i, n, turned, golden)
			}
			before = angle
		}
	}
}
