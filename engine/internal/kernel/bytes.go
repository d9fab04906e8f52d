package kernel

import "math"

// The following products of bytes are fast but inexact. Non-negative numbers are rounded
// to 1/255 of the largest of them, weights to 1/127 of the largest of their column. Sums
// are integers, so for finite numbers plain Go and vectors give exactly the same results.

const (
	mostByte  = 255
	mostInt8  = 127
	dotted    = 4       // numbers of a row that are multiplied together
	halfWords = 1 << 15 // SetByteSums rounds its scale to a part of this
)

// MostListed is the largest length of lists for SetByteSums.
const MostListed = (1<<15 - 1) / mostByte

// PackedBytes is a matrix of k rows and n columns, laid out for MulBytes: panels of Width columns,
// in which the numbers of four rows are adjacent. It may be some rows of a larger matrix.
type PackedBytes struct {
	data     []int8
	unit     []float32 // value of 1 in each column
	k, n     int
	from, of int // the rows of of, from from on
}

// PackBytes rounds the row-major matrix b, k by n, k a multiple of four and n one of Width, and lays it out.
func PackBytes(b []float32, k, n int) *PackedBytes {
	if n%Width != 0 || k%dotted != 0 {
		panic("kernel: a matrix of bytes whose rows are not a multiple of 4 or columns not one of Width")
	}
	p := &PackedBytes{data: make([]int8, k*n), unit: make([]float32, n), k: k, n: n, of: k}
	most := make([]float32, n)
	for i, v := range b[:k*n] {
		most[i%n] = max(most[i%n], float32(math.Abs(float64(v))))
	}
	for i, v := range b[:k*n] {
		if m := most[i%n]; m > 0 {
			p.data[p.place(i/n, i%n)] = int8(math.RoundToEven(float64(v / m * mostInt8)))
		}
	}
	for j, m := range most {
		p.unit[j] = m / mostInt8
	}
	return p
}

// place is the index of the number in row i and column j of the whole matrix.
func (p *PackedBytes) place(i, j int) int {
	return j/Width*Width*p.of + i/dotted*dotted*Width + j%Width*dotted + i%dotted
}

// Rows returns some rows of p, sharing memory; from and to are multiples of four.
func (p *PackedBytes) Rows(from, to int) PackedBytes {
	if from%dotted != 0 || to%dotted != 0 {
		panic("kernel: rows of bytes that are not a multiple of 4")
	}
	return PackedBytes{p.data, p.unit, to - from, p.n, p.from + from, p.of}
}

// panel returns the panel whose first column is at.
func (p *PackedBytes) panel(at int) []int8 {
	return p.data[at*p.of+p.from*Width:][:p.k*Width]
}

// MulBytes sets the row-major matrix c, m by b's columns, to the product of a
// and b. a is m by b's rows; its unit is the value of 1.
func MulBytes(c []float32, a []byte, m int, unit float32, b *PackedBytes) {
	for at := mulBytePairs(c, a, m, unit, b); at < b.n; at += Width {
		mulBytesPlain(c, a, m, unit, b, at)
	}
}

// mulBytesPlain is MulBytes for the panel whose first column is at.
func mulBytesPlain(c []float32, a []byte, m int, unit float32, b *PackedBytes, at int) {
	panel := b.panel(at)
	for r := range m {
		var sum [Width]int32
		for i, x := range a[r*b.k : (r+1)*b.k] {
			four := panel[i/dotted*dotted*Width+i%dotted:]
			for j := range sum {
				sum[j] += int32(x) * int32(four[j*dotted])
			}
		}
		for j, s := range sum {
			c[r*b.n+at+j] = float32(float32(s)*unit) * b.unit[at+j]
		}
	}
}

// Unit returns the value of 1 when rows of width non-negative numbers are rounded
// to bytes, and its inverse. most and sum are scratch for width numbers each.
func Unit(rows, sum, most []float32) (unit, ones float32) {
	Pool(sum, most, rows)
	top := float32(0)
	for _, v := range most {
		top = max(top, v)
	}
	if ones = mostByte / top; ones > math.MaxFloat32 { // all zero, or nearly
		return 0, 0
	}
	return top / mostByte, ones
}

// Round sets dst to src times ones, rounded to bytes and clipped to the largest. src is not negative.
func Round(dst []byte, src []float32, ones float32) {
	src = src[:len(dst)]
	for i := roundVectors(dst, src, ones); i < len(dst); i++ {
		dst[i] = byte(min(mostByte, math.RoundToEven(float64(src[i]*ones))))
	}
}

// factor returns SetByteSums' integer factor for a scale.
func factor(scale float32) int32 {
	return int32(min(halfWords-1, math.RoundToEven(halfWords*float64(scale))))
}

// SetByteSums sets width numbers of dst for each list, none longer than MostListed, from stride times the list's number
// on. They are scale, 0 to 1, times the sum of the listed rows of src, width long, rounded and clipped to the largest.
func SetByteSums(dst []byte, stride int, src []byte, width int, l Lists, scale float32) {
	by := factor(scale)
	if byteSumVectors(dst, stride, src, width, l, by) {
		return
	}
	for p := range l.Len() {
		for c := range width {
			sum := int32(0)
			for _, i := range l.Of(p) {
				sum += int32(src[int(i)*width+c])
			}
			dst[p*stride+c] = byte(min(mostByte, (sum*by+halfWords/2)>>15))
		}
	}
}
