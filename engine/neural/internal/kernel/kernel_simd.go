//go:build goexperiment.simd && amd64

package kernel

import "simd/archsimd"

// vectors says whether sums and products are done by vectors here.
var vectors = archsimd.X86.AVX2() && archsimd.X86.FMA()

// What follows a function here may be compiled to instructions of SSE, which wait for the upper halves of the
// registers as long as these are in use: each function leaves them cleared.

type vec = archsimd.Float32x8

func load(p []float32) vec { return archsimd.LoadFloat32x8((*[8]float32)(p)) }

// mulRows sets rowsAtOnce rows of c, n apart, to the products of those of a, k
// long, and a panel.
func mulRows(c []float32, n int, a []float32, k int, panel []float32) {
	if !vectors || k == 0 {
		mulRowsPlain(c, n, a, k, panel)
		return
	}
	_, _, _ = c[(rowsAtOnce-1)*n+Width-1], a[rowsAtOnce*k-1], panel[Width*k-1] // what mulTile does not ask
	mulTile(&c[0], n, &a[0], k, &panel[0])
}

// mulTile is mulRows in assembly. Twelve sums, two rows of the panel and two numbers of a are as many as there are
// registers; what Go makes of the same by archsimd copies each number of a once more, since it knows only the fused
// multiplication that writes over a factor and not the one that writes over the sum, spills some, and takes two and a
// half times as long.
//
//go:noescape
func mulTile(c *float32, n int, a *float32, k int, panel *float32)

func store(c []float32, x, y vec) {
	x.Store((*[8]float32)(c))
	y.Store((*[8]float32)(c[8:]))
}

// Add adds src to dst, which may be shorter.
func Add(dst, src []float32) {
	if !vectors {
		addPlain(dst, src)
		return
	}
	src = src[:len(dst)]
	i := 0
	for ; i+8 <= len(dst); i += 8 {
		load(dst[i:]).Add(load(src[i:])).Store((*[8]float32)(dst[i:]))
	}
	archsimd.ClearAVXUpperBits()
	for ; i < len(dst); i++ {
		dst[i] += src[i]
	}
}

// Sum adds to dst scale times the sum of the rows of src that at names. Row i is
// the numbers from i times stride on.
func Sum(dst, src []float32, at []int32, stride int, scale float32) {
	if !vectors {
		sumPlain(dst, src, at, stride, scale)
		return
	}
	x := archsimd.BroadcastFloat32x8(scale)
	c := 0
	for ; c+Width <= len(dst); c += Width {
		s0, s1 := sumColumns(src, at, stride, c)
		d := dst[c : c+Width]
		store(d, load(d).Add(x.Mul(s0)), load(d[8:]).Add(x.Mul(s1))) // as plain Go rounds
	}
	archsimd.ClearAVXUpperBits()
	if c < len(dst) {
		sumPlain(dst[c:], src[min(c, len(src)):], at, stride, scale)
	}
}

// SetSum sets dst to what Sum would add to it.
func SetSum(dst, src []float32, at []int32, stride int, scale float32) {
	if !vectors {
		setSumPlain(dst, src, at, stride, scale)
		return
	}
	x := archsimd.BroadcastFloat32x8(scale)
	c := 0
	for ; c+Width <= len(dst); c += Width {
		s0, s1 := sumColumns(src, at, stride, c)
		store(dst[c:c+Width], x.Mul(s0), x.Mul(s1))
	}
	archsimd.ClearAVXUpperBits()
	if c < len(dst) {
		setSumPlain(dst[c:], src[min(c, len(src)):], at, stride, scale)
	}
}

// sumColumns returns the sums of the Width columns from c on.
func sumColumns(src []float32, at []int32, stride, c int) (s0, s1 vec) {
	for _, i := range at {
		row := (*[Width]float32)(src[int(i)*stride+c:])
		s0, s1 = s0.Add(load(row[:8])), s1.Add(load(row[8:]))
	}
	return s0, s1
}

// Relu sets dst to src without what is below zero.
func Relu(dst, src []float32) {
	src = src[:len(dst)]
	i := 0
	if vectors {
		var zero vec
		for ; i+8 <= len(dst); i += 8 {
			load(src[i:]).Max(zero).Store((*[8]float32)(dst[i:]))
		}
		archsimd.ClearAVXUpperBits()
	}
	reluPlain(dst[i:], src[i:])
}

// Most sets each number of dst to that of src where it is larger.
func Most(dst, src []float32) {
	src = src[:len(dst)]
	i := 0
	if vectors {
		for ; i+8 <= len(dst); i += 8 {
			load(dst[i:]).Max(load(src[i:])).Store((*[8]float32)(dst[i:]))
		}
		archsimd.ClearAVXUpperBits()
	}
	mostPlain(dst[i:], src[i:])
}
