package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomBytes returns n random bytes, with more at the ends of the range.
func randomBytes(r *rand.Rand, n int) []byte {
	v := make([]byte, n)
	for i := range v {
		v[i] = [...]byte{0, mostByte, byte(r.IntN(256)), byte(r.IntN(256))}[r.IntN(4)]
	}
	return v
}

// TestMulBytes compares products of bytes with integer sums, with vectors and in
// plain Go, and checks that nothing is written beside them.
func TestMulBytes(t *testing.T) {
	bytePaths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(31, 32))
		for _, n := range []int{16, 32, 48, 64} {
			for m := range 26 {
				for _, k := range []int{0, 4, 8, 192} {
					testMulBytes(t, r, m, k, n)
				}
			}
		}
	})
}

func testMulBytes(t *testing.T, r *rand.Rand, m, k, n int) {
	t.Helper()
	b := random(r, 2*k*n)
	if k > 0 {
		b[r.IntN(k)*n] *= 100 // a column whose other numbers are almost zero
	}
	whole := PackBytes(b, 2*k, n)
	p := whole.Rows(k, 2*k)
	a, unit := randomBytes(r, m*k), r.Float32()
	c, fence := fenced(r, m*n)
	MulBytes(c, a, m, unit, &p)
	for i := range m {
		for j := range n {
			sum := 0
			for x := range k {
				sum += int(a[i*k+x]) * int(whole.data[whole.place(k+x, j)])
			}
			if want := float32(float32(sum)*unit) * whole.unit[j]; c[i*n+j] != want {
				t.Fatalf("%d×%d×%d: at %d, %d: %v, want %v", m, k, n, i, j, c[i*n+j], want)
			}
		}
	}
	if !fences(fence, len(c)) {
		t.Fatalf("%d×%d×%d: written beside the product", m, k, n)
	}
}

// TestPackBytes measures the rounding errors of weights: at most half a step of the largest of their column.
func TestPackBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	const k, n = 20, 32
	b := random(r, k*n)
	for i := range k {
		b[i*n+7] = 0
	}
	p := PackBytes(b, k, n)
	for j := range n {
		most := float32(0)
		for i := range k {
			most = max(most, float32(math.Abs(float64(b[i*n+j]))))
		}
		for i := range k {
			got := float32(p.data[p.place(i, j)]) * p.unit[j]
			if off := math.Abs(float64(got - b[i*n+j])); off > float64(most)/mostInt8*0.5001 {
				t.Fatalf("row %d, column %d: %v for %v, the largest is %v", i, j, got, b[i*n+j], most)
			}
		}
	}
}

// TestRound compares bytes with their inputs.
func TestRound(t *testing.T) {
	bytePaths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(35, 36))
		for _, n := range []int{1, 16, 17, 64, 100} {
			v := random(r, n)
			Relu(v, v)
			v[n/2] = 3.5
			most := make([]float32, n)
			unit, ones := Unit(v, make([]float32, n), most)
			if unit != slices.Max(v)/mostByte {
				t.Fatalf("a unit of %v, of up to %v", unit, slices.Max(v))
			}
			dst := slices.Repeat([]byte{77}, n+8)
			Round(dst[4:4+n], v, ones)
			for i, x := range v {
				if off := math.Abs(float64(float32(dst[4+i])*unit - x)); off > float64(unit)*0.5001 {
					t.Fatalf("%d times %v for %v", dst[4+i], unit, x)
				}
			}
			if string(dst[:4]) != "MMMM" || string(dst[4+n:]) != "MMMM" {
				t.Fatal("written beside the bytes")
			}
			Round(dst[4:4+n], v, 3*ones)
			if dst[4+n/2] != mostByte {
				t.Fatalf("too large a number is %d", dst[4+n/2])
			}
		}
		if unit, ones := Unit(make([]float32, 64), make([]float32, 64), make([]float32, 64)); unit != 0 || ones != 0 {
			t.Errorf("of nothing the unit is %v, %v ones", unit, ones)
		}
	})
}

// TestByteSums compares sums of rows of bytes with integer sums, including lists of the largest length.
func TestByteSums(t *testing.T) {
	bytePaths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(37, 38))
		const rows = 9
		for _, width := range []int{16, 32, 48, 64, 96} {
			for _, scale := range []float32{1, 0.5, 1. / 3, 0.25, 1. / MostListed} {
				var l Lists
				for p := range 7 {
					n := r.IntN(6)
					if p == 5 {
						n = MostListed
					}
					list := make([]int32, n)
					for i := range list {
						list[i] = int32(r.IntN(rows))
					}
					l.Append(list)
				}
				src, stride := randomBytes(r, rows*width), width+5
				dst := slices.Repeat([]byte{77}, 7*stride)
				SetByteSums(dst, stride, src, width, l, scale)
				for p := range l.Len() {
					for c := range width {
						sum := 0
						for _, i := range l.Of(p) {
							sum += int(src[int(i)*width+c])
						}
						got, want := float64(dst[p*stride+c]), min(mostByte, float64(sum)*float64(scale))
						if math.Abs(got-want) > 0.5+float64(sum)/halfWords {
							t.Fatalf("width %d: %v times the sum %d is %v", width, scale, sum, got)
						}
						if want := byte(min(mostByte, (int32(sum)*factor(scale)+halfWords/2)>>15)); dst[p*stride+c] != want {
							t.Fatalf("width %d: %v times the sum %d is %v, want %v", width, scale, sum, got, want)
						}
					}
					if rest := dst[p*stride+width : (p+1)*stride]; string(rest) != "MMMMM" {
						t.Fatalf("width %d: written beside the sums", width)
					}
				}
			}
		}
	})
}
