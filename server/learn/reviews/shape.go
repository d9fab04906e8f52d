package reviews

import (
	"moyo/board"
	"moyo/game"
	"moyo/internal/splitmix"
)

// rounds is the number of label refinements, and so the distance that each label covers.
const rounds = 8

// shape is equal for all positions that an isomorphism of their boards or a swap of the colors turns into each other: mirrored and
// turned positions, and copies of the board with other point numbers. Other positions have another shape, except by chance, or if
// the boards look alike up to [rounds] steps around every point.
type shape struct {
	stones int
	hash   uint64
}

// shapeOf returns the shape of a position: the sum of its points' labels after color refinement (B. Weisfeiler and A. Lehman, "The
// reduction of a graph to canonical form", 1968).
func shapeOf(pos game.Position) shape {
	b := pos.Board()
	colors := make([]game.Color, b.Len())
	for p := range colors {
		colors[p] = pos.At(game.Point(p))
	}
	own := refined(b, colors)
	for p, c := range colors {
		if c != game.Empty {
			colors[p] = c.Other()
		}
	}
	other := refined(b, colors)
	return shape{stonesOn(pos), splitmix.Mix(min(own, other)) ^ max(own, other)}
}

// shapeOfBoard returns the shape of a board without stones.
func shapeOfBoard(b *board.Board) shape {
	return shape{hash: refined(b, make([]game.Color, b.Len()))}
}

// stonesOn counts the stones of a position.
func stonesOn(pos game.Position) (n int) {
	for p := range pos.Board().Len() {
		if pos.At(game.Point(p)) != game.Empty {
			n++
		}
	}
	return n
}

// refined returns the sum of the points' labels after [rounds].
func refined(b *board.Board, colors []game.Color) (sum uint64) {
	labels, next := make([]uint64, b.Len()), make([]uint64, b.Len())
	for p, c := range colors {
		labels[p] = splitmix.Mix(uint64(c) + 1)
	}
	for range rounds {
		for p := range next {
			around := uint64(0)
			for _, q := range b.Neighbors(board.Point(p)) {
				around += splitmix.Mix(labels[q])
			}
			next[p] = splitmix.Mix(labels[p]<<1 ^ around)
		}
		labels, next = next, labels
	}
	for _, l := range labels {
		sum += splitmix.Mix(l)
	}
	return sum
}
