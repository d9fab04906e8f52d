// Package network judges positions of five in a row by a small network that is
// kept up to date as stones come and go.
//
// Around each empty point the cells of each line within four steps form a window.
// A window is a row of a table of vectors; the four vectors of a point are added and
// cut to between 0 and 1, once as either colour sees the stones. What a move is
// worth is a weighted sum of its point's two vectors, what the position is worth
// follows from the sums over all points. So the network is equal under every symmetry of the
// board, and a stone changes no more than the vectors of the points that see it: the idea of
// an efficiently updatable network (Y. Nasu, "Efficiently Updatable
// Neural-Network-based Evaluation Functions for Computer Shogi", 2018).
package network

import "sync"

// half is how many cells a window holds to either side, Windows how many windows
// there are, read from whichever end.
const (
	half    = 4
	sides   = 1 + 3 + 9 + 27 + 81 // rows of cells up to a wall or to the end
	Windows = sides * (sides + 1) / 2
)

// States of a cell in a key, two bits each; the cells of a key are those of
// pattern.Board: slot half-1-i is i+1 steps back, slot half+i as many ahead.
const (
	own   = 1
	enemy = 2
	wall  = 3
)

// table maps a key to the numbers of its window as Black and as White sees it.
type table [1 << (4 * half)][2]uint16

// windows is made when something asks for it: not every program does.
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

// side numbers the cells of one side, the nearest in the lowest bits: what lies beyond a wall
// counts for nothing.
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

// turned returns a key as the other colour sees it.
func turned(key uint16) uint16 {
	lone := (key ^ key>>1) & 0x5555
	return key ^ (lone | lone<<1)
}
