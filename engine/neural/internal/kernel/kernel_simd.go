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

// mulThree sets flatRows rows of c, n apart, to the products of those of a, k long, and two panels.
func mulThree(c []float32, n int, a []float32, k int, left, right []float32) {
	if !vectors || k == 0 {
		mulThreePlain(c, n, a, k, left, right)
		return
	}
	_, _, _, _ = c[(flatRows-1)*n+2*Width-1], a[flatRows*k-1], left[Width*k-1], right[Width*k-1]
	mulFlat(&c[0], n, &a[0], k, &left[0], &right[0])
}

// mulFlat is mulThree in assembly.
//
//go:noescape
func mulFlat(c *float32, n int, a *float32, k int, left, right *float32)

// mulOne is mulRow by vectors.
func mulOne(c, a, panel []float32) {
	if !vectors || len(a) == 0 {
		mulRow(c, a, panel)
		return
	}
	_, _ = c[Width-1], panel[Width*len(a)-1]
	mulRow16(&c[0], &a[0], len(a), &panel[0])
}

// mulRow16 is mulOne in assembly.
//
//go:noescape
func mulRow16(c, a *float32, k int, panel *float32)

func store(c []float32, x, y vec) {
	p := (*[Width]float32)(c)
	x.Store((*[8]float32)(p[:8]))
	y.Store((*[8]float32)(p[8:]))
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

// sumColumns returns the sums of the Width columns from c on.
func sumColumns(src []float32, at []int32, stride, c int) (s0, s1 vec) {
	for _, i := range at {
		x, y := two(src, int(i)*stride+c)
		s0, s1 = s0.Add(x), s1.Add(y)
	}
	return s0, s1
}

// SetSums sets, for each of the lists, width numbers of dst, from stride times its number on, to scale times the
// sum of the rows of src, width long, that it names.
func SetSums(dst []float32, stride int, src []float32, width int, l Lists, scale float32) {
	if !vectors || width < 8 {
		setSumsPlain(dst, stride, src, width, l, scale)
		return
	}
	n, c := l.Len(), 0
	if n > 0 && len(l.to) > 0 {
		_, _ = dst[(n-1)*stride+width-1], src[int(l.top)*width+width-1] // what sums32 does not ask
		for ; c+4*8 <= width; c += 4 * 8 {
			sums32(&dst[c], stride, &src[c], width, &l.start[0], n, &l.to[0], scale)
		}
	}
	x := archsimd.BroadcastFloat32x8(scale)
	for ; c < width; c += 8 {
		c = min(c, width-8) // some columns once more are faster than the rest one by one
		setSums8(dst[c:], stride, src[c:], width, l, x)
	}
	archsimd.ClearAVXUpperBits()
}

// sums32 is SetSums of 32 columns of one list or more, in assembly: four sums, since each waits for the one before.
//
//go:noescape
func sums32(dst *float32, stride int, src *float32, width int, start *int32, lists int, to *int32, scale float32)

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
	if !vectors || len(row)%Width != 0 {
		addRowPlain(dst, row)
		return
	}
	for c := 0; c < len(row); c += Width {
		r0, r1 := two(row, c)
		for at := c; at < len(dst); at += len(row) {
			d0, d1 := two(dst, at)
			store(dst[at:], d0.Add(r0), d1.Add(r1))
		}
	}
	archsimd.ClearAVXUpperBits()
}

// two returns the Width numbers of v from at on.
func two(v []float32, at int) (x, y vec) {
	p := (*[Width]float32)(v[at:])
	return load(p[:8]), load(p[8:])
}

// AddRows adds to each row of dst the row of src that at names, none where that is below zero.
func AddRows(dst, src []float32, at []int32) {
	width := len(dst) / max(1, len(at))
	if !vectors || width%Width != 0 {
		addRowsPlain(dst, src, at)
		return
	}
	for r, i := range at {
		if i < 0 {
			continue
		}
		d, s := dst[r*width:(r+1)*width], src[int(i)*width:][:width]
		for c := 0; c < width; c += Width {
			d0, d1 := two(d, c)
			s0, s1 := two(s, c)
			store(d[c:], d0.Add(s0), d1.Add(s1))
		}
	}
	archsimd.ClearAVXUpperBits()
}

// ReluSum sets each row of dst to that of src and row together, without what is below zero.
func ReluSum(dst, src, row []float32) {
	if !vectors || len(row)%Width != 0 {
		reluSumPlain(dst, src, row)
		return
	}
	var zero vec
	for c := 0; c < len(row); c += Width {
		r0, r1 := two(row, c)
		for at := c; at < len(dst); at += len(row) {
			s0, s1 := two(src, at)
			store(dst[at:], s0.Add(r0).Max(zero), s1.Add(r1).Max(zero))
		}
	}
	archsimd.ClearAVXUpperBits()
}

// Grow adds to each row of x that of src with row, then all, and sets that of above to what is not below zero of it.
func Grow(x, above, src, row, all []float32) {
	if !vectors || len(row)%Width != 0 {
		growPlain(x, above, src, row, all)
		return
	}
	var zero vec
	for c := 0; c < len(row); c += Width {
		r0, r1 := two(row, c)
		a0, a1 := two(all, c)
		for at := c; at < len(x); at += len(row) {
			s0, s1 := two(src, at)
			x0, x1 := two(x, at)
			x0, x1 = x0.Add(s0.Add(r0)).Add(a0), x1.Add(s1.Add(r1)).Add(a1)
			store(x[at:], x0, x1)
			store(above[at:], x0.Max(zero), x1.Max(zero))
		}
	}
	archsimd.ClearAVXUpperBits()
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
			x, y := two(rows, at)
			s0, s1, m0, m1 = s0.Add(x), s1.Add(y), m0.Max(x), m1.Max(y)
		}
		store(sum[c:], s0, s1)
		store(most[c:], m0, m1)
	}
	archsimd.ClearAVXUpperBits()
}
