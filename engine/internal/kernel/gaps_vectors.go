//go:build (amd64 || arm64) && !purego

package kernel

var noRow [Width]float32 // the contents of a negative row

// SetGaps sets, for each list, width numbers of dst, from stride times the list's number on,
// to scale times the sum of the differences of the rows of src, width long, of each pair.
func SetGaps(dst []float32, stride int, src []float32, width int, l Pairs, scale float32) {
	n := l.Len()
	if !vectors || width < Width || stride < width || n <= 0 || len(l.to) == 0 {
		setGapsPlain(dst, stride, src, width, l, scale)
		return
	}
	_, _ = dst[(n-1)*stride+width-1], src[int(l.top)*width+width-1]
	for c := 0; c < width; c += Width {
		c = min(c, width-Width) // the last columns may be computed twice
		gaps(&dst[c], stride, &src[c], width, &l.start[0], n, &l.to[0], scale, &noRow[0])
	}
}

// gaps is SetGaps for 16 columns of at least one list.
//
//go:noescape
func gaps(dst *float32, stride int, src *float32, width int, start *int32, lists int, to *int32, scale float32, none *float32)
