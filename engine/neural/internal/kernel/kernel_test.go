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

// TestMulRows multiplies with some rows of a matrix.
func TestMulRows(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	const m, k, n, from, to = 13, 24, 32, 5, 19
	a, b := random(r, m*(to-from)), random(r, k*n)
	var p Packed
	p.Pack(b, k, n)
	some := p.Rows(from, to)
	some = some.Rows(1, to-from)
	for _, mul := range []func(c, a []float32, m int, b *Packed){Mul, MulExact} {
		c := make([]float32, m*n)
		mul(c, a, m, &some)
		check(t, "some rows", c, a, b[(from+1)*n:to*n], m, to-from-1, n)
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
	a, b := random(r, RowsAtOnce*k), random(r, k*Width)
	fast, plain := make([]float32, RowsAtOnce*n), make([]float32, RowsAtOnce*n)
	mulRows(fast, n, a, k, b)
	mulRowsPlain(plain, n, a, k, b)
	for i := range fast {
		if d := math.Abs(float64(fast[i] - plain[i])); d > 1e-4 {
			t.Fatalf("at %d: %v by vectors, %v plain", i, fast[i], plain[i])
		}
	}
	right := random(r, k*Width)
	mulThree(fast, n, a, k, b, right)
	mulThreePlain(plain, n, a, k, b, right)
	for i := range fast {
		if d := math.Abs(float64(fast[i] - plain[i])); d > 1e-4 {
			t.Fatalf("two panels, at %d: %v by vectors, %v plain", i, fast[i], plain[i])
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
			Sum(dst, src, at, stride, 0.25)
			for c, w := range want {
				if dst[c] != plain[c] || math.Abs(float64(plain[c])-w) > 1e-5 {
					t.Fatalf("width %d, rows %v, at %d: %v, plain %v, want %v", width, at, c, dst[c], plain[c], w)
				}
			}
		}
	}
}

// TestRows compares what is done with all rows of a matrix at once with plain Go.
func TestRows(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	var lists Lists
	for _, l := range [][]int32{nil, {3}, {1, 0, 2}, {2, 3}} {
		lists.Append(l)
	}
	for width := 1; width < 70; width++ {
		const rows = 4
		stride := width + 3
		src := random(r, rows*width)
		got, want := random(r, rows*stride), make([]float32, rows*stride)
		copy(want, got)
		compare := func(what string, got, want []float32) {
			t.Helper()
			if !slices.Equal(got, want) {
				t.Fatalf("%s, width %d: %v, want %v", what, width, got, want)
			}
		}
		SetSums(got, stride, src, width, lists, 0.25)
		setSumsPlain(want, stride, src, width, lists, 0.25)
		compare("SetSums", got, want)
		row := random(r, width)
		got = slices.Clone(src)
		AddRow(got, row)
		for i := range got {
			if got[i] != src[i]+row[i%width] {
				t.Fatalf("AddRow, width %d, at %d: %v", width, i, got[i])
			}
		}
		got, want = slices.Clone(src), slices.Clone(src)
		AddRows(got, src, []int32{2, -1, 0, 2})
		addRowsPlain(want, src, []int32{2, -1, 0, 2})
		compare("AddRows", got, want)
		ReluSum(got, src, row)
		reluSumPlain(want, src, row)
		compare("ReluSum", got, want)
		above, aboveWant, all := random(r, rows*width), make([]float32, rows*width), random(r, width)
		Grow(got, above, src, row, all)
		growPlain(want, aboveWant, src, row, all)
		compare("Grow", got, want)
		compare("Grow, above", above, aboveWant)
		sum, most := random(r, width), random(r, width)
		Pool(sum, most, src)
		for i := range sum {
			if x := []float32{src[i], src[width+i], src[2*width+i], src[3*width+i]}; sum[i] != x[0]+x[1]+x[2]+x[3] || most[i] != max(slices.Max(x), 0) {
				t.Fatalf("Pool, width %d: %v and %v of %v", width, sum[i], most[i], x)
			}
		}
	}
}

// TestRelu compares numbers with zero, in rows of all widths.
func TestRelu(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for size := range 40 {
		x, above := random(r, size), random(r, size)
		Relu(above, x)
		for i := range x {
			if above[i] != max(x[i], 0) {
				t.Fatalf("of %v above zero %v", x[i], above[i])
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
