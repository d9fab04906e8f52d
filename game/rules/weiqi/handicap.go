package weiqi

import (
	"cmp"
	"fmt"
	"slices"

	"moyo/board"
	"moyo/game"
)

// HandicapPoints returns the n fixed handicap points of a board, 2 to 9. Those of a
// grid are as the Go Text Protocol lays them out (version 2, section 4.1.1): on the fourth line
// of a side of 13 or more, else on the third; sides of 7 at least; more than
// four only where both sides are odd and 9 at least. Those of a board that somebody drew
// are among its stars, far from each other. Other boards have none:
// stones are placed freely there ([Position.Set]).
func HandicapPoints(b *board.Board, n int) ([]game.Point, error) {
	if n < 2 || n > maxHandicap {
		return nil, fmt.Errorf("a fixed handicap has 2 to %d stones, not %d", maxHandicap, n)
	}
	switch most := MaxHandicap(b); {
	case most == 0:
		return nil, fmt.Errorf("%s has no fixed handicap points; place the stones freely", b.Title())
	case n > most:
		return nil, fmt.Errorf("a %s board has room for %d fixed handicap stones, not for %d", b.Title(), most, n)
	}
	if b.Custom() {
		return spread(b, n), nil
	}
	return ofGrid(b, n), nil
}

// ofGrid returns the n fixed handicap points of a grid that has so many.
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

// maxHandicap is the largest fixed handicap of all.
const maxHandicap = 9

// MaxHandicap returns the largest fixed handicap of b, 0 where there is none: 9 or 4 on
// a grid, as many as there are stars on a board that somebody drew.
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

// spread returns n of a board's stars as players would take them: two that lie far apart,
// then always the one that is farthest from all before. Of several it is the first, so
// that fewer stones stand where more would.
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

// steps returns how many lines lie between a point and each point of a board.
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

// starLine returns the coordinate of the near, middle or far star line on a
// side of n points.
func starLine(n, which int) int {
	line := 2
	if n >= 13 {
		line = 3
	}
	return [...]int{line, n / 2, n - 1 - line}[which]
}
