package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func random(r *rand.Rand, n int) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	return v
}

// TestMul compares products of all odd sizes with sums in float64, within the bound that
// the package states.
func TestMul(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{16, 32, 48} {
		for m := range 20 {
			for _, k := range []int{1, 2, 7, 16, 65} {
				a, b, c := random(r, m*k), random(r, k*n), random(r, m*n)
				var p Packed
				p.Pack(b, k, n)
				Mul(c, a, m, &p)
				check(t, fmt.Sprintf("%d×%d×%d", m, k, n), c, a, b, m, k, n)
				clear(c)
				MulExact(c, a, m, &p)
				check(t, fmt.Sprintf("%d×%d×%d exactly", m, k, n), c, a, b, m, k, n)
				turned := make([]float32, k*n)
				for i := range k {
					for j := range n {
						turned[j*k+i] = b[i*n+j]
					}
				}
				p.PackTransposed(turned, n, k)
				clear(c)
				Mul(c, a, m, &p)
				check(t, fmt.Sprintf("%d×%d×%d transposed", m, k, n), c, a, b, m, k, n)
			}
		}
	}
}

func check(t *testing.T, what string, c, a, b []float32, m, k, n int) {
	t.Helper()
	const ulp = 1.0 / (1 << 23)
	for i := range m {
		for j := range n {
			want, size := 0.0, 0.0
			for x := range k {
				p := float64(a[i*k+x]) * float64(b[x*n+j])
				want += p
				size += math.Abs(p)
			}
			if got := float64(c[i*n+j]); math.Abs(got-want) > float64(k)*ulp*size {
				t.Fatalf("%s: at %d, %d: %v, want %v", what, i, j, got, want)
			}
		}
	}
}

// TestTwin compares what is done by vectors with plain Go.
func TestTwin(t *testing.T) {
	if !vectors {
		t.Skip("built without vectors, or the processor has none")
	}
	r := rand.New(rand.NewPCG(3, 4))
	const k, n = 97, 32
	a, b := random(r, rowsAtOnce*k), random(r, k*Width)
	fast, plain := make([]float32, rowsAtOnce*n), make([]float32, rowsAtOnce*n)
	mulRows(fast, n, a, k, b)
	mulRowsPlain(plain, n, a, k, b)
	for i := range fast {
		if d := math.Abs(float64(fast[i] - plain[i])); d > 1e-4 {
			t.Fatalf("at %d: %v by vectors, %v plain", i, fast[i], plain[i])
		}
	}
	for size := range 40 {
		x, y := random(r, size), random(r, size)
		sum := append([]float32(nil), x...)
		addPlain(sum, y)
		Add(x, y)
		for i := range x {
			if x[i] != sum[i] {
				t.Fatalf("Add of %d: at %d %v, want %v", size, i, x[i], sum[i])
			}
		}
	}
}

// TestSum adds up rows of all widths, by both twins.
func TestSum(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	const stride = 40
	src := random(r, 10*stride)
	for width := range 36 {
		for _, at := range [][]int32{nil, {3}, {9, 0, 4}} {
			dst := random(r, width)
			want := make([]float64, width)
			for c := range want {
				want[c] = float64(dst[c])
				for _, i := range at {
					want[c] += 0.25 * float64(src[int(i)*stride+c])
				}
			}
			plain := append([]float32(nil), dst...)
			sumPlain(plain, src, at, stride, 0.25)
			set := random(r, width)
			SetSum(set, src, at, stride, 0.25)
			again := make([]float32, width)
			Sum(again, src, at, stride, 0.25)
			if !slices.Equal(set, again) {
				t.Fatalf("width %d, rows %v: set to %v, want %v", width, at, set, again)
			}
			Sum(dst, src, at, stride, 0.25)
			for c, w := range want {
				if dst[c] != plain[c] || math.Abs(float64(plain[c])-w) > 1e-5 {
					t.Fatalf("width %d, rows %v, at %d: %v, plain %v, want %v", width, at, c, dst[c], plain[c], w)
				}
			}
		}
	}
}

// TestLargest compares the larger of two numbers, and of a number and zero, in rows of all widths.
func TestLargest(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for size := range 40 {
		x, y := random(r, size), random(r, size)
		above, most := random(r, size), slices.Clone(x)
		Relu(above, x)
		Most(most, y)
		for i := range x {
			if above[i] != max(x[i], 0) || most[i] != max(x[i], y[i]) {
				t.Fatalf("of %v and %v: above zero %v, the larger %v", x[i], y[i], above[i], most[i])
			}
		}
	}
}

func BenchmarkMul(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 6))
	const m, k, n = 81, 128, 32
	x, y, c := random(r, m*k), random(r, k*n), make([]float32, m*n)
	var p Packed
	p.Pack(y, k, n)
	for b.Loop() {
		Mul(c, x, m, &p)
	}
	b.ReportMetric(float64(m*k*n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GMAC/s")
}
