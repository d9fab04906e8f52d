package format

import (
	"moyo/game"
	"moyo/solve/life/tsumego"
)

// GuessQuestion returns the likely question of a problem that states none, Live or Kill: the side
// whose stones are enclosed is the defender. That is the side with the longer way, around the other
// side's stones, from its stones to the open board. On a board without open points, and if the ways
// are equal, the side to move must live.
func GuessQuestion(p *tsumego.Problem) tsumego.Question {
	open := openPoints(p)
	own := meanWay(p, open, p.ToPlay)
	other := meanWay(p, open, p.ToPlay.Other())
	if other > own {
		return tsumego.Kill
	}
	return tsumego.Live
}

// openAt is the minimum distance in steps of an open point from any stone.
const openAt = 3

// openPoints returns the empty points that are far from all stones.
func openPoints(p *tsumego.Problem) []game.Point {
	var stones, open []game.Point
	for q, c := range p.Stones {
		if c != game.Empty {
			stones = append(stones, game.Point(q))
		}
	}
	for q, steps := range p.Steps(stones, func(game.Point) bool { return true }) {
		if steps >= openAt {
			open = append(open, game.Point(q))
		}
	}
	return open
}

// longWay represents too many steps, or no way.
const longWay = 12

// meanWay returns the mean distance from the open board to the stones of a side, through anything
// except stones of the other.
func meanWay(p *tsumego.Problem, open []game.Point, side game.Color) float64 {
	steps := p.Steps(open, func(q game.Point) bool { return p.Stones[q] != side.Other() })
	sum, count := 0, 0
	for q, c := range p.Stones {
		if c != side {
			continue
		}
		count++
		if way := steps[q]; way >= 0 {
			sum += min(way, longWay)
		} else {
			sum += longWay
		}
	}
	return float64(sum) / float64(max(count, 1))
}
