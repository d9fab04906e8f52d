package format

import (
	"moyo/game"
	"moyo/solve/life/tsumego"
)

// GuessQuestion returns what a problem that states no question most likely asks,
// Live or Kill: whose stones are shut in is the defender. Shut in is who has the
// longer way, around the other side's stones, from each of its own to the open
// board; on a board without open points, and where the ways are equal, the side to
// move has to live.
func GuessQuestion(p *tsumego.Problem) tsumego.Question {
	open := openPoints(p)
	own := meanWay(p, open, p.ToPlay)
	other := meanWay(p, open, p.ToPlay.Other())
	if other > own {
		return tsumego.Kill
	}
	return tsumego.Live
}

// openAt is how many steps a point of the open board is away from any stone.
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

// longWay stands for more steps than count, or for no way.
const longWay = 12

// meanWay returns the mean way from the open board to the stones of a side, through
// anything but stones of the other.
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
