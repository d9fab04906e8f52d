package tsumego

import (
	"moyo/board"
	"moyo/game"
)

// GuessQuestion returns what a problem that tells no question most likely asks,
// Live or Kill: whose stones are shut in is the defender. Shut in is who has the
// longer way, around the other side's stones, from each of its own to the open
// board; on a board without open points, and where the ways are equal, the side to
// move wants to live.
func GuessQuestion(p *Problem) Question {
	open := openPoints(p)
	own := meanWay(p, open, p.ToPlay)
	other := meanWay(p, open, p.ToPlay.Other())
	if other > own {
		return Kill
	}
	return Live
}

// openAt is how many steps a point of the open board is away from any stone.
const openAt = 3

// openPoints returns the empty points that are far from all stones.
func openPoints(p *Problem) []game.Point {
	var stones, open []game.Point
	for q, c := range p.Stones {
		if c != game.Empty {
			stones = append(stones, game.Point(q))
		}
	}
	for q, steps := range stepsFrom(p.Board, stones, func(game.Point) bool { return true }) {
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
func meanWay(p *Problem, open []game.Point, side game.Color) float64 {
	steps := stepsFrom(p.Board, open, func(q game.Point) bool { return p.Stones[q] != side.Other() })
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

// stepsFrom returns the steps from the nearest of some points to each that can be
// reached through points that may be gone to, -1 for others.
func stepsFrom(b *board.Board, from []game.Point, may func(game.Point) bool) []int {
	steps := make([]int, b.Len())
	for q := range steps {
		steps[q] = -1
	}
	queue := append([]game.Point(nil), from...)
	for _, q := range from {
		steps[q] = 0
	}
	for i := 0; i < len(queue); i++ {
		for _, n := range b.Neighbors(queue[i]) {
			if steps[n] < 0 && may(n) {
				steps[n] = steps[queue[i]] + 1
				queue = append(queue, n)
			}
		}
	}
	return steps
}
