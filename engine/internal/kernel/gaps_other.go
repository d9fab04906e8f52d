//go:build !amd64 || purego

package kernel

// AddGaps is the backward pass of SetGaps: it adds to dst, rows of width numbers, the gradients
// of the rows of src that SetGaps read, given those of the lists' numbers, ask, stride apart.
func AddGaps(dst, src, ask []float32, stride, width int, l Pairs, scale float32) {
	addGapsPlain(dst, src, ask, stride, width, l, scale)
}

func byteGapVectors([]byte, int, []byte, int, Pairs, int32) bool { return false }
