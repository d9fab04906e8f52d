//go:build !purego

package kernel

// byteColumns is the number of columns of bytes computed together.
const byteColumns = 32

var noBytes [byteColumns]byte // the contents of a negative row

// AddGaps is the backward pass of SetGaps: it adds to dst, rows of width numbers, the gradients
// of the rows of src that SetGaps read, given those of the lists' numbers, ask, stride apart.
func AddGaps(dst, src, ask []float32, stride, width int, l Pairs, scale float32) {
	n := l.Len()
	if !vectors || width%Width != 0 || stride < width || n <= 0 || len(l.to) == 0 {
		addGapsPlain(dst, src, ask, stride, width, l, scale)
		return
	}
	top := int(l.top)*width + width - 1
	_, _, _ = dst[top], src[top], ask[(n-1)*stride+width-1]
	var away [Width]float32 // gradient of negative rows
	for c := 0; c < width; c += Width {
		backGaps(&dst[c], &src[c], width, &ask[c], stride, &l.start[0], n, &l.to[0], scale, &noRow[0], &away[0])
	}
}

// backGaps is AddGaps for 16 columns of at least one list.
//
//go:noescape
func backGaps(
	dst, src *float32, width int, ask *float32, stride int, start *int32, lists int, to *int32, scale float32, none, away *float32,
)

// byteGapVectors is SetByteGaps with the factor of a scale; false if the processor lacks the vectors.
func byteGapVectors(dst []byte, stride int, src []byte, width int, l Pairs, by int32) bool {
	n := l.Len()
	if !dots || width%byteColumns != 0 || stride < width || n <= 0 || len(l.to) == 0 {
		return false
	}
	_, _ = dst[(n-1)*stride+width-1], src[int(l.top)*width+width-1]
	for c := 0; c < width; c += byteColumns {
		byteGaps(&dst[c], stride, &src[c], width, &l.start[0], n, &l.to[0], by, &noBytes[0])
	}
	return true
}

// byteGaps is byteGapVectors for 32 columns of at least one list.
//
//go:noescape
func byteGaps(dst *byte, stride int, src *byte, width int, start *int32, lists int, to *int32, factor int32, none *byte)
