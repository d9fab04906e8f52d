package generate

import (
	"math/rand/v2"
	"slices"
	"sync"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life/tsumego"
)

// Limits that make a problem look like one from a game.
const (
	mostInside = 30 // points of a region
	mostFence  = 24 // stones around it
	leastWall  = 4  // stones of the defender's
	mostChains = 4  // chains that they form
)

// place is where on the board a group is.
type place uint8

const (
	corner place = iota
	side
	centre
	places
)

// terrain is a board with precomputed data for making shapes.
type terrain struct {
	*board.Board
	// line is the distance of each point from the edge, 0 on it; 9 everywhere on boards without an
	// edge. The edge is where points have fewer neighbours than most.
	line    []int
	corners []game.Point

	once       sync.Once
	symmetries [][]game.Point
}

func newTerrain(b *board.Board) *terrain {
	t := &terrain{Board: b, line: slices.Repeat([]int{9}, b.Len())}
	counts := map[int]int{}
	for q := range b.Len() {
		counts[b.Degree(game.Point(q))]++
	}
	usual := b.MaxDegree()
	for degree, n := range counts {
		if n > counts[usual] || n == counts[usual] && degree > usual {
			usual = degree
		}
	}
	var queue []game.Point
	for q := range b.Len() {
		if d := b.Degree(game.Point(q)); d < usual {
			t.line[q] = 0
			queue = append(queue, game.Point(q))
			if d < usual-1 {
				t.corners = append(t.corners, game.Point(q))
			}
		}
	}
	for i := 0; i < len(queue); i++ {
		for _, n := range b.Neighbors(queue[i]) {
			if t.line[n] > t.line[queue[i]]+1 {
				t.line[n] = t.line[queue[i]] + 1
				queue = append(queue, n)
			}
		}
	}
	return t
}

// enclosed returns a random problem with empty empty points in its region, surrounded by the
// attacker's stones, or false if none came out. The group grows along the edge or in the open. Its
// wall has some stones and gaps, sometimes a point outside before a gap, and stones of both sides
// inside.
func (t *terrain) enclosed(r *rand.Rand, empty int) (tsumego.Problem, bool) {
	var none tsumego.Problem
	space := t.grow(r, t.place(r), 1+empty/2+r.IntN(empty/2+2))
	wall := around(t.Board, space, r.IntN(4) > 0)
	p := tsumego.Problem{Board: t.Board, Stones: make([]game.Color, t.Len()), ToPlay: game.Black, Ko: board.None}
	for _, q := range wall {
		p.Stones[q] = game.Black
	}
	gaps := t.gaps(r, wall)
	p.Region = slices.Concat(space, wall)
	for _, q := range gaps {
		p.Stones[q] = game.Empty
		if outer := t.before(r, p.Region, q); outer != board.None && r.IntN(3) == 0 {
			p.Region = append(p.Region, outer)
		}
	}
	if !t.fill(r, &p, space, empty) {
		return none, false
	}
	fence := around(t.Board, p.Region, false)
	for _, q := range fence {
		p.Stones[q] = game.White
	}
	slices.Sort(p.Region)
	if len(p.Region) > mostInside || len(fence) > mostFence || len(fence) == 0 || p.Check() != nil || !t.natural(&p, fence) {
		return none, false
	}
	if p.Target = targets(&p); len(p.Target) == 0 {
		return none, false
	}
	if r.IntN(2) == 0 {
		p.ToPlay, p.Question = game.White, tsumego.Kill
	}
	if r.IntN(2) == 0 {
		p = swapped(p)
	}
	return p, true
}

// grow returns a connected set of up to n points near a corner, along a side or in the open. It
// prefers points that make the shape round or are near the edge.
func (t *terrain) grow(r *rand.Rand, at place, n int) []game.Point {
	points := []game.Point{t.seed(r, at)}
	for len(points) < n {
		ring := around(t.Board, points, false)
		weights, sum := make([]int, len(ring)), 0
		for i, q := range ring {
			weights[i] = 2
			for _, m := range t.Neighbors(q) {
				if slices.Contains(points, m) {
					weights[i] *= 2
				}
			}
			if at != centre {
				weights[i] = weights[i] * 12 / (1 + t.line[q]*t.line[q])
			}
			sum += weights[i]
		}
		if sum == 0 {
			break
		}
		pick := r.IntN(sum)
		for i, w := range weights {
			if pick -= w; pick < 0 {
				points = append(points, ring[i])
				break
			}
		}
	}
	return points
}

func (t *terrain) place(r *rand.Rand) place {
	pick := r.IntN(100)
	switch {
	case pick < 50 && len(t.corners) > 0:
		return corner
	case pick < 85 && t.line[0] != 9:
		return side
	}
	return centre
}

// seed returns the point from which a group grows.
func (t *terrain) seed(r *rand.Rand, at place) game.Point {
	if at == corner {
		q := t.corners[r.IntN(len(t.corners))]
		for range r.IntN(3) {
			near := t.Neighbors(q)
			q = near[r.IntN(len(near))]
		}
		return q
	}
	for {
		q := game.Point(r.IntN(t.Len()))
		if at == centre || t.line[q] <= 1 {
			return q
		}
	}
}

// gaps returns points of a wall that stay empty, those near the edge first.
func (t *terrain) gaps(r *rand.Rand, wall []game.Point) []game.Point {
	wall = shuffled(r, wall)
	slices.SortStableFunc(wall, func(a, b game.Point) int { return min(t.line[a], 2) - min(t.line[b], 2) })
	var gaps []game.Point
	for want := r.IntN(4); len(gaps) < want && len(wall) > 0; wall = wall[1:] {
		if r.IntN(2) == 0 {
			gaps = append(gaps, wall[0])
		}
	}
	return gaps
}

// before returns a point outside a region next to one inside, or board.None.
func (t *terrain) before(r *rand.Rand, region []game.Point, q game.Point) game.Point {
	for _, n := range shuffled(r, t.Neighbors(q)) {
		if !slices.Contains(region, n) {
			return n
		}
	}
	return board.None
}

// fill puts stones of both sides into the space until empty points are left.
func (t *terrain) fill(r *rand.Rand, p *tsumego.Problem, space []game.Point, empty int) bool {
	free := 0
	for _, q := range p.Region {
		if p.Stones[q] == game.Empty {
			free++
		}
	}
	if free-empty > len(space)*2/3 {
		return false
	}
	for _, q := range shuffled(r, space) {
		if free <= empty {
			break
		}
		p.Stones[q] = game.White
		if r.IntN(5) < 2 {
			p.Stones[q] = game.Black
		}
		free--
	}
	return free == empty
}

// natural reports whether the stones around could occur in a game: everything beyond them is
// connected, and each of their chains has a liberty there. Otherwise they could be captured, which
// the problem assumes to be impossible.
func (t *terrain) natural(p *tsumego.Problem, fence []game.Point) bool {
	beyond := make([]bool, t.Len())
	var first game.Point = board.None
	n := 0
	for q := range beyond {
		if !slices.Contains(p.Region, game.Point(q)) {
			beyond[q], n, first = true, n+1, game.Point(q)
		}
	}
	outside := func(q game.Point) bool { return beyond[q] }
	if n < t.Len()/3 || len(t.flood(first, outside)) != n {
		return false
	}
	for _, q := range fence {
		chain := t.flood(q, func(m game.Point) bool { return beyond[m] && p.Stones[m] == game.White })
		if !slices.ContainsFunc(chain, func(m game.Point) bool {
			return slices.ContainsFunc(t.Neighbors(m), func(o game.Point) bool { return beyond[o] && p.Stones[o] == game.Empty })
		}) {
			return false
		}
	}
	return true
}

// flood returns the points connected to one over points that are ok.
func (t *terrain) flood(from game.Point, ok func(game.Point) bool) []game.Point {
	found := []game.Point{from}
	seen := map[game.Point]bool{from: true}
	for i := 0; i < len(found); i++ {
		for _, n := range t.Neighbors(found[i]) {
			if !seen[n] && ok(n) {
				seen[n] = true
				found = append(found, n)
			}
		}
	}
	return found
}

// targets returns the target stones of a problem about Black's group, none if they would make a bad
// problem: a chain in atari, or too many. A chain with most of the stones is the target; otherwise
// all but single stones are.
func targets(p *tsumego.Problem) []game.Point {
	var chains [][]game.Point
	stones := 0
	for _, q := range p.Region {
		if p.Stones[q] != game.Black || slices.ContainsFunc(chains, func(c []game.Point) bool { return slices.Contains(c, q) }) {
			continue
		}
		chain, liberties := chainOf(p.Board, p.Stones, q)
		if len(chain) > 1 && liberties == 1 {
			return nil
		}
		stones += len(chain)
		chains = append(chains, chain)
	}
	if stones < leastWall || len(chains) > mostChains {
		return nil
	}
	slices.SortStableFunc(chains, func(a, b []game.Point) int { return len(b) - len(a) })
	if len(chains[0])*5 >= stones*3 {
		return chains[0][:1]
	}
	var list []game.Point
	for _, c := range chains {
		if len(c) > 1 {
			list = append(list, c[0])
		}
	}
	return list
}

// swapped returns a problem with the colours changed.
func swapped(p tsumego.Problem) tsumego.Problem {
	p.Stones = slices.Clone(p.Stones)
	for q, c := range p.Stones {
		if c != game.Empty {
			p.Stones[q] = c.Other()
		}
	}
	p.ToPlay = p.ToPlay.Other()
	return p
}
