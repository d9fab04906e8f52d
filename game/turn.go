package game

import "slices"

// TurnKind says what a turn did.
type TurnKind uint8

// The kinds of turns.
const (
	TurnStone   TurnKind = iota // placed a stone, which stayed
	TurnSuicide                 // placed a stone, which left the board at once, and its chain with it
	TurnOffer                   // named a point for a later stone, and placed none
	TurnChoice                  // made a choice that the game names
	TurnPass                    // passed
)

// Turn is one turn of a game as it was played: what [Position.Moves] does not
// say about a move.
type Turn struct {
	Move Move
	// Color is the side that was to move: the colour of the stone, or where none
	// was placed of the stone that came next.
	Color Color
	// Player is the player whose turn it was, which differs from Color where the
	// opening is a dialogue (see [Opened]).
	Player Color
	Kind   TurnKind
	// Resumed says that the game had ended by passing, and was resumed before
	// this turn.
	Resumed bool
	// Taken are the points of the stones that left the board beside the one that
	// was placed: the other side's or, after a suicide, the side's own. Shared:
	// not to be written to, and good until the position changes.
	Taken []Point
}

// Equal reports whether t and u are the same turn.
func (t Turn) Equal(u Turn) bool {
	return t.Move == u.Move && t.Color == u.Color && t.Player == u.Player && t.Kind == u.Kind &&
		t.Resumed == u.Resumed && slices.Equal(t.Taken, u.Taken)
}

// Loser returns the colour of the stones in Taken.
func (t Turn) Loser() Color {
	if t.Kind == TurnSuicide {
		return t.Color
	}
	return t.Color.Other()
}

// Do turns the stones before t, one colour a point, into those after it.
func (t Turn) Do(stones []Color) {
	if t.Kind == TurnStone {
		stones[t.Move] = t.Color
	}
	for _, p := range t.Taken {
		stones[p] = Empty
	}
}

// Undo turns the stones after t, one colour a point, into those before it.
func (t Turn) Undo(stones []Color) {
	if t.Kind == TurnStone {
		stones[t.Move] = Empty
	}
	for _, p := range t.Taken {
		stones[p] = t.Loser()
	}
}

// Stones returns the colour of every point of pos.
func Stones(pos Position) []Color {
	stones := make([]Color, pos.Board().Len())
	for p := range stones {
		stones[p] = pos.At(Point(p))
	}
	return stones
}

// Start returns the colour of every point before the first turn of pos, that is
// the stones that were set up, and the side that began.
func Start(pos Position) (stones []Color, toPlay Color) {
	stones, toPlay = Stones(pos), pos.ToPlay()
	for _, t := range slices.Backward(pos.Turns()) {
		t.Undo(stones)
		toPlay = t.Color
	}
	return stones, toPlay
}
