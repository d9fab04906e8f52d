package generate

import (
	"math/rand/v2"
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life/tsumego"
)

// group is a group that is being surrounded: its points, and the stones on the board.
type group struct {
	*terrain
	stones []game.Color // Black defends
	within map[game.Point]bool
	points []game.Point // those inside, in order
}

// grown returns a problem about a group that grew in the corner, along the side or in the open,
// with random surroundings; false if none came out.
func (t *terrain) grown(r *rand.Rand) (tsumego.Problem, bool) {
	space := t.grow(r, composedPlace(r), 4+r.IntN(8))
	wall := around(t.Board, space, r.IntN(4) > 0)
	if len(wall) > 16 {
		return tsumego.Problem{}, false
	}
	g := &group{terrain: t, stones: make([]game.Color, t.Len()), within: map[game.Point]bool{}}
	for _, q := range slices.Concat(space, wall) {
		g.add(q, game.Empty)
	}
	for _, q := range wall {
		g.stones[q] = game.Black
	}
	for _, q := range g.gaps(r, wall) {
		g.stones[q] = game.Empty
	}
	for range r.IntN(len(space)/2 + 1) {
		g.stones[space[r.IntN(len(space))]] = game.Color(1 + r.IntN(2))
	}
	return g.problem(r)
}

// add adds a point to the group, with its contents.
func (g *group) add(q game.Point, c game.Color) {
	if !g.within[q] {
		g.within[q] = true
		g.points = append(g.points, q)
	}
	g.stones[q] = c
}

// surround puts the attacker's stones around the group, mostly next to it. If one is omitted the group
// has a liberty outside, usually with a stone behind it.
func (g *group) surround(r *rand.Rand) {
	tight := 60 + r.IntN(41)
	behind := 60 + r.IntN(41)
	var loose []game.Point
	for _, q := range around(g.Board, g.points, false) {
		if r.IntN(100) < tight {
			g.stones[q] = game.White
		} else {
			loose = append(loose, q)
		}
	}
	for _, q := range loose {
		for _, n := range g.Neighbors(q) {
			if !g.within[n] && g.stones[n] == game.Empty && !slices.Contains(loose, n) && r.IntN(100) < behind {
				g.stones[n] = game.White
			}
		}
	}
}

// problem surrounds the group and asks about it.
func (g *group) problem(r *rand.Rand) (tsumego.Problem, bool) {
	g.surround(r)
	p := tsumego.Problem{Board: g.Board, Stones: g.stones, ToPlay: game.Black, Ko: board.None, Region: g.points}
	if p.Target = targets(&p); len(p.Target) == 0 {
		return p, false
	}
	p.Region = nil
	if r.IntN(2) == 0 {
		p.ToPlay, p.Question = game.White, tsumego.Kill
	}
	if r.IntN(2) == 0 {
		p = swapped(p)
	}
	return bounded(p)
}
