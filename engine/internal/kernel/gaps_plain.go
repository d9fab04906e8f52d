//go:build !(amd64 || arm64) || purego

package kernel

// SetGaps sets, for each list, width numbers of dst, from stride times the list's number on,
// to scale times the sum of the differences of the rows of src, width long, of each pair.
func SetGaps(dst []float32, stride int, src []float32, width int, l Pairs, scale float32) {
	setGapsPlain(dst, stride, src, width, l, scale)
}
