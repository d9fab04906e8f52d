package kernel

import "math"

// What follows is products of bytes, for who looks fast and not to the last place: numbers from zero on are rounded to
// 1/255 of the largest of them, weights to 1/127 of the largest of their column, and sums are whole numbers, so that of
// what is finite plain Go and vectors say the same to the last bit.

const (
	mostByte  = 255
	mostInt8  = 127
	dotted    = 4       // numbers of a row that are multiplied together
	halfWords = 1 << 15 // what SetByteSums' scale is rounded to a part of
)

// MostListed is how long the lists may be that SetByteSums adds up.
const MostListed = (1<<15 - 1) / mostByte

// PackedBytes is a matrix of k rows and n columns, laid out for MulBytes: panels of Width columns, in which the numbers
// of four rows stand side by side. It may be some rows of one with more.
type PackedBytes struct {
	data     []int8
	unit     []float32 // of each column: what 1 in it stands for
	k, n     int
	from, of int // of which rows: they begin at from
}

// PackBytes rounds the row-major matrix b, k by n, k a multiple of four and n one of Width, and lays it out.
func PackBytes(b []float32, k, n int) *PackedBytes {
	if n%Width != 0 || k%dotted != 0 {
		panic("kernel: a matrix of bytes whose rows or columns are no multiple of what is multiplied together")
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

// place is where the number in row i and column j of the whole matrix stands.
func (p *PackedBytes) place(i, j int) int {
	return j/Width*Width*p.of + i/dotted*dotted*Width + j%Width*dotted + i%dotted
}

// Rows returns some rows of p, which shares its numbers; from and to are multiples of four.
func (p *PackedBytes) Rows(from, to int) PackedBytes {
	if from%dotted != 0 || to%dotted != 0 {
		panic("kernel: some rows of bytes that are no multiple of what is multiplied together")
	}
	return PackedBytes{p.data, p.unit, to - from, p.n, p.from + from, p.of}
}

// panel returns the panel whose first column is at.
func (p *PackedBytes) panel(at int) []int8 {
	return p.data[at*p.of+p.from*Width:][:p.k*Width]
}

// MulBytes sets the row-major matrix c, m by b's columns, to the product of a, m by b's rows, of which 1 stands for
// unit, and b.
func MulBytes(c []float32, a []byte, m int, unit float32, b *PackedBytes) {
	for at := mulBytePairs(c, a, m, unit, b); at < b.n; at += Width {
		mulBytesPlain(c, a, m, unit, b, at)
	}
}

// mulBytesPlain is MulBytes of the panel whose first column is at.
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

// Unit returns what 1 stands for where rows of width numbers, none below zero, are rounded to bytes, and the number of
// ones in 1. most is room for width numbers, sum too.
func Unit(rows, sum, most []float32) (unit, ones float32) {
	Pool(sum, most, rows)
	top := float32(0)
	for _, v := range most {
		top = max(top, v)
	}
	if ones = mostByte / top; ones > math.MaxFloat32 { // nothing, or next to it
		return 0, 0
	}
	return top / mostByte, ones
}

// Round sets dst to src, none of which is below zero, in bytes: so many ones are 1, and what is too large is the largest.
func Round(dst []byte, src []float32, ones float32) {
	src = src[:len(dst)]
	for i := roundVectors(dst, src, ones); i < len(dst); i++ {
		dst[i] = byte(min(mostByte, math.RoundToEven(float64(src[i]*ones))))
	}
}

// factor returns what SetByteSums multiplies words with for a scale.
func factor(scale float32) int32 {
	return int32(min(halfWords-1, math.RoundToEven(halfWords*float64(scale))))
}

// SetByteSums sets, for each of the lists, none longer than MostListed, width numbers of dst, from stride times its
// number on, to scale, from 0 to 1, times the sum of the rows of src, width long, that it names, rounded; what is too large is the largest.
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
