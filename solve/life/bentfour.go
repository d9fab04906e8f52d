package life

import (
	"slices"

	"moyo/game"
	"moyo/solve/life/tsumego"
)

// BentFour reports whether an answer's ko is the bent four in the corner. By Japanese rules it is dead; by
// the rules of this solver it is a ko. The attacker can fill all but the last point of an eye in the
// corner, so that its stones are a bent four with the bend in the corner. The defender has no other liberty
// and no useful move, so the attacker starts the ko when it likes. p is the position of the answer. Groups
// with liberties elsewhere are not examined: false says nothing about them.
func BentFour(p *tsumego.Problem, a *Answer) bool {
	if a.Verdict != InKo || a.Ko == nil || a.Ko.Threats != 1 ||
		a.Ko.TakesFirst.Other() != p.Defender() || !slices.Contains(a.FirstMoves, game.Pass) {
		return false
	}
	w, h, ok := p.Board.Grid()
	if !ok || w < 3 || h < 3 {
		return false
	}
	for _, x := range [][3]int{{0, 1, 2}, {w - 1, w - 2, w - 3}} {
		for _, y := range [][3]int{{0, 1, 2}, {h - 1, h - 2, h - 3}} {
			at := func(i, j int) game.Point { return game.Point(y[j]*w + x[i]) }
			for _, end := range []game.Point{at(2, 0), at(0, 2)} {
				if isBentFour(p, a, []game.Point{at(0, 0), at(1, 0), at(0, 1), end}) {
					return true
				}
			}
		}
	}
	return false
}

// isBentFour reports whether the attacker lacks one stone of four, and the eye with them and one more empty
// point contains all liberties of the chains around it, which include the targets.
func isBentFour(p *tsumego.Problem, a *Answer, four []game.Point) bool {
	own := p.Defender()
	var eye, free []game.Point
	for q, n := range p.Steps(four[:1], func(q game.Point) bool { return p.Stones[q] != own }) {
		if n < 0 || p.Stones[four[0]] == own {
			continue
		}
		eye = append(eye, game.Point(q))
		if p.Stones[q] == game.Empty {
			free = append(free, game.Point(q))
		}
	}
	filled := 0
	for _, q := range four {
		if p.Stones[q] == own.Other() {
			filled++
		}
	}
	if len(eye) != len(four)+1 || len(free) != 2 || filled != 3 {
		return false
	}
	around := p.Steps(eye, func(q game.Point) bool { return p.Stones[q] == own })
	for q, n := range around {
		for _, l := range p.Board.Neighbors(game.Point(q)) {
			if n > 0 && p.Stones[l] == game.Empty && !slices.Contains(free, l) {
				return false
			}
		}
	}
	return !slices.ContainsFunc(inQuestion(p, a), func(t game.Point) bool { return around[t] <= 0 })
}

// inQuestion returns the targets or, without targets, all stones of the defender in the region.
func inQuestion(p *tsumego.Problem, a *Answer) []game.Point {
	if len(p.Target) > 0 {
		return p.Target
	}
	return slices.DeleteFunc(slices.Clone(a.Region), func(q game.Point) bool { return p.Stones[q] != p.Defender() })
}
