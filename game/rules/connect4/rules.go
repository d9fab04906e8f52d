// Package connect4 implements Connect Four: stones fall to the lowest empty point of a column, and
// the first side with four in a row, straight or diagonal, wins. The board is a plain grid of any
// width and height up to 12, and the row may be 3 to 6 stones long. [Parse] turns an id such as
// "connect4:n=4" into [Rules], whose New makes a [Position].
//
// Row 1 is the bottom of the board. A move is the point where the stone comes to rest. Source: M.
// Bradley's game of 1974 in the words of J. D. Allen, The Complete Book of Connect 4 (2010).
package connect4

import (
	"fmt"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/option"
	"moyo/game/rules/internal/placing"
	"moyo/game/rules/internal/row"
)

// Name is the name of the game in ids.
const Name = "connect4"

// The limits of the number of stones in a row, and the longest side of a board.
const (
	MinN    = 3
	MaxN    = 6
	MaxSide = 12
)

// Rules are the rules of the game with fixed options. Use [New].
type Rules struct{ n int }

// New returns the rules for n in a row, MinN to MaxN.
func New(n int) (*Rules, error) {
	if n < MinN || n > MaxN {
		return nil, fmt.Errorf("n %d: want %d to %d stones in a row", n, MinN, MaxN)
	}
	return &Rules{n}, nil
}

// Default returns the rules for four in a row.
func Default() *Rules { return &Rules{4} }

// Parse returns the rules of an id such as "connect4:n=4". The prefix "connect4:" is optional, and
// n defaults to 4.
func Parse(id string) (game.Rules, error) {
	n := Default().n
	return option.Parse(Name, id, option.Only("n", &n), func() (*Rules, error) { return New(n) })
}

// N returns the number of stones in a row that win.
func (r *Rules) N() int { return r.n }

// ID returns the canonical id.
func (r *Rules) ID() string { return fmt.Sprintf("%s:n=%d", Name, r.n) }

// New returns the empty position on b. It returns an error if b is not a plain grid, is too large,
// or has no space for a row.
func (r *Rules) New(b *board.Board) (game.Position, error) {
	return placing.Begun(r.Start(b))
}

// Start is New with the concrete type.
func (r *Rules) Start(b *board.Board) (*Position, error) {
	w, h, ok := b.Grid()
	switch {
	case !ok:
		return nil, fmt.Errorf("%s is not a plain grid, and stones fall only on those", b.Title())
	case w > MaxSide || h > MaxSide:
		return nil, fmt.Errorf("%s is too large for %s, whose boards have at most %d columns and rows", b.Title(), Name, MaxSide)
	}
	if err := row.Room(b, r.n, false); err != nil {
		return nil, err
	}
	return &Position{rules: r, b: b, w: w, h: h, stones: make([]game.Color, b.Len()), state: state{toPlay: game.Black}}, nil
}

// Keeps reports whether a symmetry of the grid, which maps p to m[p], keeps up and down. Only the
// identity and the mirror image do.
func (r *Rules) Keeps(b *board.Board, m []game.Point) bool {
	w, _, _ := b.Grid()
	for p, q := range m {
		if p/w != int(q)/w {
			return false
		}
	}
	return true
}
