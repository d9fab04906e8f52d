//go:build !(amd64 || arm64) || purego

package kernel

// SetGaps sets, for each of the lists, width numbers of dst, from stride times its number on, to scale times the sum of how much the
// rows of src, width long, of each pair differ.
func SetGaps(dst []float32, stride int, src []float32, width int, l Pairs, scale float32) {
	setGapsPlain(dst, stride, src, width, l, scale)
}
