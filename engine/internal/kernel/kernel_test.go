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

// TestMul compares products of all odd sizes with sums in float64, within the bound in the package's documentation.
// the package states.
func TestMul(t *testing.T) {
	paths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 2))
		for _, n := range []int{16, 32, 48, 112} {
			for m := range 30 {
				for _, k := range []int{0, 1, 2, 7, 65} {
					testMul(t, r, m, k, n)
				}
			}
		}
	})
}

func testMul(t *testing.T, r *rand.Rand, m, k, n int) {
	a, b := random(r, m*k), random(r, k*n)
	c, whole := fenced(r, m*n)
	turned := make([]float32, k*n)
	for i := range k {
		for j := range n {
			turned[j*k+i] = b[i*n+j]
		}
	}
	var p, q Packed
	p.Pack(b, k, n)
	q.PackTransposed(turned, n, k)
	for what, mul := range map[string]func(){
		"by vectors": func() { Mul(c, a, m, &p) },
		"exactly":    func() { MulExact(c, a, m, &p) },
		"transposed": func() { Mul(c, a, m, &q) },
	} {
		what = fmt.Sprintf("%d×%d×%d %s", m, k, n, what)
		copy(c, random(r, m*n))
		mul()
		check(t, what, c, a, b, m, k, n)
		if !fences(whole, len(c)) {
			t.Fatalf("%s: written beside the product", what)
		}
	}
}

// TestMulRows multiplies with some rows of a matrix.
func TestMulRows(t *testing.T) {
	paths(t, func(t *testing.T) {
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
	})
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

// fence surrounds the numbers that a function may touch: NaN, so that reads show, too.
var fence = math.Float32frombits(0x7fc0beef)

// fenced returns n random numbers, and the whole array with the fences around them.
func fenced(r *rand.Rand, n int) (v, whole []float32) {
	whole = slices.Concat(slices.Repeat([]float32{fence}, Width), random(r, n), slices.Repeat([]float32{fence}, Width))
	return whole[Width : Width+n : Width+n], whole
}

// fences reports whether the fences around n numbers are intact.
func fences(whole []float32, n int) bool {
	for i, v := range whole {
		if (i < Width || i >= Width+n) && math.Float32bits(v) != math.Float32bits(fence) {
			return false
		}
	}
	return true
}

// sheet is the arguments of a function, all with fences: rows of width numbers and single rows.
type sheet struct {
	width                  int
	dst, more, src, sparse []float32 // rows; those of sparse are three more apart
	row, all               []float32
	at, some               []int32 // some: -1 for none
	lists                  Lists
	memory                 [][]float32 // all of it
}

func newSheet(seed uint64, width, rows int) *sheet {
	r := rand.New(rand.NewPCG(seed, 10))
	s := &sheet{width: width}
	take := func(n int) []float32 {
		v, whole := fenced(r, n)
		s.memory = append(s.memory, whole)
		return v
	}
	s.dst, s.more, s.src, s.sparse = take(rows*width), take(rows*width), take(rows*width), take(rows*(width+3))
	s.row, s.all = take(width), take(width)
	for i := range rows {
		s.at, s.some = append(s.at, int32(r.IntN(rows))), append(s.some, int32(r.IntN(rows+1)-1))
		s.lists.Append(s.at[:i])
	}
	return s
}

// twins are the functions, each with a plain Go version that adds in the same order.
var twins = []struct {
	name        string
	fast, plain func(s *sheet)
}{
	{"Add", func(s *sheet) { Add(s.dst, s.src) }, func(s *sheet) { addPlain(s.dst, s.src) }},
	{"Add of less", func(s *sheet) { Add(s.row[s.width/3:], s.all) }, func(s *sheet) { addPlain(s.row[s.width/3:], s.all) }},
	{"Relu", func(s *sheet) { Relu(s.dst, s.src) }, func(s *sheet) { reluPlain(s.dst, s.src) }},
	{"Relu in place", func(s *sheet) { Relu(s.dst, s.dst) }, func(s *sheet) { reluPlain(s.dst, s.dst) }},
	{"Sum", func(s *sheet) { Sum(s.row, s.sparse, s.at, s.width+3, 0.3) }, func(s *sheet) { sumPlain(s.row, s.sparse, s.at, s.width+3, 0.3) }},
	{"SetSums", func(s *sheet) { SetSums(s.sparse, s.width+3, s.src, s.width, s.lists, 0.3) },
		func(s *sheet) { setSumsPlain(s.sparse, s.width+3, s.src, s.width, s.lists, 0.3) }},
	{"AddRow", func(s *sheet) { AddRow(s.dst, s.row) }, func(s *sheet) { addRowPlain(s.dst, s.row) }},
	{"AddRows", func(s *sheet) { AddRows(s.dst, s.src, s.some) }, func(s *sheet) { addRowsPlain(s.dst, s.src, s.some) }},
	{"ReluSum", func(s *sheet) { ReluSum(s.dst, s.src, s.row) }, func(s *sheet) { reluSumPlain(s.dst, s.src, s.row) }},
	{"ReluSum of less", func(s *sheet) { ReluSum(s.dst[min(3, len(s.dst)):], s.src, s.row) },
		func(s *sheet) { reluSumPlain(s.dst[min(3, len(s.dst)):], s.src, s.row) }},
	{"Grow", func(s *sheet) { Grow(s.dst, s.more, s.src, s.row, s.all) }, func(s *sheet) { growPlain(s.dst, s.more, s.src, s.row, s.all) }},
	{"Pool", func(s *sheet) { Pool(s.row, s.all, s.src) }, func(s *sheet) { poolPlain(s.row, s.all, s.src) }},
}

// TestTwins compares vectors with plain Go: both leave the same in all of the memory.
func TestTwins(t *testing.T) {
	paths(t, func(t *testing.T) {
		for width := 1; width <= 70; width++ {
			for rows := range 6 {
				for _, f := range twins {
					seed := uint64(width*10 + rows)
					got, want := newSheet(seed, width, rows), newSheet(seed, width, rows)
					f.fast(got)
					f.plain(want)
					for i := range got.memory {
						if !slices.EqualFunc(got.memory[i], want.memory[i], same) {
							t.Fatalf("%s, %d rows of %d: %v, want %v", f.name, rows, width, got.memory[i], want.memory[i])
						}
					}
				}
			}
		}
	})
}

// same reports whether two numbers are equal, or both NaN.
func same(x, y float32) bool { return x == y || x != x && math.Float32bits(x) == math.Float32bits(y) }

// TestNothing gives each function empty arguments.
func TestNothing(t *testing.T) {
	paths(t, func(*testing.T) {
		Add(nil, nil)
		Relu(nil, nil)
		Sum(nil, nil, nil, 0, 1)
		Sum(nil, nil, []int32{3}, 0, 1)
		SetSums(nil, 0, nil, 0, Lists{}, 1)
		SetSums(nil, 32, nil, 32, Lists{}, 1)
		AddRow(nil, nil)
		AddRow(nil, make([]float32, Width))
		AddRows(nil, nil, nil)
		AddRows(make([]float32, Width), nil, []int32{-1})
		ReluSum(nil, nil, nil)
		Grow(nil, nil, nil, nil, nil)
		Pool(nil, nil, nil)
		var p Packed
		p.Pack(nil, 5, 0)
		Mul(nil, make([]float32, 5*7), 7, &p)
	})
}

// TestTooLittle gives each function too short arguments: it must not write beside them.
func TestTooLittle(t *testing.T) {
	v := func(n int) []float32 { return make([]float32, n, max(n, 1)) }
	far := func(i int32) (l Lists) { l.Append([]int32{0, i}); return l }
	var p Packed
	p.Pack(v(8*2*Width), 8, 2*Width)
	for what, f := range map[string]func(){
		"Add, src":           func() { Add(v(64), v(63)) },
		"Relu, src":          func() { Relu(v(64), v(63)) },
		"Sum, src":           func() { Sum(v(32), v(63), []int32{0, 1}, 32, 1) },
		"Sum, a row":         func() { Sum(v(32), v(64), []int32{0, 2}, 32, 1) },
		"Sum, a row below":   func() { Sum(v(32), v(64), []int32{0, -1}, 32, 1) },
		"SetSums, src":       func() { SetSums(v(64), 64, v(127), 64, far(1), 1) },
		"SetSums, a row":     func() { SetSums(v(64), 64, v(128), 64, far(2), 1) },
		"SetSums, dst":       func() { SetSums(v(63), 64, v(128), 64, far(1), 1) },
		"AddRows, a row":     func() { AddRows(v(64), v(64), []int32{0, 2}) },
		"AddRows, src":       func() { AddRows(v(64), v(63), []int32{0, 1}) },
		"AddRows, none":      func() { AddRows(v(64), nil, []int32{0, 1}) },
		"ReluSum, src":       func() { ReluSum(v(64), v(63), v(32)) },
		"Grow, above":        func() { Grow(v(64), v(63), v(64), v(32), v(32)) },
		"Grow, src":          func() { Grow(v(64), v(64), v(63), v(32), v(32)) },
		"Grow, all":          func() { Grow(v(64), v(64), v(64), v(32), v(31)) },
		"Pool, most":         func() { Pool(v(32), v(31), v(64)) },
		"Mul, c":             func() { Mul(v(6*32-1), v(6*8), 6, &p) },
		"Mul, a":             func() { Mul(v(6*32), v(6*8-1), 6, &p) },
		"Mul, c of few rows": func() { Mul(v(31), v(8), 1, &p) },
		"Mul, a of few rows": func() { Mul(v(32), v(7), 1, &p) },
	} {
		paths(t, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", what)
				}
			}()
			f()
		})
	}
}

// TestNaN: NaN survives where negative numbers become zero.
func TestNaN(t *testing.T) {
	paths(t, func(t *testing.T) {
		src := slices.Repeat([]float32{fence}, 2*Width+3)
		dst, row := make([]float32, len(src)), make([]float32, Width)
		Relu(dst, src)
		ReluSum(src[:2*Width], src[:2*Width], row)
		for i := range dst {
			if dst[i] == dst[i] || src[i] == src[i] {
				t.Fatalf("at %d: %v and %v", i, dst[i], src[i])
			}
		}
	})
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
