//go:build !purego

package kernel

import "golang.org/x/sys/cpu"

// dots reports whether the processor multiplies bytes in vectors of 64 (AVX-512 VNNI and BW).
var dots = wide && cpu.X86.HasAVX512VNNI && cpu.X86.HasAVX512BW

// Bytes reports whether products of bytes use vectors on this machine.
func Bytes() bool { return dots }

// mulBytePairs is MulBytes for two panels at a time, if the processor has the vectors.
// It returns how many columns it has set: none, all, or all except one panel's.
func mulBytePairs(c []float32, a []byte, m int, unit float32, b *PackedBytes) (columns int) {
	k, n := b.k, b.n
	if !dots || k == 0 || m <= 0 {
		return 0
	}
	for ; columns+2*Width <= n; columns += 2 * Width {
		left, right := b.panel(columns), b.panel(columns+Width)
		row := 0
		for tiles := (m + pairRows - 1) / pairRows; tiles > 0; tiles-- {
			rows := (m - row + tiles - 1) / tiles
			mulTwoBytes(c[row*n+columns:], n, a[row*k:], k, left, right, rows, b.unit[columns:columns+2*Width], unit)
			row += rows
		}
	}
	return columns
}

// mulTwoBytes sets rows rows of c, n apart, to the products of those of a, k long, and two panels with their units.
func mulTwoBytes(c []float32, n int, a []byte, k int, left, right []int8, rows int, units []float32, unit float32) {
	_, _, _, _, _ = c[(rows-1)*n+2*Width-1], a[rows*k-1], left[Width*k-1], right[Width*k-1], units[2*Width-1]
	mulBytePair(&c[0], n, &a[0], k, &left[0], &right[0], rows, &units[0], unit)
}

// mulBytePair is mulTwoBytes for one to pairRows rows, k a multiple of four.
//
//go:noescape
func mulBytePair(c *float32, n int, a *byte, k int, left, right *int8, rows int, units *float32, unit float32)

// roundVectors is Round for whole vectors. It returns how many numbers it has set.
func roundVectors(dst []byte, src []float32, ones float32) (count int) {
	n := len(dst) &^ (Width - 1)
	if !dots || n == 0 {
		return 0
	}
	round16(&dst[0], &src[0], n, ones)
	return n
}

// round16 is Round for n numbers, a multiple of 16.
//
//go:noescape
func round16(dst *byte, src *float32, n int, ones float32)

// byteSumVectors is SetByteSums with the factor of a scale; false if the processor lacks the vectors.
func byteSumVectors(dst []byte, stride int, src []byte, width int, l Lists, by int32) bool {
	const columns = 32
	n := l.Len()
	if !dots || width < columns || stride < width || n <= 0 || len(l.to) == 0 {
		return false
	}
	_, _ = dst[(n-1)*stride+width-1], src[int(l.top)*width+width-1]
	for c := 0; c < width; c += columns {
		c = min(c, width-columns) // computing some columns twice is faster than the rest one by one
		byteSums(&dst[c], stride, &src[c], width, &l.start[0], n, &l.to[0], by)
	}
	return true
}

// byteSums is byteSumVectors for 32 columns of at least one list.
//
//go:noescape
func byteSums(dst *byte, stride int, src *byte, width int, start *int32, lists int, to *int32, factor int32)
