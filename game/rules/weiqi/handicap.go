package weiqi

import (
	"cmp"
	"fmt"
	"slices"

	"moyo/board"
	"moyo/game"
)

// HandicapPoints returns the n fixed handicap points of a board, 2 to 9. On a grid they follow the
// Go Text Protocol (version 2, section 4.1.1). They are on the fourth line of a side of at least 13,
// else on the third. Sides must be at least 7, and odd and at least 9 for more than four stones. On a
// custom board they are stars that are far from each other. Other boards have none: place stones
// freely ([Position.Set]).
func HandicapPoints(b *board.Board, n int) ([]game.Point, error) {
	if n < 2 || n > maxHandicap {
		return nil, fmt.Errorf("a fixed handicap has 2 to %d stones, not %d", maxHandicap, n)
	}
	switch most := MaxHandicap(b); {
	case most == 0:
		return nil, fmt.Errorf("%s has no fixed handicap points; place the stones freely", b.Title())
	case n > most:
		return nil, fmt.Errorf("a %s board has places for %d fixed handicap stones, not for %d", b.Title(), most, n)
	}
	if b.Custom() {
		return spread(b, n), nil
	}
	return ofGrid(b, n), nil
}

// ofGrid returns the n fixed handicap points of a grid that has that many.
func ofGrid(b *board.Board, n int) []game.Point {
	w, h, _ := b.Grid()
	at := func(col, row int) game.Point { // 0 near the left or bottom edge, 1 middle, 2 far
		return game.Point((h-1-starLine(h, row))*w + starLine(w, col))
	}
	points := []game.Point{at(0, 0), at(2, 2), at(0, 2), at(2, 0)}
	if n <= 4 {
		return points[:n]
	}
	if n >= 6 {
		points = append(points, at(0, 1), at(2, 1))
	}
	if n >= 8 {
		points = append(points, at(1, 0), at(1, 2))
	}
	if n%2 == 1 {
		points = append(points, at(1, 1))
	}
	return points
}

// maxHandicap is the largest fixed handicap of any board.
const maxHandicap = 9

// MaxHandicap returns the largest fixed handicap of b: 9, 4 or 0 on a grid, up to the number of
// stars on a custom board, 0 on others.
func MaxHandicap(b *board.Board) int {
	if stars := len(b.Stars()); b.Custom() {
		if stars < 2 {
			return 0
		}
		return min(stars, maxHandicap)
	}
	w, h, ok := b.Grid()
	switch {
	case !ok || min(w, h) < 7:
		return 0
	case min(w, h) < 9 || w%2 == 0 || h%2 == 0:
		return 4
	}
	return maxHandicap
}

// spread returns n of a board's stars in the order of players: two that are far apart, then always
// the one farthest from all before, the first one in case of a tie. So a smaller handicap is a
// subset of a larger one.
func spread(b *board.Board, n int) []game.Point {
	stars := b.Stars()
	far := func(from []int) game.Point {
		return slices.MaxFunc(stars, func(p, q game.Point) int { return cmp.Compare(from[p], from[q]) })
	}
	points := []game.Point{far(steps(b, stars[0]))}
	nearest := steps(b, points[0])
	for len(points) < n {
		next := far(nearest)
		points = append(points, next)
		for p, d := range steps(b, next) {
			nearest[p] = min(nearest[p], d)
		}
	}
	return points
}

// steps returns the number of steps from a point to each point of a board.
func steps(b *board.Board, from game.Point) []int {
	away := slices.Repeat([]int{-1}, b.Len())
	away[from] = 0
	for queue := []game.Point{from}; len(queue) > 0; queue = queue[1:] {
		for _, q := range b.Neighbors(queue[0]) {
			if away[q] < 0 {
				away[q] = away[queue[0]] + 1
				queue = append(queue, q)
			}
		}
	}
	return away
}

// starLine returns the coordinate of the near, middle or far star line on a side of n points.
func starLine(n, which int) int {
	line := 2
	if n >= 13 {
		line = 3
	}
	return [...]int{line, n / 2, n - 1 - line}[which]
}
