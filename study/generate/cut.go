package generate

import (
	"math/rand/v2"
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life/tsumego"
)

// cuttings returns problems about the chains of a position, each chain with its surroundings once per game: cut out
// unchanged if enclosed, otherwise closed off.
func (t *terrain) cuttings(r *rand.Rand, pos game.Position, seen map[string]bool) []tsumego.Problem {
	stones := make([]game.Color, t.Len())
	for q := range stones {
		stones[q] = pos.At(game.Point(q))
	}
	var problems []tsumego.Problem
	done := map[game.Point]bool{}
	for q := range game.Point(t.Len()) {
		if stones[q] == game.Empty || done[q] {
			continue
		}
		chain, liberties := chainOf(t.Board, stones, q)
		for _, m := range chain {
			done[m] = true
		}
		if len(chain) < leastGroup || liberties < 2 {
			continue
		}
		problems = append(problems, t.about(r, stones, q, liberties <= mostFree, seen)...)
	}
	return problems
}

// about returns the problems about the group of a stone that may be enclosed.
func (t *terrain) about(r *rand.Rand, stones []game.Color, of game.Point, enclosed bool, seen map[string]bool) []tsumego.Problem {
	var problems []tsumego.Problem
	for range tryGroup {
		var p tsumego.Problem
		ok := false
		if enclosed {
			p, ok = t.cut(r, stones, of)
		}
		if !ok {
			p, ok = t.closedOff(r, stones, of)
		}
		if !ok {
			continue
		}
		if key := asItStands(&p); !seen[key] {
			seen[key] = true
			problems = append(problems, p)
		}
	}
	return problems
}

// asItStands identifies problems of one board and target colour.
func asItStands(p *tsumego.Problem) string {
	text := []byte{byte(p.Question), byte(p.ToPlay)}
	for _, c := range p.Stones {
		text = append(text, byte(c))
	}
	for _, q := range p.Target {
		text = append(text, byte(q>>8), byte(q))
	}
	return string(text)
}

// cut returns a problem about the group of a stone, with the stones that matter: those in its region, and the
// attacker's around it. It is false if none exists, or if the group is connected to others.
func (t *terrain) cut(r *rand.Rand, stones []game.Color, of game.Point) (tsumego.Problem, bool) {
	p := tsumego.Problem{
		Board: t.Board, Stones: slices.Clone(stones), ToPlay: stones[of], Ko: board.None, Question: tsumego.Live,
		Target: []game.Point{of},
	}
	if r.IntN(2) == 0 {
		p.ToPlay, p.Question = stones[of].Other(), tsumego.Kill
	}
	whole, ok := bounded(p)
	if !ok && len(whole.Region) == 0 || len(whole.Region) > mostRegion {
		return p, false
	}
	steps := p.Steps(whole.Region, func(game.Point) bool { return true })
	for q, c := range stones {
		switch {
		case steps[q] == 0 || c == game.Empty:
		case c == stones[of] && steps[q] == 1:
			return p, false
		case c == stones[of] || steps[q] > keepWithin:
			p.Stones[q] = game.Empty
		}
	}
	return bounded(p)
}

// closedOff returns a problem about the chain of a stone and nearby chains of its side, with everything that
// touches them unchanged, and attacker's stones around where the game had none.
func (t *terrain) closedOff(r *rand.Rand, stones []game.Color, of game.Point) (tsumego.Problem, bool) {
	own := t.near(stones, of)
	if len(own) > mostOwn {
		return tsumego.Problem{}, false
	}
	g := &group{terrain: t, stones: make([]game.Color, t.Len()), within: map[game.Point]bool{}}
	for _, q := range slices.Concat(own, around(t.Board, own, false)) {
		g.add(q, defenderBlack(stones[q], stones[of]))
	}
	for _, q := range around(t.Board, g.points, false) {
		if stones[q] == stones[of].Other() {
			g.add(q, game.White)
		}
	}
	p, ok := g.problem(r)
	if ok && r.IntN(2) == 0 {
		p = plugged(p)
		ok = p.Check() == nil && modest(&p) && rooted(&p)
	}
	return p, ok
}

const (
	mostOwn  = 20 // stones of a group to close off
	nearSide = 2  // steps within which a chain belongs to a group
)

// near returns the stones of the chain on a point, and of nearby chains of its side.
func (t *terrain) near(stones []game.Color, of game.Point) []game.Point {
	chain, _ := chainOf(t.Board, stones, of)
	own := slices.Clone(chain)
	ring := chain
	for range nearSide {
		ring = around(t.Board, slices.Concat(chain, ring), false)
		for _, q := range ring {
			if stones[q] == stones[of] && !slices.Contains(own, q) {
				more, _ := chainOf(t.Board, stones, q)
				own = append(own, more...)
			}
		}
	}
	return own
}

// defenderBlack returns the colour of a stone with the defender as Black.
func defenderBlack(c, defender game.Color) game.Color {
	switch c {
	case game.Empty:
		return game.Empty
	case defender:
		return game.Black
	}
	return game.White
}
