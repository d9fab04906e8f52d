package generate

import (
	"slices"

	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// Limits that make a composed problem look like one in a book.
const (
	mostStones = 44 // of both sides
	mostRegion = 48 // points of a region
	mostOpen   = 14 // empty ones among them
	leastOpen  = 3
)

// bounded gives a problem the region that matters for its target; false if that is too wide or
// impossible.
func bounded(p tsumego.Problem) (tsumego.Problem, bool) {
	if p.Check() != nil {
		return p, false
	}
	found, err := life.FindRegion(p)
	if err != nil {
		return p, false
	}
	p.Region = found.Region
	p = thinned(p)
	return p, p.Check() == nil && modest(&p) && rooted(&p)
}

// rooted reports whether all stones outside the region are the attacker's and have liberties there. Otherwise the
// diagram would treat stones as safe that do not look safe.
func rooted(p *tsumego.Problem) bool {
	in := regionOf(p)
	for i, c := range p.Stones {
		q := game.Point(i)
		if in[q] || c == game.Empty {
			continue
		}
		chain, _ := chainOf(p.Board, p.Stones, q)
		breathes := func(m game.Point) bool {
			return slices.ContainsFunc(p.Board.Neighbors(m), func(n game.Point) bool { return !in[n] && p.Stones[n] == game.Empty })
		}
		if c == p.Defender() || !slices.ContainsFunc(chain, breathes) {
			return false
		}
	}
	return true
}

// thinned removes the attacker's stones outside the region that do not touch it, except those that connect two
// that do.
func thinned(p tsumego.Problem) tsumego.Problem {
	wall := beyond(&p)
	stones := slices.Clone(p.Stones)
	for i, c := range stones {
		q := game.Point(i)
		if c == game.Empty || slices.Contains(p.Region, q) || slices.Contains(wall, q) {
			continue
		}
		touching := 0
		for _, n := range p.Board.Neighbors(q) {
			if p.Stones[n] == c && slices.Contains(wall, n) {
				touching++
			}
		}
		if touching < 2 || c == p.Defender() {
			stones[q] = game.Empty
		}
	}
	p.Stones = stones
	return p
}

// plugged returns a problem with attacker's stones on all empty points next to its region.
func plugged(p tsumego.Problem) tsumego.Problem {
	stones := slices.Clone(p.Stones)
	for _, q := range sealed(&p).Walls {
		stones[q] = p.Defender().Other()
	}
	p.Stones = stones
	return thinned(p)
}

// modest reports whether a problem is as small as in books.
func modest(p *tsumego.Problem) bool {
	stones := 0
	for _, c := range p.Stones {
		if c != game.Empty {
			stones++
		}
	}
	open := openPoints(p)
	return stones <= mostStones && len(p.Region) <= mostRegion && open >= leastOpen && open <= mostOpen
}

// openPoints counts the empty points of a region.
func openPoints(p *tsumego.Problem) int {
	n := 0
	for _, q := range p.Region {
		if p.Stones[q] == game.Empty {
			n++
		}
	}
	return n
}
