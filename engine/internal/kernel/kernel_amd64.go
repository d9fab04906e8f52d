//go:build !purego

package kernel

import "golang.org/x/sys/cpu"

// vectors reports whether processor and system support the vectors of eight of the assembly.
var vectors = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// wide reports whether they also support those of 16, with twice as many registers: AVX-512's foundation.
var wide = vectors && cpu.X86.HasAVX512F

// Compiled code after an assembly function may use SSE instructions, which are slow
// while the upper halves of the registers are in use: each function clears them.

// pairRows is the largest number of rows for mulPair: 16 sums keep both multipliers busy. 24 sums are not faster.
const pairRows = 8

// mulPairs is Mul for two panels at a time, with vectors of 16. It returns how
// many columns it has set: none, all, or all except one panel's.
func mulPairs(c, a []float32, m int, b *Packed) (columns int) {
	k, n := b.k, b.n
	if !wide || k == 0 || m <= 0 {
		return 0
	}
	for ; columns+2*Width <= n; columns += 2 * Width {
		left, right := b.panel(columns), b.panel(columns+Width)
		row := 0
		for tiles := (m + pairRows - 1) / pairRows; tiles > 0; tiles-- { // of about the same height
			rows := (m - row + tiles - 1) / tiles
			mulTwo(c[row*n+columns:], n, a[row*k:], k, left, right, rows)
			row += rows
		}
	}
	return columns
}

// mulTwo sets rows rows of c, n apart, to the products of those of a, k long, and two panels.
func mulTwo(c []float32, n int, a []float32, k int, left, right []float32, rows int) {
	_, _, _, _ = c[(rows-1)*n+2*Width-1], a[rows*k-1], left[Width*k-1], right[Width*k-1]
	mulPair(&c[0], n, &a[0], k, &left[0], &right[0], rows)
}

// mulPair is mulTwo for one to pairRows rows.
//
//go:noescape
func mulPair(c *float32, n int, a *float32, k int, left, right *float32, rows int)
