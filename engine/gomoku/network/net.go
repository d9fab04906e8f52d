package network

import "math"

// Channels is the size of a point's vector in one view, hidden that of the layer
// between the sums over all points and the value, Masks the number of sets of threats.
//
// Numbers are integers, so that all processors compute the same. Vectors are in steps
// of 1/unit, sums in steps of 1/sumUnit after a shift by sumShift. Weights of the
// hidden layer are in steps of 1/firstUnit, its outputs in steps of 1/hiddenUnit.
const (
	Channels   = 32
	hidden     = 32
	Masks      = 512
	unit       = 128
	share      = 32 // points whose sum counts as one
	sumShift   = 4
	sumUnit    = unit * share >> sumShift
	firstUnit  = 2048
	hiddenUnit = 1024
	most       = 8 // of a hidden unit
	secondUnit = 1024
	orderUnit  = 100 // of the order of moves: see Order
)

// The same as shifts: from unit to 1, from the hidden layer's inputs to hiddenUnit, and from its outputs to 1.
const (
	unitShift   = 7
	hiddenShift = 9
	valueShift  = 20
)

// Bounds of the integers, so that no sum of theirs overflows.
const (
	mostShort = 32000
	mostLong  = 1 << 29
	mostFirst = 2 // weight of the hidden layer
)

// Net is the weights of a network. It is immutable and may be shared.
type Net struct {
	rows   []int16                     // vectors by window
	bias   [Channels]int16             // first summand of each point's vector
	order  [2][Channels]int16          // weights of a move, by view: 0 for the side to move
	first  [2][Channels * hidden]int16 // hidden layer: for each two channels the weights of both for each unit
	mask   [][hidden]int32             // bias of the hidden layer, by set of threats
	second [hidden]int16
	last   int32
}

// Net returns the network in its current state of training.
func (n *Trainer) Net() *Net {
	q := blank()
	for i, v := range n.rows {
		q.rows[i] = short(v, unit)
	}
	for i := range q.bias {
		q.bias[i] = short(n.bias[i], unit)
		q.order[0][i], q.order[1][i] = short(n.p.order[0][i], orderUnit), short(n.p.order[1][i], orderUnit)
		for v := range 2 {
			for j := range hidden {
				q.first[v][(i/2*hidden+j)*2+i%2] = int16(whole(n.p.first[(v*Channels+i)*hidden+j], firstUnit, mostFirst*firstUnit))
			}
		}
	}
	for m := range q.mask {
		for j := range hidden {
			q.mask[m][j] = whole(n.p.mask[m*hidden+j]+n.p.base[j], sumUnit*firstUnit, mostLong)
		}
	}
	for j := range hidden {
		q.second[j] = short(n.p.second[j], secondUnit)
	}
	q.last = whole(n.p.last[0], hiddenUnit*secondUnit, mostLong)
	return q
}

// whole returns v in steps of 1/unit, at most ±most steps.
func whole(v float32, unit, most int) int32 {
	bound := float64(most)
	return int32(math.Round(max(-bound, min(float64(v)*float64(unit), bound))))
}

// short is whole in 16 bits.
func short(v float32, unit int) int16 { return int16(whole(v, unit, mostShort)) }
