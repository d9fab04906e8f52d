//go:build !purego

package kernel

const (
	outerMany  = 16 // rows of c summed together: as many numbers of a as a cache line has
	outerFew   = 4  // for the rest
	outerChunk = 64 // rows of a and b per pass: they stay in the nearest caches
)

// AddOuter adds to the row-major matrix c, from by to, the product of the transpose of a and b: a has as many
// rows of from numbers as b has of to, a multiple of Width. Sums are rounded in another order than in plain Go.
func AddOuter(c, a, b []float32, from, to int) {
	if !wide || to%Width != 0 {
		addOuterPlain(c, a, b, from, to)
		return
	}
	_ = c[:from*to]
	whole := from - from%outerFew
	for len(a) > 0 {
		n := min(outerChunk, len(a)/from)
		_, _ = a[:n*from], b[:n*to]
		for i, lines := 0, 0; i < whole; i += lines {
			if lines = outerMany; i+lines > whole {
				lines = outerFew
			}
			for j := 0; j < to; j += Width {
				outer(&c[i*to+j], &a[i], from, &b[j], to, n, lines)
			}
		}
		for i := whole; i < from; i++ {
			for r := range n {
				addTimesPlain(c[i*to:(i+1)*to], b[r*to:], a[r*from+i])
			}
		}
		a, b = a[n*from:], b[n*to:]
	}
}

// outer is AddOuter for 16 columns and lines rows of c, outerMany or outerFew. Rows of c and b are to apart, rows of a from.
//
//go:noescape
func outer(c, a *float32, from int, b *float32, to, rows, lines int)

// Mask sets d to zero where rows is not positive.
func Mask(d, rows []float32) {
	rows = rows[:len(d)]
	if n := len(d) &^ 7; vectors && n > 0 {
		mask8(&d[0], &rows[0], n)
		d, rows = d[n:], rows[n:]
	}
	maskPlain(d, rows)
}

// mask8 is Mask for n numbers, a multiple of eight.
//
//go:noescape
func mask8(d, rows *float32, n int)
