package game

import "moyo/internal/sentence"

// Opened is implemented by positions of games whose opening is a dialogue: one player places stones
// of both colours, the other swaps, chooses or adds. Then players and colours differ. A player is
// named by the colour of their seat: the player Black starts the game.
type Opened interface {
	// Player returns the player to move, or Empty if the game is over. ToPlay is the colour of the
	// next stone.
	Player() Color
	// Holder returns the player who has the stones of colour c now.
	Holder(c Color) Color
	// Phase describes in a sentence what the player to move must do. It is empty after the opening.
	Phase() sentence.Sentence
	// Offered returns the points offered for the next stone, one of which the other player takes;
	// ascending, or nil.
	Offered() []Point
	// ChoiceTitle returns the label of a choice, such as "Take Black".
	ChoiceTitle(m Move) sentence.Sentence
}

// Banned is implemented by positions that forbid points to one side, as Renju does.
type Banned interface {
	// Banned returns the empty points that are forbidden to the side to move, ascending.
	Banned() []Point
}

// Player returns the player to move in pos.
func Player(pos Position) Color {
	if o, ok := pos.(Opened); ok {
		return o.Player()
	}
	return pos.ToPlay()
}

// Holder returns the player who has the stones of colour c in pos.
func Holder(pos Position, c Color) Color {
	if o, ok := pos.(Opened); ok {
		return o.Holder(c)
	}
	return c
}
