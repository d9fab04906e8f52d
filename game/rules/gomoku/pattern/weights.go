package pattern

// Weight is the value of an empty point with one code for a colour: when that colour is to move and
// when it waits.
type Weight struct{ Move, Wait int32 }

// Weights holds a Weight for each colour (index Black or White) and code.
type Weights [3][Codes]Weight

// Sum is the sum of the weights of all empty points.
type Sum Weight

func (s *Sum) add(w Weight)      { s.Move += w.Move; s.Wait += w.Wait }
func (s *Sum) subtract(w Weight) { s.Move -= w.Move; s.Wait -= w.Wait }

// Weigh makes b update the sums of other weights.
func (b *Board) Weigh(w *Weights) {
	b.weights = w
	for c := Black; c <= White; c++ {
		b.sum[c] = Sum{}
		for p, code := range b.code[c] {
			if b.colour[p] == 0 {
				b.sum[c].add(w[c][code])
			}
		}
	}
}

// Sum returns the sum over the empty points of colour c's weights.
func (b *Board) Sum(c int) Sum { return b.sum[c] }
