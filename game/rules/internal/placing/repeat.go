package placing

import (
	"slices"

	"moyo/game"
	"moyo/game/rules/internal/zobrist"
)

// repeats says whether the stone of the side to move on pt, taking so, would
// recreate an earlier picture in the sense of the superko. Pictures are found by
// their keys and then compared stone by stone with the past, rebuilt by taking the
// moves back: a contrived collision of keys can cost time, never a wrong verdict.
func (g *Game) repeats(pt game.Point, taken []game.Point) bool {
	if g.captures[game.Black]+g.captures[game.White]+len(taken) == 0 {
		return false // there were fewer stones in all earlier pictures
	}
	key := g.key ^ zobrist.Stone(pt, g.toPlay)
	for _, q := range taken {
		key ^= zobrist.Stone(q, g.toPlay.Other())
	}
	for i := range slices.Backward(g.plies) {
		before := &g.plies[i].before
		if before.key != key || g.law.Ko == SituationalKo && before.toPlay == g.toPlay {
			continue
		}
		if g.wasReached(i, pt, taken) {
			return true
		}
	}
	return false
}

// wasReached says whether the picture before move i is the one that the stone on pt
// would lead to.
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
