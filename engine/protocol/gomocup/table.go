package gomocup

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"moyo/board"
	"moyo/game"
	"moyo/internal/errtext"
)

// Bounds of the boards of START and RECTSTART.
const (
	leastSide = 3
	mostSide  = 99 // YXSHOWFORBID writes two digits
)

// cell is a point as the protocol writes it: column and row from the top left.
type cell struct{ x, y int }

func (c cell) String() string { return strconv.Itoa(c.x) + "," + strconv.Itoa(c.y) }

// stone is a stone of the engine or of its opponent. Their colours are not
// stored, since they can change (SWAP2BOARD).
type stone struct {
	cell
	own bool
}

// table is the board and its stones, in the order of play as far as known. won
// are the cells that the manager calls won, in lines of a continuous game.
// finished are lines found among the stones; each new position updates them.
type table struct {
	width, height int // 0 before START
	stones        []stone
	won           []cell
	finished      []cell
}

// lost reports whether c is out of the game.
func (t *table) lost(c cell) bool {
	return slices.Contains(t.won, c) || slices.Contains(t.finished, c)
}

// empty reports whether a stone can be put on c.
func (t *table) empty(c cell) bool {
	return c.x >= 0 && c.x < t.width && c.y >= 0 && c.y < t.height &&
		!slices.Contains(t.won, c) && !slices.ContainsFunc(t.stones, func(s stone) bool { return s.cell == c })
}

// put adds a stone. The error says why that is impossible.
func (t *table) put(s stone) error {
	if s.x < 0 || s.x >= t.width || s.y < 0 || s.y >= t.height {
		return fmt.Errorf("%v is not on the board of %dx%d", s.cell, t.width, t.height)
	}
	if !t.empty(s.cell) {
		return fmt.Errorf("%v is not empty", s.cell)
	}
	t.stones = append(t.stones, s)
	return nil
}

// counts returns the number of stones of each side.
func (t *table) counts() (own, opponent int) {
	for _, s := range t.stones {
		if s.own {
			own++
		} else {
			opponent++
		}
	}
	return own, opponent
}

// color returns the engine's colour when it is to move: Black if it has no more
// stones than the opponent, which also covers a BOARD of any number of stones.
func (t *table) color() game.Color {
	if own, opponent := t.counts(); own < opponent {
		return game.White
	}
	return game.Black
}

// placed returns the stones that are in the game with their colours, points on b.
func (t *table) placed(b *board.Board, own game.Color) []game.Placed {
	list := make([]game.Placed, 0, len(t.stones))
	for _, s := range t.stones {
		if t.lost(s.cell) {
			continue
		}
		st := game.Placed{Point: t.point(b, s.cell), Color: own}
		if !s.own {
			st.Color = own.Other()
		}
		list = append(list, st)
	}
	return list
}

// name is the cell's name on grids and lattices of this size.
func (t *table) name(c cell) string { return board.ColumnName(c.x) + strconv.Itoa(t.height-c.y) }

// point returns the point of a cell that is in the game.
func (t *table) point(b *board.Board, c cell) game.Point {
	p, ok := b.Lookup(t.name(c))
	if !ok {
		panic(fmt.Sprintf("gomocup: %s has no point %s", b.Spec(), t.name(c)))
	}
	return p
}

// cellOf is the inverse of point.
func (t *table) cellOf(b *board.Board, p game.Point) cell {
	if len(t.won)+len(t.finished) == 0 {
		return cell{int(p) % t.width, int(p) / t.width}
	}
	for y := range t.height {
		for x := range t.width {
			if q, ok := b.Lookup(t.name(cell{x, y})); ok && q == p {
				return cell{x, y}
			}
		}
	}
	panic(fmt.Sprintf("gomocup: %s has no point %d", b.Spec(), p))
}

// spec returns the spec of the board: a grid, or a lattice after won lines,
// with their points as holes that interrupt lines.
func (t *table) spec() string {
	size := fmt.Sprintf("%dx%d", t.width, t.height)
	if len(t.won)+len(t.finished) == 0 {
		return "grid:" + size
	}
	var b strings.Builder
	b.WriteString("lattice:" + size)
	for _, c := range slices.Concat(t.won, t.finished) {
		b.WriteString("-" + t.name(c))
	}
	return b.String()
}

// retire removes the points of a finished line from the game. Its stones stay on
// the table, where they can be taken back.
func (t *table) retire(b *board.Board, figure []game.Point) {
	cells := make([]cell, len(figure))
	for i, p := range figure {
		cells[i] = t.cellOf(b, p)
	}
	t.finished = append(t.finished, cells...)
}

// parseCell parses "x,y". Blanks around the numbers are allowed.
func parseCell(text string) (cell, error) {
	numbers, err := parseNumbers(text)
	if err != nil || len(numbers) != 2 {
		return cell{}, fmt.Errorf("%q: want x,y", errtext.Clip(text, maxQuoted))
	}
	return cell{numbers[0], numbers[1]}, nil
}

// parseNumbers parses numbers separated by commas.
func parseNumbers(text string) ([]int, error) {
	var list []int
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || n < -1<<20 || n > 1<<20 {
			return nil, fmt.Errorf("%q is not a number", errtext.Clip(part, maxQuoted))
		}
		if list = append(list, n); len(list) > 8 {
			return nil, fmt.Errorf("more than 8 numbers")
		}
	}
	return list, nil
}
