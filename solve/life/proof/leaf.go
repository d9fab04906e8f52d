package proof

import (
	"slices"

	"moyo/game"
)

// left returns the stones of the remaining targets; with a region to clear, all stones of the
// defender in it.
func (g *ground) left(s *state) []uint8 {
	var left []uint8
	for t, i := range g.targets {
		if s.gone>>t&1 == 0 {
			left = append(left, i)
		}
	}
	if len(g.targets) == 0 {
		for i := range g.points {
			if s.stones[i] == g.defender {
				left = append(left, uint8(i))
			}
		}
	}
	return left
}

// oneEye reports whether the defender cannot make two eyes, so that the attacker reaches the goal:
// see docs/tsumego.md.
func (g *ground) oneEye(s *state) bool {
	strong := g.connected(s, g.attacker)
	if len(g.targets) == 0 {
		var rest group
		for i := range g.points {
			if !strong[i] {
				rest.points = append(rest.points, uint8(i))
			}
		}
		return g.oneEyeIn(&rest, &strong, &group{})
	}
	for _, t := range g.left(s) {
		var part, target group
		g.spread(&part, t, func(j uint8) bool { return !strong[j] })
		g.chain(s, &target, t)
		if !g.oneEyeIn(&part, &strong, &target) {
			return false
		}
	}
	return true
}

// oneEyeIn reports whether a part of the region, without strong points, gives the defender no way
// out, and its points that are neither next to strong stones nor of the target are neighbours of
// each other.
func (g *ground) oneEyeIn(part *group, strong *[MaxRegion]bool, target *group) bool {
	var room []uint8
	for _, i := range part.points {
		if g.out[i][game.Empty] || g.out[i][g.defender] {
			return false
		}
		beside := g.out[i][g.attacker] || slices.ContainsFunc(g.near[i], func(j uint8) bool { return strong[j] })
		if beside || target.in[i] {
			continue
		}
		for _, j := range room {
			if !slices.Contains(g.near[i], j) {
				return false
			}
		}
		room = append(room, i)
	}
	return true
}

// wall is a chain of the defender.
type wall struct {
	group
	safe, alive bool
}

// eye is a part of the region cut off by the defender's stones.
type eye struct {
	empty []uint8
	walls []int // those around it
}

// lives reports whether the stones that the attacker must capture include one that is connected or
// unconditionally alive.
func (g *ground) lives(s *state) bool {
	connected := g.connected(s, g.defender)
	return slices.ContainsFunc(g.left(s), func(i uint8) bool { return connected[i] }) || g.unconditional(s)
}

// unconditional reports whether one of these stones is safe or unconditionally alive.
func (g *ground) unconditional(s *state) bool {
	walls, of := g.walls(s)
	eyes := g.eyes(s, &of)
	for changed := true; changed; {
		changed = false
		for w := range walls {
			if walls[w].alive && !walls[w].safe && g.vital(walls, eyes, w) < 2 {
				walls[w].alive = false
				changed = true
			}
		}
	}
	return slices.ContainsFunc(g.left(s), func(i uint8) bool { return walls[of[i]].alive })
}

// walls returns the defender's chains, all of them assumed alive, and for each point the chain on
// it or -1.
func (g *ground) walls(s *state) (walls []wall, of [MaxRegion]int) {
	for i := range of {
		of[i] = -1
	}
	for i := range g.points {
		if s.stones[i] != g.defender || of[i] >= 0 {
			continue
		}
		w := wall{alive: true}
		g.chain(s, &w.group, uint8(i))
		w.safe = g.safe(&w.group, g.defender)
		for _, j := range w.points {
			of[j] = len(walls)
		}
		walls = append(walls, w)
	}
	return walls, of
}

// eyes returns the parts of the region without stones of the defender that touch nothing outside
// except such stones.
func (g *ground) eyes(s *state, of *[MaxRegion]int) []eye {
	var eyes []eye
	var met [MaxRegion]bool
	var gr group
	for i := range g.points {
		if of[i] >= 0 || met[i] {
			continue
		}
		g.spread(&gr, uint8(i), func(j uint8) bool { return of[j] < 0 })
		var e eye
		open := false
		for _, j := range gr.points {
			met[j] = true
			open = open || g.out[j][game.Empty] || g.out[j][g.attacker]
			if s.stones[j] == game.Empty {
				e.empty = append(e.empty, j)
			}
			for _, k := range g.near[j] {
				if of[k] >= 0 && !slices.Contains(e.walls, of[k]) {
					e.walls = append(e.walls, of[k])
				}
			}
		}
		if !open && len(e.empty) > 0 {
			eyes = append(eyes, e)
		}
	}
	return eyes
}

// vital counts the eyes that are vital to a chain, and enclosed only by living chains.
func (g *ground) vital(walls []wall, eyes []eye, w int) int {
	n := 0
	for _, e := range eyes {
		enclosed := !slices.ContainsFunc(e.walls, func(v int) bool { return !walls[v].alive })
		if enclosed && !slices.ContainsFunc(e.empty, func(i uint8) bool { return !g.touches(&walls[w].group, i) }) {
			n++
		}
	}
	return n
}

// touches reports whether i is next to a point of gr.
func (g *ground) touches(gr *group, i uint8) bool {
	return slices.ContainsFunc(g.near[i], func(j uint8) bool { return gr.in[j] })
}
