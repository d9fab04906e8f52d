package proof

import (
	"slices"

	"moyo/game"
)

// connected returns the stones of a colour that are connected: see docs/tsumego.md.
func (g *ground) connected(s *state, c game.Color) [MaxRegion]bool {
	var strong, given [MaxRegion]bool
	var gr group
	for i := range g.points {
		if s.stones[i] == c && !strong[i] {
			if g.chain(s, &gr, uint8(i)); g.safe(&gr, c) {
				gr.enter(&strong)
			}
		}
	}
	way := func(i uint8) bool {
		return s.stones[i] == game.Empty && !given[i] &&
			(g.out[i][c] || g.out[i][game.Empty] || slices.ContainsFunc(g.near[i], func(j uint8) bool { return strong[j] }))
	}
	for i := 0; i < len(g.points); i++ {
		if s.stones[i] != c || strong[i] || !slices.ContainsFunc(g.near[i], way) {
			continue
		}
		g.chain(s, &gr, uint8(i))
		var pair []uint8
		for j := range g.points {
			if len(pair) < 2 && way(uint8(j)) && g.touches(&gr, uint8(j)) {
				pair = append(pair, uint8(j))
			}
		}
		if len(pair) == 2 {
			given[pair[0]], given[pair[1]] = true, true
			gr.enter(&strong)
			i = -1 // start again from the lowest
		}
	}
	return strong
}

// enter adds the points of a group to a set.
func (gr *group) enter(in *[MaxRegion]bool) {
	for _, i := range gr.points {
		in[i] = true
	}
}
