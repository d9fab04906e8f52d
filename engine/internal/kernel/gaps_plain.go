//go:build !amd64 || purego

package kernel

// SetGaps sets, for each of the lists, width numbers of dst, from stride times its number on, to scale times the sum of how much the
// rows of src, width long, of each pair differ.
func SetGaps(dst []float32, stride int, src []float32, width int, l Pairs, scale float32) {
	setGapsPlain(dst, stride, src, width, l, scale)
}

// AddGaps is the way back of SetGaps: it adds to dst, rows of width numbers, what each list's numbers of ask, stride apart, ask of the
// rows of src that SetGaps read.
func AddGaps(dst, src, ask []float32, stride, width int, l Pairs, scale float32) {
	addGapsPlain(dst, src, ask, stride, width, l, scale)
}

func byteGapVectors([]byte, int, []byte, int, Pairs, int32) bool { return false }
