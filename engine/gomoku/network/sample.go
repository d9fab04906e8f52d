package network

// Sample is a training position, with the value and the order of moves that the
// engine has without the network, to which the network adds.
type Sample struct {
	Stones []uint16  // points in the order of play, Black's first
	Mask   uint16    // set of threats
	Base   float32   // value for the side to move, in logits
	Want   float32   // target win probability of the side to move
	Moves  []uint16  // playable points; empty if the sample is not for the order of moves
	Prior  []float32 // of each of Moves, in logits
	Best   int       // index into Moves of the best one
}

// Fit is how well a network fits samples.
type Fit struct {
	Value float64 // mean cross entropy of the win probability
	Order float64 // mean cross entropy of the best move
	First float64 // share of positions whose best move comes first
}

// tally sums up a Fit.
type tally struct {
	value, order, first float64
	values, orders      int
}

func (t *tally) add(u tally) {
	t.value += u.value
	t.order += u.order
	t.first += u.first
	t.values += u.values
	t.orders += u.orders
}

func (t tally) fit() Fit {
	n, m := float64(max(t.values, 1)), float64(max(t.orders, 1))
	return Fit{Value: t.value / n, Order: t.order / m, First: t.first / m}
}

// Mean returns the mean of fits, zero if list is empty.
func Mean(list []Fit) Fit {
	var sum Fit
	for _, f := range list {
		n := float64(len(list))
		sum.Value += f.Value / n
		sum.Order += f.Order / n
		sum.First += f.First / n
	}
	return sum
}
