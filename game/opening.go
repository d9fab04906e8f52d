package game

import "moyo/internal/sentence"

// Opened is implemented by positions of games whose opening is a dialogue: one
// player places stones of both colours, the other swaps, chooses or adds. There
// the players and the colours come apart. A player is named by the colour that
// they sat down with: the player Black begins the game.
type Opened interface {
	// Player returns the player whose turn it is, Empty when the game is over.
	// ToPlay is the colour of the stone that is placed next.
	Player() Color
	// Holder returns the player who has the stones of colour c as things stand.
	Holder(c Color) Color
	// Phase says in a sentence what the player whose turn it is has to do, nothing
	// once the opening is over.
	Phase() sentence.Sentence
	// Offered returns the points that have been offered for the next stone, of
	// which the other player takes one; ascending, nil where none are.
	Offered() []Point
	// ChoiceTitle returns the words for the button of a choice, such as
	// "Take Black".
	ChoiceTitle(m Move) sentence.Sentence
}

// Banned is implemented by positions that forbid points to one side, as Renju
// does.
type Banned interface {
	// Banned returns the empty points where the side to move may not play for
	// that reason, ascending.
	Banned() []Point
}

// Player returns the player whose turn it is in pos.
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
