//go:build (amd64 || arm64) && !purego

package kernel

// Vectors reports whether sums and products use vectors on this machine: plain
// Go is much slower, about twenty times on amd64.
func Vectors() bool { return vectors }

// Assembly functions check nothing: the caller guarantees that their memory
// exists, and passes at least one vector and only whole ones.

// mulRows sets RowsAtOnce rows of c, n apart, to the products of those of a, k
// long, and a panel.
func mulRows(c []float32, n int, a []float32, k int, panel []float32) {
	if !vectors || k == 0 {
		mulRowsPlain(c, n, a, k, panel)
		return
	}
	_, _, _ = c[(RowsAtOnce-1)*n+Width-1], a[RowsAtOnce*k-1], panel[Width*k-1]
	mulTile(&c[0], n, &a[0], k, &panel[0])
}

// mulTile is mulRows. The sums of six rows, a row of the panel and some numbers of a fill the registers.
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

// mulFlat is mulThree.
//
//go:noescape
func mulFlat(c *float32, n int, a *float32, k int, left, right *float32)

// mulOne is mulRow with vectors.
func mulOne(c, a, panel []float32) {
	if !vectors || len(a) == 0 {
		mulRow(c, a, panel)
		return
	}
	_, _ = c[Width-1], panel[Width*len(a)-1]
	mulRow16(&c[0], &a[0], len(a), &panel[0])
}

// mulRow16 is mulOne.
//
//go:noescape
func mulRow16(c, a *float32, k int, panel *float32)

// Add adds src to dst, which may be shorter.
func Add(dst, src []float32) {
	src = src[:len(dst)]
	if n := len(dst) &^ 7; vectors && n > 0 {
		add8(&dst[0], &src[0], n)
		dst, src = dst[n:], src[n:]
	}
	addPlain(dst, src)
}

// add8 is Add for n numbers, a multiple of eight.
//
//go:noescape
func add8(dst, src *float32, n int)

// Sum adds to dst scale times the sum of the rows of src that at lists. Row i
// begins at i times stride.
func Sum(dst, src []float32, at []int32, stride int, scale float32) {
	n := len(dst) - len(dst)%Width
	if !vectors || n == 0 || len(at) == 0 {
		sumPlain(dst, src, at, stride, scale)
		return
	}
	for _, i := range at {
		_ = src[int(i)*stride:][n-1]
	}
	sum16(&dst[0], n, &src[0], &at[0], len(at), stride, scale)
	if n < len(dst) {
		sumPlain(dst[n:], src[n:], at, stride, scale)
	}
}

// sum16 is Sum for n columns, a multiple of 16, and at least one row.
//
//go:noescape
func sum16(dst *float32, n int, src *float32, at *int32, rows, stride int, scale float32)

// SetSums sets, for each list, width numbers of dst, from stride times the list's
// number on, to scale times the sum of the listed rows of src, width long.
func SetSums(dst []float32, stride int, src []float32, width int, l Lists, scale float32) {
	n, c := l.Len(), 0
	if !vectors || width < 8 || stride < width || n <= 0 || len(l.to) == 0 {
		setSumsPlain(dst, stride, src, width, l, scale)
		return
	}
	_, _ = dst[(n-1)*stride+width-1], src[int(l.top)*width+width-1]
	for columns := 32; c < width; c += columns {
		if width-c < columns {
			columns = 8
			c = min(c, width-columns) // computing some columns twice is faster than the rest one by one
		}
		sums(&dst[c], stride, &src[c], width, &l.start[0], n, &l.to[0], scale, columns)
	}
}

// sums is SetSums for 32 columns, or eight, of at least one list.
//
//go:noescape
func sums(dst *float32, stride int, src *float32, width int, start *int32, lists int, to *int32, scale float32, columns int)

// whole reports whether n numbers are one row or more of width, and those are vectors.
func whole(n, width int) bool {
	return vectors && n > 0 && width > 0 && width%Width == 0 && n%width == 0
}

// AddRow adds row to each of the rows of dst, which have its length.
func AddRow(dst, row []float32) {
	if !whole(len(dst), len(row)) {
		addRowPlain(dst, row)
		return
	}
	addRow16(&dst[0], len(dst), &row[0], len(row))
}

// addRow16 is AddRow to rows that are n numbers, width in each, a multiple of 16.
//
//go:noescape
func addRow16(dst *float32, n int, row *float32, width int)

// AddRows adds to each row of dst the row of src that at lists, or none for a negative number.
func AddRows(dst, src []float32, at []int32) {
	width := len(dst) / max(1, len(at))
	if len(src) == 0 || !whole(len(at)*width, width) {
		addRowsPlain(dst, src, at)
		return
	}
	for _, i := range at {
		if i >= 0 {
			_ = src[int(i)*width:][width-1]
		}
	}
	addRows16(&dst[0], width, &src[0], &at[0], len(at))
}

// addRows16 is AddRows to the given rows of width numbers, a multiple of 16.
//
//go:noescape
func addRows16(dst *float32, width int, src *float32, at *int32, rows int)

// ReluSum sets each row of dst to the Relu of that of src plus row.
func ReluSum(dst, src, row []float32) {
	if !whole(len(dst), len(row)) {
		reluSumPlain(dst, src, row)
		return
	}
	_ = src[len(dst)-1]
	reluSum16(&dst[0], &src[0], len(dst), &row[0], len(row))
}

// reluSum16 is ReluSum for rows that are n numbers, width in each, a multiple of 16.
//
//go:noescape
func reluSum16(dst, src *float32, n int, row *float32, width int)

// Grow adds to each row of x that of src, row and all, and sets that of above to the Relu of the sum.
func Grow(x, above, src, row, all []float32) {
	if !whole(len(x), len(row)) {
		growPlain(x, above, src, row, all)
		return
	}
	_, _, _ = above[len(x)-1], src[len(x)-1], all[len(row)-1]
	grow16(&x[0], &above[0], &src[0], len(x), &row[0], &all[0], len(row))
}

// grow16 is Grow for rows that are n numbers, width in each, a multiple of 16.
//
//go:noescape
func grow16(x, above, src *float32, n int, row, all *float32, width int)

// Relu sets dst to src, with zeros for negative numbers.
func Relu(dst, src []float32) {
	src = src[:len(dst)]
	if n := len(dst) &^ 7; vectors && n > 0 {
		relu8(&dst[0], &src[0], n)
		dst, src = dst[n:], src[n:]
	}
	reluPlain(dst, src)
}

// relu8 is Relu for n numbers, a multiple of eight.
//
//go:noescape
func relu8(dst, src *float32, n int)

// Pool sets sum to the sum of rows, which have its length, and most to the largest of each number, or zero.
func Pool(sum, most, rows []float32) {
	if !whole(len(rows), len(sum)) {
		poolPlain(sum, most, rows)
		return
	}
	_ = most[len(sum)-1]
	pool16(&sum[0], &most[0], len(sum), &rows[0], len(rows))
}

// pool16 is Pool for rows that are n numbers, width in each, a multiple of 16.
//
//go:noescape
func pool16(sum, most *float32, width int, rows *float32, n int)
