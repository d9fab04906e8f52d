//go:build !amd64 || purego

package kernel

// AddGaps is the way back of SetGaps: it adds to dst, rows of width numbers, what each list's numbers of ask, stride apart, ask of the
// rows of src that SetGaps read.
func AddGaps(dst, src, ask []float32, stride, width int, l Pairs, scale float32) {
	addGapsPlain(dst, src, ask, stride, width, l, scale)
}

func byteGapVectors([]byte, int, []byte, int, Pairs, int32) bool { return false }
