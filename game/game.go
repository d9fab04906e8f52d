// Package game is the vocabulary of stone games and the contract between a
// game's rules and everything that uses them: engines, matches, protocols and
// views. A game is a [Rules]; a game being played is a [Position].
package game

import (
	"fmt"
	"strings"

	"moyo/board"
)

// Color is the colour of a point: Empty, Black or White. Sides are Black and
// White; Black moves first.
type Color uint8

// The colours.
const (
	Empty Color = iota
	Black
	White
)

// Other returns the opponent of Black or White, and Empty for Empty.
func (c Color) Other() Color { return (3 - c) % 3 }

// String returns "empty", "black" or "white".
func (c Color) String() string { return [...]string{"empty", "black", "white"}[c] }

// Point is a point of the board.
type Point = board.Point

// Move is a point (0 and up), [Pass], or a choice that the game names.
type Move int32

// Pass is the move that places nothing. Choices that games name (such as "swap")
// count down from FirstChoice. NoMove is no move at all.
const (
	Pass        Move = -1
	NoMove      Move = -2
	FirstChoice Move = -16
)

// Place returns the move that places a stone on p.
func Place(p Point) Move { return Move(p) }

// Point returns the point of the move, or board.None if it places no stone.
func (m Move) Point() Point {
	if m < 0 {
		return board.None
	}
	return Point(m)
}

// Outcome is the result of a game so far. The zero Outcome is a game that goes
// on.
type Outcome struct {
	Over   bool
	Winner Color   // Empty for a draw
	Margin float64 // points by which the winner leads, 0 where the game has no points
	How    string  // such as "score", "five", "captures", "board full"; empty while the game goes on
}

// String returns the result as records write it: "B+3.5", "W+", "0" for a draw,
// "?" while the game goes on.
func (o Outcome) String() string {
	switch {
	case !o.Over:
		return "?"
	case o.Winner == Empty:
		return "0"
	}
	side := strings.ToUpper(o.Winner.String()[:1])
	if o.Margin > 0 {
		return fmt.Sprintf("%s+%g", side, o.Margin)
	}
	return side + "+"
}

// Rules are the rules of one game with its options fixed. A Rules is immutable
// and safe for use by several goroutines.
type Rules interface {
	// ID returns the canonical id, such as "weiqi:komi=7.5,score=area". It holds
	// every option and parses to equal rules.
	ID() string
	// New returns the first position on b, or an error where the game cannot be
	// played on it (such as n in a row on a board without lines).
	New(b *board.Board) (Position, error)
}

// Opener finds the boards and rules that a record names.
type Opener struct {
	Board func(spec string) (*board.Board, error)
	Rules func(id string) (Rules, error)
}

// Position is a game being played: the stones, the side to move and the moves
// so far. It is not safe for use by several goroutines; Clone it.
type Position interface {
	Rules() Rules
	Board() *board.Board
	// ToPlay returns the side to move, Empty when the game is over.
	ToPlay() Color
	// At returns the colour of p.
	At(p Point) Color
	// Moves returns the moves so far, shared: not to be written to.
	Moves() []Move
	// Turns returns the history: for each of Moves who moved and what came of it.
	// It is made anew at each call, in time that grows with the moves, and holds
	// what happened: turns that were handed over ([Turner]) show in the colours.
	Turns() []Turn
	// Check says whether the side to move may play m.
	Check(m Move) Reason
	// LegalMoves appends every legal move of the side to move to buf: points in
	// ascending order, then Pass, then choices. None when the game is over.
	LegalMoves(buf []Move) []Move
	// Play plays m for the side to move. The error is an *IllegalMove and
	// leaves the position as it was.
	Play(m Move) error
	// Undo takes back the last move exactly. It returns false if there is none.
	Undo() bool
	// Outcome returns the result, as the rules alone see it.
	Outcome() Outcome
	// Hash identifies stones, side to move and whatever else decides which
	// moves are legal apart from the history.
	Hash() uint64
	// Clone returns an independent copy.
	Clone() Position
	// Choice returns the name of a choice that the game names, and ParseChoice
	// its move. Games without choices return "" and false.
	Choice(m Move) string
	ParseChoice(name string) (Move, bool)
}

// Format returns a move as text on pos's board: a point's name, "pass" or the
// choice's name.
func Format(pos Position, m Move) string {
	switch {
	case m >= 0 && int(m) < pos.Board().Len():
		return pos.Board().Name(m.Point())
	case m == Pass:
		return "pass"
	}
	if s := pos.Choice(m); s != "" {
		return s
	}
	return "none"
}

// ParseMove is the inverse of Format; letters count in any case.
func ParseMove(pos Position, text string) (Move, error) {
	text = strings.TrimSpace(text)
	if strings.EqualFold(text, "pass") {
		return Pass, nil
	}
	if p, ok := pos.Board().Lookup(text); ok {
		return Place(p), nil
	}
	if m, ok := pos.ParseChoice(text); ok {
		return m, nil
	}
	return NoMove, fmt.Errorf("move %q: no such point or choice on %s", text, pos.Board().Title())
}
