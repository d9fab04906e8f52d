// Package game defines the types of stone games and the contract between the rules of a game and
// their users: engines, matches, protocols and views. A game is a [Rules]; a game in progress is a
// [Position].
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

// Pass is the move that places no stone. Choices of a game (such as "swap") count down from
// FirstChoice. NoMove means no move.
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

// Outcome is the result of a game so far. The zero Outcome means that the game continues.
type Outcome struct {
	Over   bool
	Winner Color   // Empty for a draw
	Margin float64 // points by which the winner leads, 0 in games without points
	How    string  // such as "score", "five", "captures", "board full"; empty during the game
}

// String returns the result in the form of records: "B+3.5", "W+", "0" for a draw, "?" during the
// game.
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

// Rules are the rules of one game with fixed options. A Rules is immutable and safe for concurrent
// use.
type Rules interface {
	// ID returns the canonical id, such as "weiqi:komi=7.5,score=area". It contains every option and
	// parses to equal rules.
	ID() string
	// New returns the first position on b, or an error if the board does not suit the game (such as n
	// in a row on a board without lines).
	New(b *board.Board) (Position, error)
}

// Opener returns the board and rules of the ids in a record.
type Opener struct {
	Board func(spec string) (*board.Board, error)
	Rules func(id string) (Rules, error)
}

// Position is a game in progress: the stones, the side to move and the moves so far. It is not safe
// for concurrent use; Clone it.
type Position interface {
	Rules() Rules
	Board() *board.Board
	// ToPlay returns the side to move, or Empty if the game is over.
	ToPlay() Color
	// At returns the colour of p.
	At(p Point) Color
	// Moves returns the moves so far. The slice is shared; callers must not modify it.
	Moves() []Move
	// Turns returns the history: the player and the effect of each of Moves. Each call computes it, in
	// time that grows with the moves. Turns that were handed over ([Turner]) show in the colours.
	Turns() []Turn
	// Check returns Legal if the side to move may play m, else the reason why not.
	Check(m Move) Reason
	// LegalMoves appends every legal move of the side to move to buf: points in ascending order, then
	// Pass, then choices. A finished game has none.
	LegalMoves(buf []Move) []Move
	// Play plays m for the side to move. For an illegal move it returns an *IllegalMove and leaves the
	// position unchanged.
	Play(m Move) error
	// Undo takes back the last move and restores the exact position. It returns false if there are no moves.
	Undo() bool
	// Outcome returns the result according to the rules alone.
	Outcome() Outcome
	// Hash identifies the stones, the side to move and everything else, apart from the history, that
	// decides which moves are legal.
	Hash() uint64
	// Clone returns an independent copy.
	Clone() Position
	// Choice returns the name of a choice, and ParseChoice its move. Games without choices return ""
	// and false.
	Choice(m Move) string
	ParseChoice(name string) (Move, bool)
}

// Format returns a move as text on pos's board: a point's name, "pass" or the choice's name.
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

// ParseMove is the inverse of Format. It ignores case.
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
