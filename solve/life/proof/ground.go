package proof

import (
	"slices"

	"moyo/game"
)

// none means no point of the region.
const none = 255

// ground is the constant part of a statement's position. Points are numbered within the region.
type ground struct {
	points             []game.Point
	near               [][]uint8
	out                [][3]bool // out[i][c]: point i has a neighbour of colour c outside
	defender, attacker game.Color
	targets            []uint8
}

func newGround(p *Statement) *ground {
	g := &ground{points: p.Region, defender: p.Defender, attacker: p.Defender.Other()}
	stones := p.walled()
	g.near = make([][]uint8, len(g.points))
	g.out = make([][3]bool, len(g.points))
	for i, q := range g.points {
		for _, r := range p.Board.Neighbors(q) {
			if j, inside := slices.BinarySearch(g.points, r); inside {
				g.near[i] = append(g.near[i], uint8(j))
			} else {
				g.out[i][stones[r]] = true
			}
		}
	}
	for _, q := range p.Targets {
		i, _ := slices.BinarySearch(g.points, q)
		g.targets = append(g.targets, uint8(i))
	}
	return g
}

// state is a state of the game of docs/tsumego.md.
type state struct {
	stones  [MaxRegion]game.Color
	turn    game.Color
	ban     uint8    // the point that the side to move may take only with a threat, or none
	threats [3]uint8 // by colour
	gone    uint64   // a bit for each captured target; with a region to clear, the number of times that it was cleared
}

// start returns the initial state of a claim.
func (g *ground) start(p *Statement, c *Claim) state {
	s := state{turn: p.ToPlay, ban: none, threats: [3]uint8{game.Black: c.Black, game.White: c.White}}
	for i, q := range g.points {
		s.stones[i] = p.Stones[q]
		if q == p.Ko {
			s.ban = uint8(i)
		}
	}
	return s
}

// group is a set of connected points of the region.
type group struct {
	points []uint8
	in     [MaxRegion]bool
}

// spread makes gr the points connected to i for which ok is true, including i.
func (g *ground) spread(gr *group, i uint8, ok func(uint8) bool) {
	gr.points = append(gr.points[:0], i)
	gr.in = [MaxRegion]bool{}
	gr.in[i] = true
	for k := 0; k < len(gr.points); k++ {
		for _, j := range g.near[gr.points[k]] {
			if !gr.in[j] && ok(j) {
				gr.in[j] = true
				gr.points = append(gr.points, j)
			}
		}
	}
}

// chain makes gr the stones connected to the one on i.
func (g *ground) chain(s *state, gr *group, i uint8) {
	c := s.stones[i]
	g.spread(gr, i, func(j uint8) bool { return s.stones[j] == c })
}

// safe reports whether a chain of colour c reaches outside.
func (g *ground) safe(gr *group, c game.Color) bool {
	return slices.ContainsFunc(gr.points, func(i uint8) bool { return g.out[i][c] || g.out[i][game.Empty] })
}

// breathes reports whether a chain of colour c has a liberty or is safe.
func (g *ground) breathes(s *state, gr *group, c game.Color) bool {
	return g.safe(gr, c) || slices.ContainsFunc(gr.points, func(i uint8) bool {
		return slices.ContainsFunc(g.near[i], func(j uint8) bool { return s.stones[j] == game.Empty })
	})
}

// pass changes s by a pass.
func (g *ground) pass(s *state) {
	s.ban, s.turn = none, s.turn.Other()
}

// play changes s by a stone on i. For an illegal move it returns the reason, and s is invalid.
func (g *ground) play(s *state, i uint8) (illegal string) {
	me := s.turn
	if s.stones[i] != game.Empty {
		return "there is a stone"
	}
	if s.ban == i {
		switch s.threats[me] {
		case 0:
			return "that is a ko, and there is no threat"
		case Unlimited:
		default:
			s.threats[me]--
		}
	}
	s.stones[i], s.ban, s.turn = me, none, me.Other()
	var gr group
	taken, last := 0, uint8(none)
	for _, j := range g.near[i] {
		if s.stones[j] != me.Other() {
			continue
		}
		if g.chain(s, &gr, j); !g.breathes(s, &gr, me.Other()) {
			taken, last = taken+len(gr.points), j
			g.take(s, &gr)
		}
	}
	if g.chain(s, &gr, i); !g.breathes(s, &gr, me) {
		return "that is suicide"
	}
	if taken == 1 && len(gr.points) == 1 && !g.safe(&gr, me) && g.oneLiberty(s, i) {
		s.ban = last
	}
	if taken > 0 && me == g.attacker && len(g.targets) == 0 && !g.manned(s) {
		s.gone++
	}
	return ""
}

// take removes a chain from s. If it is on a target's point, it is the target, or stones that were
// played after the target's capture.
func (g *ground) take(s *state, gr *group) {
	for _, k := range gr.points {
		s.stones[k] = game.Empty
	}
	for t, k := range g.targets {
		if gr.in[k] {
			s.gone |= 1 << t
		}
	}
}

// oneLiberty reports whether exactly one neighbour of i within the region is empty.
func (g *ground) oneLiberty(s *state, i uint8) bool {
	n := 0
	for _, j := range g.near[i] {
		if s.stones[j] == game.Empty {
			n++
		}
	}
	return n == 1
}

// manned reports whether the region has a stone of the defender.
func (g *ground) manned(s *state) bool {
	return slices.Contains(s.stones[:len(g.points)], g.defender)
}

// won reports whether the attacker has reached the goal.
func (g *ground) won(s *state) bool {
	if len(g.targets) == 0 {
		return s.gone >= 2 || s.turn == g.attacker && !g.manned(s)
	}
	return s.gone == 1<<len(g.targets)-1
}

// breathless returns a stone of a chain of s without a liberty.
func (g *ground) breathless(s *state) (game.Point, bool) {
	var gr group
	for i, q := range g.points {
		if c := s.stones[i]; c != game.Empty {
			if g.chain(s, &gr, uint8(i)); !g.breathes(s, &gr, c) {
				return q, true
			}
		}
	}
	return 0, false
}
