package game

import "slices"

// TurnKind is what a turn did.
type TurnKind uint8

// The kinds of turns.
const (
	TurnStone   TurnKind = iota // placed a stone that stayed
	TurnSuicide                 // placed a stone that was removed immediately, with its chain
	TurnOffer                   // offered a point for a later stone
	TurnChoice                  // made one of the game's choices
	TurnPass                    // passed
)

// Turn is one turn of a game as it was played, with the information that [Position.Moves] lacks.
type Turn struct {
	Move Move
	// Color is the side to move: the colour of the placed stone, or of the next stone if none was
	// placed.
	Color Color
	// Player is the player to move, which differs from Color in an opening that is a dialogue (see
	// [Opened]).
	Player Color
	Kind   TurnKind
	// Resumed reports that passes had ended the game, and that it was resumed before this turn.
	Resumed bool
	// Taken are the points of the removed stones other than the placed one: the other side's or, after
	// a suicide, the side's own. The slice is shared and valid until the position changes.
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

// Start returns the colour of every point before the first turn of pos, which is the setup, and the
// side that moves first.
func Start(pos Position) (stones []Color, toPlay Color) {
	stones, toPlay = Stones(pos), pos.ToPlay()
	for _, t := range slices.Backward(pos.Turns()) {
		t.Undo(stones)
		toPlay = t.Color
	}
	return stones, toPlay
}
