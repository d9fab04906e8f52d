package generate

import (
	"slices"

	"moyo/board"
	"moyo/game"
)

// chainOf returns the chain of a stone and its number of liberties.
func chainOf(b *board.Board, stones []game.Color, q game.Point) (chain []game.Point, liberties int) {
	chain = []game.Point{q}
	seen := map[game.Point]bool{q: true}
	for i := 0; i < len(chain); i++ {
		for _, n := range b.Neighbors(chain[i]) {
			if seen[n] {
				continue
			}
			switch stones[n] {
			case game.Empty:
				seen[n] = true
				liberties++
			case stones[q]:
				seen[n] = true
				chain = append(chain, n)
			}
		}
	}
	return chain, liberties
}

// play puts a stone of a colour on an empty point and returns what it captures.
func play(b *board.Board, stones []game.Color, q game.Point, c game.Color) (taken []game.Point) {
	stones[q] = c
	for _, n := range b.Neighbors(q) {
		if stones[n] != c.Other() {
			continue
		}
		if chain, liberties := chainOf(b, stones, n); liberties == 0 {
			taken = append(taken, chain...)
			for _, m := range chain {
				stones[m] = game.Empty
			}
		}
	}
	slices.Sort(taken)
	return taken
}

// legal reports whether a side may play on an empty point: no suicide.
func legal(b *board.Board, stones []game.Color, q game.Point, c game.Color) bool {
	after := slices.Clone(stones)
	play(b, after, q, c)
	_, liberties := chainOf(b, after, q)
	return liberties > 0
}
