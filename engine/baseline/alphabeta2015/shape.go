package alphabeta2015

import (
	"slices"

	"moyo/game"
)

// The values of shapes for the attacker.
const (
	contact       = 30  // for each pair of an attacking and a defending stone
	hane          = 50  // for each around a defending stone
	emptyTriangle = -75 // for each of the attacker's
	mouth         = 100 // for each of the attacker's, and as much less for each of the defender's
)

// turn is a corner at a point: two neighbours of it that are not neighbours of
// each other, and another neighbour of both.
type turn struct{ a, b, far game.Point }

// findTurns lists the points that shapes are evaluated at, and their turns.
func (f *field) findTurns() {
	for q := range game.Point(f.board.Len()) {
		inside := func(n game.Point) bool { return f.inside[n] }
		if f.inside[q] || slices.ContainsFunc(f.board.Neighbors(q), inside) {
			f.near = append(f.near, q)
		}
	}
	f.turns = make([][]turn, f.board.Len())
	for _, q := range f.near {
		f.turns[q] = f.turnsOf(q)
	}
}

func (f *field) turnsOf(q game.Point) (list []turn) {
	around := f.board.Neighbors(q)
	for i, a := range around {
		for _, b := range around[:i] {
			if slices.Contains(f.board.Neighbors(a), b) {
				continue
			}
			for _, far := range f.board.Neighbors(a) {
				if far != q && slices.Contains(f.board.Neighbors(b), far) {
					list = append(list, turn{a, b, far})
				}
			}
		}
	}
	return list
}

// shape returns the static evaluation of an undecided position, for the attacker.
func (f *field) shape() int {
	sum := 0
	for _, q := range f.near {
		switch f.stones[q] {
		case game.Empty:
			sum += f.mouthAt(q)
		case f.attacker:
			sum += emptyTriangle * f.turnsAround(q)
		default:
			sum += hane * f.turnsAround(q)
			for _, n := range f.board.Neighbors(q) {
				if f.stones[n] == f.attacker {
					sum += contact
				}
			}
		}
	}
	return sum
}

// turnsAround counts the turns around a stone that the attacker occupies, with
// an empty far side: a hane around a defender's stone, an empty triangle around
// its own.
func (f *field) turnsAround(q game.Point) (n int) {
	for _, t := range f.turns[q] {
		if f.stones[t.a] == f.attacker && f.stones[t.b] == f.attacker && f.stones[t.far] == game.Empty {
			n++
		}
	}
	return n
}

// mouthAt returns the value of an empty point as a mouth: stones of one side,
// at least two, on all its neighbours except one, which is empty.
func (f *field) mouthAt(q game.Point) int {
	around := f.board.Neighbors(q)
	var count [3]int
	for _, n := range around {
		count[f.stones[n]]++
	}
	own, other := count[f.attacker], count[f.attacker.Other()]
	switch {
	case count[game.Empty] != 1 || len(around) < 3:
	case other == 0:
		return mouth
	case own == 0:
		return -mouth
	}
	return 0
}
