// Package kernel is the arithmetic of networks: products of matrices and sums of rows, in float32. On amd64 with AVX2
// and FMA it uses assembly with vectors of eight, and with AVX-512 products with vectors of 16, whose results are the
// same; on arm64 vectors of four; elsewhere, and with the build tag purego, plain Go. All add in the same order. Sums
// of rows are equal; products differ by the missing rounding of fused multiplications: a sum of k products by at most
// k ulp of the sum of their sizes. MulExact is plain Go everywhere, with the same results on every machine.
package kernel

// Width divides the number of columns of a product.
const Width = 16

// RowsAtOnce is the number of rows multiplied together.
const RowsAtOnce = 6

// Lists are lists of rows.
type Lists struct {
	start, to []int32 // list p is to[start[p]:start[p+1]]
	top       int32   // the last row in any of them
}

// Append adds a list.
func (l *Lists) Append(rows []int32) {
	if l.start == nil {
		l.start = []int32{0}
	}
	for _, i := range rows {
		if i < 0 {
			panic("kernel: a negative row")
		}
		l.top = max(l.top, i)
	}
	l.to = append(l.to, rows...)
	l.start = append(l.start, int32(len(l.to)))
}

// Len returns the number of lists.
func (l *Lists) Len() int { return len(l.start) - 1 }

// Of returns list p. Callers must not change it.
func (l *Lists) Of(p int) []int32 { return l.to[l.start[p]:l.start[p+1]] }

// Part returns the lists from from to to.
func (l *Lists) Part(from, to int) Lists { return Lists{l.start[from : to+1], l.to, l.top} }

// Packed is a matrix of k rows and n columns, laid out for Mul: panels of Width
// columns, each row by row. It may be some rows of a larger matrix.
type Packed struct {
	data     []float32
	k, n     int
	from, of int // the rows of of, from from on
}

// Rows returns some rows of p, sharing memory.
func (p *Packed) Rows(from, to int) Packed {
	return Packed{p.data, to - from, p.n, p.from + from, p.of}
}

// panel returns the panel whose first column is at.
func (p *Packed) panel(at int) []float32 {
	return p.data[at*p.of+p.from*Width:][:p.k*Width]
}

// Pack lays out the row-major matrix b, k by n, n a multiple of Width, in p.
func (p *Packed) Pack(b []float32, k, n int) {
	p.size(k, n)
	for at := 0; at < n; at += Width {
		panel := p.data[at*k : (at+Width)*k]
		for i := range k {
			copy(panel[i*Width:(i+1)*Width], b[i*n+at:])
		}
	}
}

// PackTransposed lays out the transpose of the row-major matrix b, n by k.
func (p *Packed) PackTransposed(b []float32, n, k int) {
	p.size(k, n)
	for at := 0; at < n; at += Width {
		panel := p.data[at*k : (at+Width)*k]
		for j := range Width {
			row := b[(at+j)*k : (at+j+1)*k]
			for i, v := range row {
				panel[i*Width+j] = v
			}
		}
	}
}

func (p *Packed) size(k, n int) {
	if n%Width != 0 {
		panic("kernel: a matrix whose columns are not a multiple of Width")
	}
	p.k, p.n, p.from, p.of = k, n, 0, k
	if cap(p.data) < k*n {
		p.data = make([]float32, k*n)
	}
	p.data = p.data[:k*n]
}

// Mul sets the row-major matrix c, m by b's columns, to the product of a, m by
// b's rows, and b.
func Mul(c, a []float32, m int, b *Packed) {
	if at := mulPairs(c, a, m, b); at < b.n {
		mulPanels(c, a, m, b, at)
	}
}

// mulPanels is Mul for the columns from at on, panel by panel.
func mulPanels(c, a []float32, m int, b *Packed, at int) {
	k, n, rest := b.k, b.n, m%RowsAtOnce
	flat := m >= flatRows && n%(2*Width) == 0 && rest > 0 && (rest <= flatRows || m < RowsAtOnce)
	for ; at < n; at += Width {
		panel := b.panel(at)
		row := 0
		for ; row+RowsAtOnce <= m; row += RowsAtOnce {
			mulRows(c[row*n+at:], n, a[row*k:], k, panel)
		}
		switch {
		case flat || row == m:
		case m > RowsAtOnce: // computing some rows twice is faster than the rest one by one
			mulRows(c[(m-RowsAtOnce)*n+at:], n, a[(m-RowsAtOnce)*k:], k, panel)
		default:
			for ; row < m; row++ {
				mulOne(c[row*n+at:], a[row*k:(row+1)*k], panel)
			}
		}
	}
	if flat {
		mulFlatRows(c, a, m-rest, m, b)
	}
}

// flatRows is half of RowsAtOnce: if no more rows are left, they are multiplied with two panels at a time.
const flatRows = RowsAtOnce / 2

// mulFlatRows is Mul for the rows from row to m, and some earlier rows if these are too few.
func mulFlatRows(c, a []float32, row, m int, b *Packed) {
	k, n := b.k, b.n
	for ; row < m; row += flatRows {
		r := min(row, m-flatRows)
		for at := 0; at < n; at += 2 * Width {
			mulThree(c[r*n+at:], n, a[r*k:], k, b.panel(at), b.panel(at+Width))
		}
	}
}

func mulThreePlain(c []float32, n int, a []float32, k int, left, right []float32) {
	for r := range flatRows {
		mulRow(c[r*n:], a[r*k:(r+1)*k], left)
		mulRow(c[r*n+Width:], a[r*k:(r+1)*k], right)
	}
}

// MulExact is Mul in plain Go.
func MulExact(c, a []float32, m int, b *Packed) {
	k, n := b.k, b.n
	for at := 0; at < n; at += Width {
		for row := range m {
			mulRow(c[row*n+at:], a[row*k:(row+1)*k], b.panel(at))
		}
	}
}

// mulRow sets the first Width numbers of c to the product of the row a and a panel.
func mulRow(c, a, panel []float32) {
	var sum [Width]float32
	for i, x := range a {
		b := (*[Width]float32)(panel[i*Width:])
		for j := range sum {
			sum[j] += float32(x * b[j]) // not fused, on any machine
		}
	}
	copy(c[:Width], sum[:])
}

func mulRowsPlain(c []float32, n int, a []float32, k int, panel []float32) {
	for r := range RowsAtOnce {
		mulRow(c[r*n:], a[r*k:(r+1)*k], panel)
	}
}

func addPlain(dst, src []float32) {
	for i, v := range src[:len(dst)] {
		dst[i] += v
	}
}

func sumPlain(dst, src []float32, at []int32, stride int, scale float32) {
	for c := range dst {
		sum := float32(0)
		for _, i := range at {
			sum += src[int(i)*stride+c]
		}
		dst[c] += float32(scale * sum)
	}
}

func setSumsPlain(dst []float32, stride int, src []float32, width int, l Lists, scale float32) {
	for p := range l.Len() {
		row := dst[p*stride : p*stride+width]
		clear(row)
		sumPlain(row, src, l.Of(p), width, scale)
	}
}

func addRowPlain(dst, row []float32) {
	for ; len(dst) > 0; dst = dst[len(row):] {
		addPlain(dst[:len(row)], row)
	}
}

func addRowsPlain(dst, src []float32, at []int32) {
	width := len(dst) / max(1, len(at))
	for r, i := range at {
		if i >= 0 {
			addPlain(dst[r*width:(r+1)*width], src[int(i)*width:])
		}
	}
}

func reluSumPlain(dst, src, row []float32) {
	for i, v := range src[:len(dst)] {
		dst[i] = max(v+row[i%len(row)], 0)
	}
}

func growPlain(x, above, src, row, all []float32) {
	for i := range x {
		k := i % len(row)
		x[i] = x[i] + (src[i] + row[k]) + all[k]
		above[i] = max(x[i], 0)
	}
}

func poolPlain(sum, most, rows []float32) {
	clear(sum)
	clear(most)
	for ; len(rows) > 0; rows = rows[len(sum):] {
		addPlain(sum, rows)
		mostPlain(most[:len(sum)], rows)
	}
}

func reluPlain(dst, src []float32) {
	for i, v := range src[:len(dst)] {
		dst[i] = max(v, 0)
	}
}

func mostPlain(dst, src []float32) {
	for i, v := range src[:len(dst)] {
		dst[i] = max(dst[i], v)
	}
}
