package weiqi

import (
	"moyo/game"
	"moyo/rules/internal/chain"
)

// Playout plays uniformly random moves from here, the side to move first, until
// both sides pass or limit moves were played, and returns the number of moves
// with the two passes at the end. A side passes when it has nothing but eyes of
// its own (see [Fast.IsEye]) and illegal moves left. Ko is simple, so a limit is
// needed: there are positions, such as three kos, that go round for ever. The
// hash is not kept.
//
// The choice is exactly uniform: a point is drawn from the empty ones; one that
// will not do is put aside and another is drawn.
func (f *Fast) Playout(rng *Rand, limit int) int {
	moves, passes := 0, 0
	for moves < limit && passes < 2 {
		moves++
		p, ok := f.lightMove(rng)
		if !ok {
			f.Pass()
			passes++
			continue
		}
		passes = 0
		f.place(p, f.toPlay)
	}
	return moves
}

// lightMove draws a move for the side to move; ok is false where there is none.
func (f *Fast) lightMove(rng *Rand) (p uint16, ok bool) {
	for left := f.stones.EmptyCount(); left > 0; left-- {
		i := rng.Intn(left)
		p := f.stones.Empties()[i]
		if f.stones.Open(p) || int32(p) != f.ko && f.stones.Sense(p, f.toPlay) == chain.Useful {
			return p, true
		}
		f.stones.SwapEmpty(i, left-1)
	}
	return 0, false
}

// Score returns Black's area less White's, where an empty point belongs to the
// colour of its neighbours if they are all stones of one colour: exact where a
// playout has ended by passes and no seki is left, cheap everywhere. See
// [Fast.Area] for the count by the rules.
func (f *Fast) Score() int {
	score := f.stones.Count(game.Black) - f.stones.Count(game.White)
	for _, p := range f.stones.Empties() {
		switch f.surrounds(p) {
		case game.Black:
			score++
		case game.White:
			score--
		}
	}
	return score
}

// surrounds returns the colour of which all neighbours of p are, Empty if there
// is no such colour.
func (f *Fast) surrounds(p uint16) game.Color {
	if f.stones.Open(p) {
		return game.Empty
	}
	seen := game.Empty
	for _, q := range f.stones.Topology().Neighbors(p) {
		c := f.stones.At(q)
		if seen != game.Empty && c != seen {
			return game.Empty
		}
		seen = c
	}
	return seen
}
