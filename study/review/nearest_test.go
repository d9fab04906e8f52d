package review

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestNearest compares with the best of all ways to merge neighbouring numbers, and with an example.
func TestNearest(t *testing.T) {
	r := rand.New(rand.NewPCG(91, 92))
	for range 3000 {
		n := 1 + r.IntN(7)
		values, weights, order := make([]float64, n), make([]float64, n), make([]ordering, n)
		for i := range n {
			values[i], weights[i], order[i] = float64(r.IntN(10))/10, float64(1+r.IntN(4)), ordering(r.IntN(3))
		}
		got, want := nearest(values, weights, order), slowNearest(values, weights, order)
		for i := range got {
			if math.Abs(got[i]-want[i]) > 1e-9 {
				t.Fatalf("values %v, weights %v, order %v: %v, want %v", values, weights, order, got, want)
			}
		}
	}
	got := nearest([]float64{0.5, 0.2, 0.15, 0.9}, []float64{1, 1, 1, 1}, []ordering{falling, rising, falling, equal})
	for i, want := range []float64{0.5, 0.2, 0.525, 0.525} {
		if math.Abs(got[i]-want) > 1e-9 {
			t.Errorf("%v", got)
		}
	}
}

// slowNearest tries all ways to merge neighbours: the best order is one of them.
func slowNearest(values, weights []float64, order []ordering) (best []float64) {
	n, least := len(values), math.Inf(1)
	for together := range 1 << (n - 1) {
		out, sum := make([]float64, n), 0.0
		for from := 0; from < n; {
			to, total, weight := from, 0.0, 0.0
			for {
				total, weight = total+weights[to]*values[to], weight+weights[to]
				if to++; to == n || together>>(to-1)&1 == 0 {
					break
				}
			}
			for i := from; i < to; i++ {
				out[i] = total / weight
				sum += weights[i] * (values[i] - out[i]) * (values[i] - out[i])
			}
			from = to
		}
		fits := true
		for i := range n - 1 {
			d := out[i] - out[i+1]
			fits = fits && (d == 0 || d > 0 && order[i] == falling || d < 0 && order[i] == rising)
		}
		if fits && sum < least-1e-12 {
			best, least = out, sum
		}
	}
	return best
}
