// Package generate makes new life-and-death problems.
package generate

import (
	"math/rand/v2"
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life/tsumego"
)

// Closed returns a random problem with empty empty points in a region that the attacker's safe
// stones close, or false if none came out. The defender's stones surround a random space with gaps
// and some of the attacker's stones inside; everything outside is the attacker's.
func Closed(r *rand.Rand, b *board.Board, empty int) (tsumego.Problem, bool) {
	space := blob(r, b, 2+r.IntN(max(empty-1, 1)))
	wall := around(b, space, r.IntN(4) > 0)
	inside := slices.Concat(space, wall)
	fence := around(b, inside, false)
	if len(inside) > 48 || len(fence) == 0 || len(inside)+len(fence) > b.Len()*2/3 {
		return tsumego.Problem{}, false
	}
	p := tsumego.Problem{Board: b, Stones: make([]game.Color, b.Len()), ToPlay: game.Black, Ko: board.None, Region: inside}
	for _, q := range wall {
		p.Stones[q] = game.Black
	}
	for _, q := range fence {
		p.Stones[q] = game.White
	}
	free := len(space)
	for _, q := range shuffled(r, space) {
		if free <= empty && r.IntN(6) > 0 || free <= 1 {
			continue
		}
		if r.IntN(2) == 0 {
			p.Stones[q] = game.White
			free--
		} else if free > empty {
			p.Stones[q] = game.Black
			free--
		}
	}
	for _, q := range shuffled(r, wall) {
		if free < empty {
			p.Stones[q] = game.Empty
			free++
		}
	}
	if free != empty {
		return p, false
	}
	p.Target = target(b, p.Stones, inside)
	if len(p.Target) == 0 {
		return p, false
	}
	if r.IntN(2) == 0 {
		p.ToPlay, p.Question = game.White, tsumego.Kill
	}
	slices.Sort(p.Region)
	return p, p.Check() == nil
}

// blob returns a random connected set of n points.
func blob(r *rand.Rand, b *board.Board, n int) []game.Point {
	points := []game.Point{game.Point(r.IntN(b.Len()))}
	for tries := 0; len(points) < n && tries < 50*n; tries++ {
		q := points[r.IntN(len(points))]
		near := b.Neighbors(q)
		if next := near[r.IntN(len(near))]; !slices.Contains(points, next) {
			points = append(points, next)
		}
	}
	return points
}

// around returns the points next to a set and, if wide, those with two neighbours next to it, too
// (a wall that is connected around corners).
func around(b *board.Board, set []game.Point, wide bool) []game.Point {
	in := map[game.Point]bool{}
	for _, q := range set {
		in[q] = true
	}
	var ring []game.Point
	count := map[game.Point]int{}
	for _, q := range set {
		for _, n := range b.Neighbors(q) {
			if !in[n] && !slices.Contains(ring, n) {
				ring = append(ring, n)
			}
		}
	}
	if !wide {
		return ring
	}
	for _, q := range ring {
		for _, n := range b.Neighbors(q) {
			if !in[n] && !slices.Contains(ring, n) {
				count[n]++
			}
		}
	}
	var corners []game.Point
	for q, n := range count {
		if n >= 2 {
			corners = append(corners, q)
		}
	}
	slices.Sort(corners)
	return append(ring, corners...)
}

// target returns a stone of the defender's longest chain.
func target(b *board.Board, stones []game.Color, region []game.Point) []game.Point {
	seen := map[game.Point]bool{}
	var best []game.Point
	for _, q := range region {
		if stones[q] != game.Black || seen[q] {
			continue
		}
		chain := []game.Point{q}
		seen[q] = true
		for i := 0; i < len(chain); i++ {
			for _, n := range b.Neighbors(chain[i]) {
				if stones[n] == game.Black && !seen[n] {
					seen[n] = true
					chain = append(chain, n)
				}
			}
		}
		if len(chain) > len(best) {
			best = chain
		}
	}
	if len(best) < 3 {
		return nil
	}
	return best[:1]
}

func shuffled(r *rand.Rand, points []game.Point) []game.Point {
	list := slices.Clone(points)
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}
