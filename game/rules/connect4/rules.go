// Package connect4 is Connect Four: stones fall to the lowest free point of a
// column, and whoever first has four in a row, straight or slanting, wins. The
// board is a plain grid of any width and height up to 12, and the row may be 3
// to 6 stones long. [Parse] turns an id such as "connect4:n=4" into [Rules],
// whose New makes a [Position].
//
// The bottom of the board is row 1 as points are named. A move is the point
// where the stone comes to rest. Source: M. Bradley's game of 1974 in the words
// of J. D. Allen, The Complete Book of Connect 4 (2010).
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

// The numbers of stones in a row that can be asked for, and the longest side of
// a board.
const (
	MinN    = 3
	MaxN    = 6
	MaxSide = 12
)

// Rules are the rules of the game with its options fixed. Use [New].
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

// Parse returns the rules of an id such as "connect4:n=4", with or without the
// "connect4:". Left out, n is 4.
func Parse(id string) (game.Rules, error) {
	n := Default().n
	return option.Parse(Name, id, option.Only("n", &n), func() (*Rules, error) { return New(n) })
}

// N returns how many stones in a row win.
func (r *Rules) N() int { return r.n }

// ID returns the canonical id.
func (r *Rules) ID() string { return fmt.Sprintf("%s:n=%d", Name, r.n) }

// New returns the empty position on b. The error says why the game cannot be
// played there: no plain grid, too large, or no room for a row.
func (r *Rules) New(b *board.Board) (game.Position, error) {
	return placing.Begun(r.Start(b))
}

// Start is New with the concrete type.
func (r *Rules) Start(b *board.Board) (*Position, error) {
	w, h, ok := b.Grid()
	switch {
	case !ok:
		return nil, fmt.Errorf("%s is no plain grid, and stones fall on those only", b.Title())
	case w > MaxSide || h > MaxSide:
		return nil, fmt.Errorf("%s is too large for %s, whose boards have %d columns and rows at most", b.Title(), Name, MaxSide)
	}
	if err := row.Room(b, r.n, false); err != nil {
		return nil, err
	}
	return &Position{rules: r, b: b, w: w, h: h, stones: make([]game.Color, b.Len()), state: state{toPlay: game.Black}}, nil
}

// Keeps says whether a symmetry of the grid leaves up and down as they are:
// which point p goes to m[p]. Those are the identity and the mirror image.
func (r *Rules) Keeps(b *board.Board, m []game.Point) bool {
	w, _, _ := b.Grid()
	for p, q := range m {
		if p/w != int(q)/w {
			return false
		}
	}
	return true
}
