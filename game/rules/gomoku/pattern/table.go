package pattern

import "sync"

// Table contains the kinds of every key for both colours under one set of rules: kinds[key] is
// Black's kind in the low four bits and White's in the high ones. It is made once for each pair of
// lines and shared. It takes 64 KiB if the rules see four cells on each side, 1 MiB if they see
// five.
type Table struct {
	Black, White Line
	half         int
	kinds        []uint8
}

var (
	tablesLock sync.Mutex
	tables     = map[[2]Line]*Table{}
)

// NewTable returns the table for the rows of each colour. Both must have the same N, from 3 to
// MaxN, and less than MaxN if the cell after a row matters; otherwise ok is false.
func NewTable(black, white Line) (t *Table, ok bool) {
	half := max(black.half(), white.half())
	if black.N != white.N || black.N < 3 || half > maxHalf {
		return nil, false
	}
	tablesLock.Lock()
	defer tablesLock.Unlock()
	key := [2]Line{black, white}
	if tables[key] == nil {
		tables[key] = makeTable(black, white, half)
	}
	return tables[key], true
}

func makeTable(black, white Line, half int) *Table {
	t := &Table{Black: black, White: white, half: half, kinds: make([]uint8, 1<<(4*half))}
	forBlack := newGrader(black, half)
	forWhite := forBlack
	if white != black {
		forWhite = newGrader(white, half)
	}
	for key := range uint32(len(t.kinds)) {
		if sensible(key, half) {
			b := forBlack.kind(black.view(key, true))
			w := forWhite.kind(white.view(key, false))
			t.kinds[key] = uint8(b) | uint8(w)<<4
		}
	}
	return t
}

// sensible reports whether a key can occur: there are only walls beyond a wall.
func sensible(key uint32, half int) bool {
	for i := range half - 1 {
		if at(key, half-1-i) == wall && at(key, half-2-i) != wall || at(key, half+i) == wall && at(key, half+i+1) != wall {
			return false
		}
	}
	return true
}

// Kind returns what colour (1 Black, 2 White) makes on a line with that key.
func (t *Table) kind(key uint32, colour int) Kind {
	return Kind(t.kinds[key] >> (4 * (colour - 1)) & 15)
}

// Kinds returns what Black and White make on a line with a key of four cells on each side. If the
// table sees five, the fifth are taken as empty.
func (t *Table) Kinds(key uint32) (black, white Kind) {
	key <<= 2 * (t.half - 4)
	return t.kind(key, Black), t.kind(key, White)
}
