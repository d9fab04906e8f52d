package kernel

// Pairs are lists of pairs of rows. A negative row means zeros.
type Pairs struct {
	start, to []int32 // list p is to[2*start[p]:2*start[p+1]], two per pair
	top       int32   // the last row in any of them
}

// Append adds a list.
func (l *Pairs) Append(pairs [][2]int32) {
	if l.start == nil {
		l.start = []int32{0}
	}
	for _, p := range pairs {
		l.top = max(l.top, p[0], p[1])
		l.to = append(l.to, p[0], p[1])
	}
	l.start = append(l.start, int32(len(l.to)/2))
}

// Len returns the number of lists.
func (l *Pairs) Len() int { return len(l.start) - 1 }

// Part returns the lists from from to to.
func (l *Pairs) Part(from, to int) Pairs { return Pairs{l.start[from : to+1], l.to, l.top} }

// of returns list p, two rows per pair.
func (l *Pairs) of(p int) []int32 { return l.to[2*l.start[p] : 2*l.start[p+1]] }

func setGapsPlain(dst []float32, stride int, src []float32, width int, l Pairs, scale float32) {
	for p := range l.Len() {
		row := dst[p*stride : p*stride+width]
		clear(row)
		for to := l.of(p); len(to) > 0; to = to[2:] {
			for c := range row {
				row[c] += max(at(src, to[0], width, c)-at(src, to[1], width, c), at(src, to[1], width, c)-at(src, to[0], width, c))
			}
		}
		for c := range row {
			row[c] *= scale
		}
	}
}

// at returns a number of a row, zero for a negative row.
func at[T any](src []T, row int32, width, column int) (x T) {
	if row >= 0 {
		x = src[int(row)*width+column]
	}
	return x
}

func addGapsPlain(dst, src, ask []float32, stride, width int, l Pairs, scale float32) {
	for p := range l.Len() {
		for to := l.of(p); len(to) > 0; to = to[2:] {
			for c, v := range ask[p*stride:][:width] {
				v *= scale
				switch a, b := at(src, to[0], width, c), at(src, to[1], width, c); {
				case a == b:
					continue
				case a < b:
					v = -v
				}
				if to[0] >= 0 {
					dst[int(to[0])*width+c] += v
				}
				if to[1] >= 0 {
					dst[int(to[1])*width+c] -= v
				}
			}
		}
	}
}

// SetByteGaps sets width numbers of dst for each list, none longer than MostListed pairs, from stride times the list's number on.
// They are scale, 0 to 1, times the sum of the differences of the rows of src, width long, of each pair, rounded and at most 255.
func SetByteGaps(dst []byte, stride int, src []byte, width int, l Pairs, scale float32) {
	by := factor(scale)
	if byteGapVectors(dst, stride, src, width, l, by) {
		return
	}
	for p := range l.Len() {
		for c := range width {
			sum := int32(0)
			for to := l.of(p); len(to) > 0; to = to[2:] {
				d := int32(at(src, to[0], width, c)) - int32(at(src, to[1], width, c))
				sum += max(d, -d)
			}
			dst[p*stride+c] = byte(min(mostByte, (sum*by+halfWords/2)>>15))
		}
	}
}
