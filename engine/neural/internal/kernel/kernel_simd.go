//go:build goexperiment.simd && amd64

package kernel

import "simd/archsimd"

// vectors says whether sums and products are done by vectors here.
var vectors = archsimd.X86.AVX2() && archsimd.X86.FMA()

// What follows a function here may be compiled to instructions of SSE, which wait for the upper halves of the
// registers as long as these are in use: each function leaves them cleared.

type vec = archsimd.Float32x8

func load(p []float32) vec { return archsimd.LoadFloat32x8((*[8]float32)(p)) }

// mulRows sets RowsAtOnce rows of c, n apart, to the products of those of a, k
// long, and a panel.
func mulRows(c []float32, n int, a []float32, k int, panel []float32) {
	if !vectors || k == 0 {
		mulRowsPlain(c, n, a, k, panel)
		return
	}
	_, _, _ = c[(RowsAtOnce-1)*n+Width-1], a[RowsAtOnce*k-1], panel[Width*k-1] // what mulTile does not ask
	mulTile(&c[0], n, &a[0], k, &panel[0])
}

// mulTile is mulRows in assembly. Twelve sums, two rows of the panel and two numbers of a are as many as there are
// registers; what Go makes of the same by archsimd copies each number of a once more, since it knows only the fused
// multiplication that writes over a factor and not the one that writes over the sum, spills some, and takes two and a
// half times as long.
//
//go:noescape
func mulTile(c *float32, n int, a *float32, k int, panel *float32)

// mulOne is mulRow by vectors.
func mulOne(c, a, panel []float32) {
	if !vectors {
		mulRow(c, a, panel)
		return
	}
	var s0, s1 vec
	for i, v := range a {
		b := (*[Width]float32)(panel[Width*i:])
		x := archsimd.BroadcastFloat32x8(v)
		s0, s1 = x.MulAdd(load(b[:8]), s0), x.MulAdd(load(b[8:]), s1)
	}
	store(c, s0, s1)
	archsimd.ClearAVXUpperBits()
}

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

// SetSums sets, for each of the lists, width numbers of dst, from stride times its number on, to scale times the
// sum of the rows of src, width long, that it names.
func SetSums(dst []float32, stride int, src []float32, width int, l Lists, scale float32) {
	if !vectors || width < 8 {
		setSumsPlain(dst, stride, src, width, l, scale)
		return
	}
	x := archsimd.BroadcastFloat32x8(scale)
	c := 0
	for ; c+4*8 <= width; c += 4 * 8 {
		setSums32(dst[c:], stride, src[c:], width, l, x)
	}
	for ; c < width; c += 8 {
		c = min(c, width-8) // some columns once more are faster than the rest one by one
		setSums8(dst[c:], stride, src[c:], width, l, x)
	}
	archsimd.ClearAVXUpperBits()
}

// setSums32 is SetSums of 32 columns: four sums, since each waits for the one before.
func setSums32(dst []float32, stride int, src []float32, width int, l Lists, x vec) {
	for p := range l.Len() {
		var s0, s1, s2, s3 vec
		for _, i := range l.Of(p) {
			row := (*[32]float32)(src[int(i)*width:])
			s0, s1 = s0.Add(load(row[:8])), s1.Add(load(row[8:16]))
			s2, s3 = s2.Add(load(row[16:24])), s3.Add(load(row[24:]))
		}
		d := (*[32]float32)(dst[p*stride:])
		store(d[:16], x.Mul(s0), x.Mul(s1))
		store(d[16:], x.Mul(s2), x.Mul(s3))
	}
}

// setSums8 is SetSums of eight columns.
func setSums8(dst []float32, stride int, src []float32, width int, l Lists, x vec) {
	for p := range l.Len() {
		var s vec
		for _, i := range l.Of(p) {
			s = s.Add(load(src[int(i)*width:]))
		}
		x.Mul(s).Store((*[8]float32)(dst[p*stride:]))
	}
}

// AddRow adds row to each of the rows of dst, which are as long.
func AddRow(dst, row []float32) {
	if !vectors || len(row)%8 != 0 {
		addRowPlain(dst, row)
		return
	}
	for ; len(dst) > 0; dst = dst[len(row):] {
		d := dst[:len(row)]
		for i := 0; i+8 <= len(row); i += 8 {
			load(d[i:]).Add(load(row[i:])).Store((*[8]float32)(d[i:]))
		}
	}
	archsimd.ClearAVXUpperBits()
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

// AddRows adds to each row of dst the row of src that at names, none where that is below zero.
func AddRows(dst, src []float32, at []int32) {
	width := len(dst) / max(1, len(at))
	if !vectors || width%8 != 0 {
		addRowsPlain(dst, src, at)
		return
	}
	for r, i := range at {
		if i < 0 {
			continue
		}
		d, s := dst[r*width:(r+1)*width], src[int(i)*width:][:width]
		for c := 0; c+8 <= len(d); c += 8 {
			load(d[c:]).Add(load(s[c:])).Store((*[8]float32)(d[c:]))
		}
	}
	archsimd.ClearAVXUpperBits()
}

// ReluSum sets each row of dst to that of src and row together, without what is below zero.
func ReluSum(dst, src, row []float32) {
	if !vectors || len(row)%8 != 0 {
		reluSumPlain(dst, src, row)
		return
	}
	var zero vec
	for width := len(row); len(dst) > 0; dst, src = dst[width:], src[width:] {
		d, s := dst[:width], src[:width]
		for c := 0; c+8 <= len(row); c += 8 {
			load(s[c:]).Add(load(row[c:])).Max(zero).Store((*[8]float32)(d[c:]))
		}
	}
	archsimd.ClearAVXUpperBits()
}

// Grow adds to each row of x that of src with row, then all, and sets that of above to what is not below zero of it.
func Grow(x, above, src, row, all []float32) {
	if !vectors || len(row)%8 != 0 {
		growPlain(x, above, src, row, all)
		return
	}
	var zero vec
	all = all[:len(row)]
	for width := len(row); len(x) > 0; x, above, src = x[width:], above[width:], src[width:] {
		d, u, s := x[:width], above[:width], src[:width]
		for c := 0; c+8 <= len(row); c += 8 {
			sum := load(d[c:]).Add(load(s[c:]).Add(load(row[c:]))).Add(load(all[c:]))
			sum.Store((*[8]float32)(d[c:]))
			sum.Max(zero).Store((*[8]float32)(u[c:]))
		}
	}
	archsimd.ClearAVXUpperBits()
}

// Pool sets sum to the sum of rows, which are as long, and most to the largest of each number, or zero.
func Pool(sum, most, rows []float32) {
	width := len(sum)
	if !vectors || width%Width != 0 {
		poolPlain(sum, most, rows)
		return
	}
	for c := 0; c < width; c += Width {
		var s0, s1, m0, m1 vec
		for at := c; at < len(rows); at += width {
			row := (*[Width]float32)(rows[at:])
			x, y := load(row[:8]), load(row[8:])
			s0, s1, m0, m1 = s0.Add(x), s1.Add(y), m0.Max(x), m1.Max(y)
		}
		store(sum[c:], s0, s1)
		store(most[c:], m0, m1)
	}
	archsimd.ClearAVXUpperBits()
}
