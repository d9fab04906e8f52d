package weiqi

import (
	"fmt"

	"moyo/board"
	"moyo/game"
)

// HandicapPoints returns the n fixed handicap points of a grid, 2 to 9, as the
// Go Text Protocol lays them out (version 2, section 4.1.1): on the fourth line
// of a side of 13 or more, else on the third; sides of 7 at least; more than
// four only where both sides are odd and 9 at least. Other boards have none:
// stones are placed freely there ([Position.Set]).
func HandicapPoints(b *board.Board, n int) ([]game.Point, error) {
	w, h, ok := b.Grid()
	if !ok {
		return nil, fmt.Errorf("%s has no fixed handicap points; place the stones freely", b.Title())
	}
	if n < 2 || n > 9 {
		return nil, fmt.Errorf("a fixed handicap has 2 to 9 stones, not %d", n)
	}
	if most := MaxHandicap(b); n > most {
		return nil, fmt.Errorf("a %s board has room for %d fixed handicap stones, not for %d", b.Title(), most, n)
	}
	at := func(col, row int) game.Point { // 0 near the left or bottom edge, 1 middle, 2 far
		return game.Point((h-1-starLine(h, row))*w + starLine(w, col))
	}
	points := []game.Point{at(0, 0), at(2, 2), at(0, 2), at(2, 0)}
	if n <= 4 {
		return points[:n], nil
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
	return points, nil
}

// MaxHandicap returns the largest fixed handicap of b: 9, 4, or 0 where there
// is none.
func MaxHandicap(b *board.Board) int {
	w, h, ok := b.Grid()
	switch {
	case !ok || min(w, h) < 7:
		return 0
	case min(w, h) < 9 || w%2 == 0 || h%2 == 0:
		return 4
	}
	return 9
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
