package weiqi

import (
	"moyo/game"
	"moyo/game/rules/internal/chain"
)

// Playout plays uniformly random moves, the side to move first, until both sides pass or limit
// moves were played, and returns the number of moves including the two passes. A side passes when
// only its own eyes (see [Fast.IsEye]) and illegal moves are left. Ko is simple, so a limit is
// needed: some positions, such as three kos, cycle forever. It does not update the hash.
//
// The choice is exactly uniform: it draws an empty point, and draws another one if the move is not
// possible.
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

// lightMove draws a move for the side to move. ok is false if no move exists.
func (f *Fast) lightMove(rng *Rand) (p uint16, ok bool) {
	for left := f.stones.EmptyCount(); left > 0; left-- {
		i := rng.Intn(left)
		p := f.stones.Empties()[i]
		if f.stones.Open(p) || int32(p) != f.ko && f.stones.Classify(p, f.toPlay) == chain.Useful {
			return p, true
		}
		f.stones.SwapEmpty(i, left-1)
	}
	return 0, false
}

// Score returns Black's area minus White's, where an empty point belongs to the colour of its
// neighbours if they are all stones of one colour. It is cheap, and exact if a playout has ended by
// passes and no seki is left. See [Fast.Area] for the count by the rules.
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

// surrounds returns the colour of all neighbours of p, or Empty if they differ.
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

// Area counts by the rules: stones and the empty regions that only one colour touches. It returns
// Black's area minus White's and sets owner[p] to the owner of p, or Empty; owner has Len()
// entries. It does not allocate.
func (f *Fast) Area(owner []game.Color) int {
	score := f.stones.Count(game.Black) - f.stones.Count(game.White)
	for p := range owner {
		owner[p] = f.stones.At(uint16(p))
	}
	for _, seed := range f.stones.Empties() {
		if owner[seed] != game.Empty {
			continue
		}
		region, reach := f.flood(seed, owner)
		whose := [...]game.Color{neutral, game.Black, game.White, neutral}[reach]
		for _, p := range region {
			owner[p] = whose
		}
		switch whose {
		case game.Black:
			score += len(region)
		case game.White:
			score -= len(region)
		}
	}
	for p := range owner {
		owner[p] %= neutral
	}
	return score
}

// neutral marks empty points that Area has found to be neutral.
const neutral game.Color = 3

// flood returns the empty region of seed, in f.queue, and marks it neutral in owner. It also
// returns the colours that touch it: 1 for Black plus 2 for White.
func (f *Fast) flood(seed uint16, owner []game.Color) (region []uint16, reach int) {
	region = append(f.queue[:0], seed)
	owner[seed] = neutral
	for i := 0; i < len(region); i++ {
		for _, q := range f.stones.Topology().Neighbors(region[i]) {
			switch c := f.stones.At(q); {
			case c != game.Empty:
				reach |= int(c)
			case owner[q] != neutral:
				owner[q] = neutral
				region = append(region, q)
			}
		}
	}
	return region, reach
}
