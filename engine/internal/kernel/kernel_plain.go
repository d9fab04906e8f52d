//go:build (!amd64 && !arm64) || purego

package kernel

// Vectors reports whether sums and products use vectors on this machine: plain
// Go is much slower, about twenty times on amd64.
func Vectors() bool { return false }

func mulPairs(_, _ []float32, _ int, _ *Packed) (columns int) { return 0 }

func mulRows(c []float32, n int, a []float32, k int, panel []float32) {
	mulRowsPlain(c, n, a, k, panel)
}

func mulThree(c []float32, n int, a []float32, k int, left, right []float32) {
	mulThreePlain(c, n, a, k, left, right)
}

func mulOne(c, a, panel []float32) { mulRow(c, a, panel) }

// Add adds src to dst, which may be shorter.
func Add(dst, src []float32) { addPlain(dst, src) }

// Sum adds to dst scale times the sum of the rows of src that at lists. Row i
// begins at i times stride.
func Sum(dst, src []float32, at []int32, stride int, scale float32) {
	sumPlain(dst, src, at, stride, scale)
}

// SetSums sets, for each list, width numbers of dst, from stride times the list's
// number on, to scale times the sum of the listed rows of src, width long.
func SetSums(dst []float32, stride int, src []float32, width int, l Lists, scale float32) {
	setSumsPlain(dst, stride, src, width, l, scale)
}

// AddRow adds row to each of the rows of dst, which have its length.
func AddRow(dst, row []float32) { addRowPlain(dst, row) }

// Relu sets dst to src, with zeros for negative numbers.
func Relu(dst, src []float32) { reluPlain(dst, src) }

// AddRows adds to each row of dst the row of src that at lists, or none for a negative number.
func AddRows(dst, src []float32, at []int32) { addRowsPlain(dst, src, at) }

// ReluSum sets each row of dst to the Relu of that of src plus row.
func ReluSum(dst, src, row []float32) { reluSumPlain(dst, src, row) }

// Grow adds to each row of x that of src, row and all, and sets that of above to the Relu of the sum.
func Grow(x, above, src, row, all []float32) { growPlain(x, above, src, row, all) }

// Pool sets sum to the sum of rows, which have its length, and most to the largest of each number, or zero.
func Pool(sum, most, rows []float32) { poolPlain(sum, most, rows) }
