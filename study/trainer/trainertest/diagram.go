package trainertest

import (
	"fmt"
	"slices"
	"strings"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life/tsumego"
)

// Diagram reads a problem on a square grid from rows of characters, the highest row first; missing
// rows and ends of rows are empty points outside the region. x and o are stones in the region, X
// and O stones outside, a comma is an empty point in the region and a dot one outside. There is no
// target.
func Diagram(id string, size int, toPlay game.Color, question tsumego.Question, rows ...string) (tsumego.Problem, error) {
	b, err := board.Parse(fmt.Sprintf("grid:%d", size))
	if err != nil {
		return tsumego.Problem{}, err
	}
	p := tsumego.Problem{ID: id, Board: b, Stones: make([]game.Color, b.Len()), ToPlay: toPlay, Ko: board.None, Question: question}
	for y, row := range rows {
		for x, c := range row {
			at := y*size + x
			if x >= size || y >= size || !strings.ContainsRune("xoXO,.", c) {
				return p, fmt.Errorf("diagram %s: row %d, column %d: %q", id, y+1, x+1, c)
			}
			switch c {
			case 'x', 'X':
				p.Stones[at] = game.Black
			case 'o', 'O':
				p.Stones[at] = game.White
			}
			if strings.ContainsRune("xo,", c) {
				p.Region = append(p.Region, game.Point(at))
			}
		}
	}
	slices.Sort(p.Region)
	return p, p.Check()
}
