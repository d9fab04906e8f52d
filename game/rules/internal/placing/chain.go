package placing

import (
	"slices"

	"moyo/board"
	"moyo/game"
)

// Surround is the Takes of games with the captures of Go: a stone captures the opponent's chains
// that it leaves without liberties, and is suicide if its own chain has none after that.
func Surround(g *Game, pt game.Point, buf []game.Point) (taken []game.Point, ok bool) {
	taken = buf
	c, free := g.toPlay, false
	for _, q := range g.b.Neighbors(pt) {
		switch g.stones[q] {
		case game.Empty:
			free = true
		case c.Other():
			if !slices.Contains(taken, q) && !g.hasLiberty(q, pt) {
				taken = append(taken, g.queue...)
			}
		}
	}
	if free || len(taken) > 0 {
		return taken, true
	}
	for _, q := range g.b.Neighbors(pt) {
		if g.stones[q] == c && g.hasLiberty(q, pt) {
			return taken, true
		}
	}
	return taken, false
}

// TakeNothing is the Takes of games without captures.
func TakeNothing(_ *Game, _ game.Point, buf []game.Point) (taken []game.Point, ok bool) {
	return buf, true
}

// hasLiberty reports whether the chain of the stone on seed has a liberty other than without, which
// may be board.None. If not, queue contains the chain's stones.
func (g *Game) hasLiberty(seed, without game.Point) bool {
	g.begin()
	c := g.stones[seed]
	g.meet(seed)
	for i := 0; i < len(g.queue); i++ {
		for _, q := range g.b.Neighbors(g.queue[i]) {
			if g.stones[q] == game.Empty && q != without {
				return true
			}
			if g.stones[q] == c {
				g.meet(q)
			}
		}
	}
	return false
}

// begin starts a walk over the board that visits each point once.
func (g *Game) begin() {
	if g.mark == nil {
		g.mark = make([]uint32, len(g.stones))
	}
	if g.round++; g.round == 0 { // it wrapped around
		clear(g.mark)
		g.round = 1
	}
	g.queue = g.queue[:0]
}

// meet adds p to the walk unless it was already visited.
func (g *Game) meet(p game.Point) {
	if g.mark[p] != g.round {
		g.mark[p] = g.round
		g.queue = append(g.queue, p)
	}
}

// Chain returns the stones connected with the one on pt and their common
// liberties, both ascending; nil for an empty point. See [game.Chainer].
func Chain(g *Game, pt game.Point) (stones, liberties []game.Point) {
	c := g.stones[pt]
	if c == game.Empty {
		return nil, nil
	}
	g.begin()
	g.meet(pt)
	for i := 0; i < len(g.queue); i++ {
		for _, q := range g.b.Neighbors(g.queue[i]) {
			switch g.stones[q] {
			case game.Empty:
				liberties = append(liberties, q)
			case c:
				g.meet(q)
			}
		}
	}
	stones = slices.Sorted(slices.Values(g.queue))
	slices.Sort(liberties)
	return stones, slices.Compact(liberties)
}

// withoutLiberty returns a stone whose chain has no liberties, or board.None.
func (g *Game) withoutLiberty() game.Point {
	for i, c := range g.stones {
		if c != game.Empty && !g.hasLiberty(game.Point(i), board.None) {
			return game.Point(i)
		}
	}
	return board.None
}
