//go:build !purego

package kernel

import "golang.org/x/sys/cpu"

// vectors says whether the processor has the vectors of eight that the assembly here is of, and the system keeps them.
var vectors = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// wide says whether it has those of 16, too, with twice as many registers: AVX-512's foundation.
var wide = vectors && cpu.X86.HasAVX512F

// What follows a function in assembly may be compiled to instructions of SSE, which wait for the upper halves of the registers
// as long as these are in use: each leaves them cleared.

// pairRows is how many rows mulPair can multiply: 16 sums, as many as keep both multipliers busy. With 24 sums it is
// not faster.
const pairRows = 8

// mulPairs is Mul with two panels at a time, where there are vectors of 16. It returns how many columns it has set:
// none, all, or all but one panel's.
func mulPairs(c, a []float32, m int, b *Packed) (columns int) {
	k, n := b.k, b.n
	if !wide || k == 0 || m <= 0 {
		return 0
	}
	for ; columns+2*Width <= n; columns += 2 * Width {
		left, right := b.panel(columns), b.panel(columns+Width)
		row := 0
		for tiles := (m + pairRows - 1) / pairRows; tiles > 0; tiles-- { // about as high as each other
			rows := (m - row + tiles - 1) / tiles
			mulTwo(c[row*n+columns:], n, a[row*k:], k, left, right, rows)
			row += rows
		}
	}
	return columns
}

// mulTwo sets so many rows of c, n apart, to the products of those of a, k long, and two panels.
func mulTwo(c []float32, n int, a []float32, k int, left, right []float32, rows int) {
	_, _, _, _ = c[(rows-1)*n+2*Width-1], a[rows*k-1], left[Width*k-1], right[Width*k-1]
	mulPair(&c[0], n, &a[0], k, &left[0], &right[0], rows)
}

// mulPair is mulTwo of one to pairRows rows.
//
//go:noescape
func mulPair(c *float32, n int, a *float32, k int, left, right *float32, rows int)
