// Package network evaluates positions of five in a row by a small network that
// is updated incrementally as stones come and go.
//
// For each empty point, the cells of each line within four steps form a window. A
// window selects a row of a table of vectors; the four vectors of a point are added
// and clipped to between 0 and 1, once for each colour's view. The score of a move is
// a weighted sum of its point's two vectors, and the value of the position is computed
// from the sums over all points. The network is therefore equal under every symmetry
// of the board, and a stone changes only the vectors of the points whose windows
// contain it: the idea of an efficiently updatable network (Y. Nasu, "Efficiently
// Updatable Neural-Network-based Evaluation Functions for Computer Shogi", 2018).
package network

import "sync"

// half is the number of cells of a window to either side, Windows the number of
// windows up to reversal.
const (
	half    = 4
	sides   = 1 + 3 + 9 + 27 + 81 // rows of cells up to a wall or to the end
	Windows = sides * (sides + 1) / 2
)

// States of a cell in a key, two bits each. The cells of a key are those of
// pattern.Board: slot half-1-i is i+1 steps back, slot half+i is i+1 steps ahead.
const (
	own   = 1
	enemy = 2
	wall  = 3
)

// table maps a key to the numbers of its window for Black's and White's view.
type table [1 << (4 * half)][2]uint16

// windows is computed on first use: not every program needs it.
var windows = sync.OnceValue(func() *table {
	t := new(table)
	for key := range t {
		t[key] = [2]uint16{number(uint16(key)), number(turned(uint16(key)))}
	}
	return t
})

// number returns the number of a key's window, the same from either end.
func number(key uint16) uint16 {
	back, ahead := uint16(0), uint16(0)
	for i := range half {
		back |= key >> (2 * (half - 1 - i)) & 3 << (2 * i)
		ahead |= key >> (2 * (half + i)) & 3 << (2 * i)
	}
	a, b := side(back), side(ahead)
	return max(a, b)*(max(a, b)+1)/2 + min(a, b)
}

// side numbers the cells of one side, the nearest in the lowest bits, without
// those beyond a wall.
func side(cells uint16) uint16 {
	n, place, first := uint16(0), uint16(1), uint16(0)
	for range half {
		c := cells & 3
		if c == wall {
			return first + n
		}
		n += c * place
		first += place
		place *= 3
		cells >>= 2
	}
	return first + n
}

// turned returns a key with the colours swapped.
func turned(key uint16) uint16 {
	lone := (key ^ key>>1) & 0x5555
	return key ^ (lone | lone<<1)
}
