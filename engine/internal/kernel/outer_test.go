package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestAddOuter compares products of a transpose with vectors and in plain Go, for all sizes; nothing beside them is written.
func TestAddOuter(t *testing.T) {
	paths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(91, 92))
		random := func(n int) []float32 {
			v := make([]float32, n)
			for i := range v {
				v[i] = float32(r.NormFloat64())
			}
			return v
		}
		for _, to := range []int{16, 32, 48, 80} {
			for _, from := range []int{1, 3, 4, 7, 16, 36} {
				for _, rows := range []int{0, 1, 5, 127, 128, 300} {
					a, b, start := random(rows*from), random(rows*to), random(from*to+1)
					got, want := slices.Clone(start), slices.Clone(start)
					AddOuter(got, a, b, from, to)
					addOuterPlain(want, a, b, from, to)
					for i := range got {
						if math.Abs(float64(got[i]-want[i])) > 1e-4*math.Sqrt(float64(rows)+1) {
							t.Fatalf("%d rows, %d by %d: number %d is %v, want %v", rows, from, to, i, got[i], want[i])
						}
					}
				}
			}
		}
	})
}

// TestMask: zero, negative numbers and NaN mask.
func TestMask(t *testing.T) {
	paths(t, func(t *testing.T) {
		for n := range 40 {
			d, rows, want := make([]float32, n), make([]float32, n), make([]float32, n)
			for i := range d {
				d[i], rows[i] = float32(i+1), float32(i%3-1)
				if i%3 == 2 {
					want[i] = d[i]
				}
			}
			if Mask(d, rows); !slices.Equal(d, want) {
				t.Errorf("%v, want %v", d, want)
			}
		}
	})
}
