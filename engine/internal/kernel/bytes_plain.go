//go:build !amd64 || purego

package kernel

// Bytes says whether products of bytes are done by vectors here.
func Bytes() bool { return false }

func mulBytePairs([]float32, []byte, int, float32, *PackedBytes) (columns int) { return 0 }

// Round sets dst to src, none of which is below zero, in bytes: so many ones are 1, and what is too large is the largest.
func Round(dst []byte, src []float32, ones float32) { roundPlain(dst, src, ones) }

// SetByteSums sets, for each of the lists, none longer than MostListed, width numbers of dst, from stride times its
// number on, to scale, from 0 to 1, times the sum of the rows of src, width long, that it names, rounded; what is too large is the largest.
func SetByteSums(dst []byte, stride int, src []byte, width int, l Lists, scale float32) {
	setByteSumsPlain(dst, stride, src, width, l, scale)
}
