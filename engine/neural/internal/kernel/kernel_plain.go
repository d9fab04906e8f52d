//go:build !goexperiment.simd || !amd64

package kernel

// vectors says whether sums and products are done by vectors here.
const vectors = false

func mulRows(c []float32, n int, a []float32, k int, panel []float32) {
	mulRowsPlain(c, n, a, k, panel)
}

// Add adds src to dst, which may be shorter.
func Add(dst, src []float32) { addPlain(dst, src) }

// Sum adds to dst scale times the sum of the rows of src that at names. Row i is
// the numbers from i times stride on.
func Sum(dst, src []float32, at []int32, stride int, scale float32) {
	sumPlain(dst, src, at, stride, scale)
}

// SetSum sets dst to what Sum would add to it.
func SetSum(dst, src []float32, at []int32, stride int, scale float32) {
	setSumPlain(dst, src, at, stride, scale)
}

// Relu sets dst to src without what is below zero.
func Relu(dst, src []float32) { reluPlain(dst, src) }

// Most sets each number of dst to that of src where it is larger.
func Most(dst, src []float32) { mostPlain(dst, src) }
