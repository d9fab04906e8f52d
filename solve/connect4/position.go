package connect4

import (
	"errors"
	"fmt"
	"strings"
)

// Position is a position of Connect Four on a board that fits the solver, see [Fits]. The zero
// Position is not usable; start from [Empty], [Read] or [FromStones].
type Position struct {
	width, height int
	own, other    uint64 // stones of the side to move and of the other, a bit a cell
	left          int    // empty cells
	won           bool   // the side that moved last has four in a row
}

// The largest sides of a board.
const (
	MaxWidth  = 12
	MaxHeight = 12
)

// Fits reports whether boards of that many columns and rows can be solved: a column takes one bit
// more than it has rows, and all together at most 64.
func Fits(width, height int) bool {
	return width >= 1 && height >= 1 && width <= MaxWidth && height <= MaxHeight && width*(height+1) <= 64
}

// Empty returns the empty board, or an error for sizes that do not fit.
func Empty(width, height int) (Position, error) {
	if !Fits(width, height) {
		return Position{}, fmt.Errorf("a board of %d columns and %d rows: columns times rows plus one may be at most 64", width, height)
	}
	return Position{width: width, height: height, left: width * height}, nil
}

// Read returns the position after moves, each the column of a stone: 1 to 9, then a to c. The error
// names the place of an illegal move.
func Read(width, height int, moves string) (Position, error) {
	p, err := Empty(width, height)
	if err != nil {
		return p, err
	}
	for i, r := range moves {
		if err := p.Drop(strings.IndexRune(Columns, r)); err != nil {
			return p, fmt.Errorf("move %d (%q): %w", i+1, r, err)
		}
	}
	return p, nil
}

// Columns are the names of the columns from the left.
const Columns = "123456789abc"

// FromStones returns the position in which at returns the owner of the stone in column x and row y,
// both from 0 and the lowest row first: 1 for the side to move, -1 for the other, 0 for none.
// Stones may not hang in the air.
func FromStones(width, height int, at func(x, y int) int) (Position, error) {
	p, err := Empty(width, height)
	if err != nil {
		return p, err
	}
	for x := range width {
		for y := range height {
			bit := uint64(1) << (x*(height+1) + y)
			switch at(x, y) {
			case 1:
				p.own |= bit
			case -1:
				p.other |= bit
			default:
				continue
			}
			if y > 0 && (p.own|p.other)&(bit>>1) == 0 {
				return p, fmt.Errorf("the stone in column %d, row %d hangs in the air", x+1, y+1)
			}
			p.left--
		}
	}
	if p.wins(p.own) {
		return p, errors.New("the side to move already has four in a row")
	}
	p.won = p.wins(p.other)
	return p, nil
}

// Drop plays a stone in a column, from 0, for the side to move.
func (p *Position) Drop(column int) error {
	switch {
	case column < 0 || column >= p.width:
		return fmt.Errorf("no such column; the board has %d", p.width)
	case p.won:
		return errors.New("the game is over")
	case !p.Open(column):
		return errors.New("the column is full")
	}
	stones := p.own | p.other
	first := uint64(1) << (column * (p.height + 1))
	cell := (stones + first) &^ stones & (first<<p.height - first)
	p.own, p.other = p.other, p.own|cell
	p.left--
	p.won = p.wins(p.other)
	return nil
}

// Open reports whether a column, from 0, has an empty cell.
func (p *Position) Open(column int) bool {
	return (p.own|p.other)>>(column*(p.height+1)+p.height-1)&1 == 0
}

// Width returns the number of columns.
func (p *Position) Width() int { return p.width }

// Height returns the number of rows.
func (p *Position) Height() int { return p.height }

// Left returns the number of empty cells.
func (p *Position) Left() int { return p.left }

// Key identifies a position and its mirror image among all of one size.
func (p *Position) Key() uint64 {
	d := uint(p.height + 1)
	one := uint64(1)<<d - 1
	key := p.own + p.own + p.other // the stones of one side and, by the sum, all heights
	mirror := uint64(0)
	for x := range p.width {
		mirror = mirror<<d | key>>(uint(x)*d)&one
	}
	return min(key, mirror)
}

// Over reports whether the game has ended, and returns its score.
func (p *Position) Over() (score int, over bool) {
	switch {
	case p.won:
		return -(p.left/2 + 1), true
	case p.left == 0:
		return 0, true
	}
	return 0, false
}

// Plies returns the number of moves from p to the end of a game with that score.
func (p *Position) Plies(score int) int {
	switch {
	case score > 0: // an odd number of moves, and that many cells are left at the end
		after := 2 * (score - 1)
		if (p.left-after)%2 == 0 {
			after++
		}
		return p.left - after
	case score < 0:
		after := 2 * (-score - 1)
		if (p.left-after)%2 != 0 {
			after++
		}
		return p.left - after
	}
	return p.left
}

// wins reports whether the stones contain four in a row.
func (p *Position) wins(b uint64) bool {
	d := uint(p.height + 1)
	return fours(b, 1)|fours(b, d)|fours(b, d-1)|fours(b, d+1) != 0
}
