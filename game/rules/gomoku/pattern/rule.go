package pattern

import "fmt"

// Freestyle, Standard, Renju, Caro8 and Caro9 return the lines of both colours under these rules,
// for n in a row.
func Freestyle(n int) (black, white Line) { return Line{N: n}, Line{N: n} }

// Standard counts only exactly n.
func Standard(n int) (black, white Line) { return Line{N: n, Exact: true}, Line{N: n, Exact: true} }

// Renju forbids Black longer rows, two fours and two threes.
func Renju(n int) (black, white Line) { return Line{N: n, Exact: true, Ban: true}, Line{N: n} }

// Caro8 does not count n between two enemies; more than n always win.
func Caro8(n int) (black, white Line) { return Line{N: n, Fence: true}, Line{N: n, Fence: true} }

// Caro9 does not count n between two enemies, nor more than n.
func Caro9(n int) (black, white Line) {
	l := Line{N: n, Exact: true, Fence: true}
	return l, l
}

// TableFor returns the table of the rules named freestyle, standard, renju,
// caro8 or caro9 for n in a row.
func TableFor(rule string, n int) (*Table, error) {
	named := map[string]func(int) (Line, Line){
		"freestyle": Freestyle, "standard": Standard, "renju": Renju, "caro8": Caro8, "caro9": Caro9,
	}
	lines, ok := named[rule]
	if !ok {
		return nil, fmt.Errorf("unknown rule %q of n in a row", rule)
	}
	t, ok := NewTable(lines(n))
	if !ok {
		return nil, fmt.Errorf("rule %q with %d in a row: patterns exist for 3 to %d in a row (%d in freestyle)", rule, n, MaxN-1, MaxN)
	}
	return t, nil
}
