package placing

import (
	"slices"

	"moyo/game"
	"moyo/game/rules/internal/zobrist"
)

// repeats reports whether the stone of the side to move on pt, with these captures, would recreate
// an earlier position under the superko. It finds positions by their keys and then compares them
// stone by stone with the past, rebuilt by taking the moves back. A constructed collision of keys
// can therefore cost time, but never give a wrong result.
func (g *Game) repeats(pt game.Point, taken []game.Point) bool {
	if g.captures[game.Black]+g.captures[game.White]+len(taken) == 0 {
		return false // all earlier positions had fewer stones
	}
	key := g.key ^ zobrist.Stone(pt, g.toPlay)
	for _, q := range taken {
		key ^= zobrist.Stone(q, g.toPlay.Other())
	}
	for i := range slices.Backward(g.plies) {
		before := &g.plies[i].before
		if before.key != key || g.ruleSet.Ko == SituationalKo && before.toPlay == g.toPlay {
			continue
		}
		if g.wasReached(i, pt, taken) {
			return true
		}
	}
	return false
}

// wasReached reports whether the position before move i is the one that the stone on pt would lead
// to.
func (g *Game) wasReached(i int, pt game.Point, taken []game.Point) bool {
	g.past = append(g.past[:0], g.stones...)
	for j := len(g.moves) - 1; j >= i; j-- {
		g.takeBack(g.past, j)
	}
	for q, c := range g.past {
		want := g.stones[q]
		switch {
		case game.Point(q) == pt:
			want = g.toPlay
		case slices.Contains(taken, game.Point(q)):
			want = game.Empty
		}
		if c != want {
			return false
		}
	}
	return true
}
