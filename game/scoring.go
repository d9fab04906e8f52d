package game

// Capturer is implemented by positions of games in which stones are captured.
type Capturer interface {
	// Captures returns how many stones by has taken.
	Captures(by Color) int
}

// Chainer is implemented by positions of games in which connected stones share
// their liberties.
type Chainer interface {
	// Chain returns the stones connected with the one on p and their common
	// liberties, both ascending; nil for an empty point.
	Chain(p Point) (stones, liberties []Point)
}

// Limited is implemented by positions that are a [Capturer] or a [Chainer] by what
// they share with other games, although their own rules may leave that out.
type Limited interface {
	// CanTake reports whether stones can be taken by these rules.
	CanTake() bool
	// NeedsLiberties reports whether chains need liberties by these rules.
	NeedsLiberties() bool
}

// Takes reports whether stones can be taken in the game of pos.
func Takes(pos Position) bool {
	_, ok := pos.(Capturer)
	l, limited := pos.(Limited)
	return ok && (!limited || l.CanTake())
}

// Chains reports whether chains with their liberties count in the game of pos.
func Chains(pos Position) bool {
	_, ok := pos.(Chainer)
	l, limited := pos.(Limited)
	return ok && (!limited || l.NeedsLiberties())
}

// Placed is a stone on a point.
type Placed struct {
	Point Point
	Color Color
}

// Setter is implemented by positions that can be set up by hand.
type Setter interface {
	// Set replaces the position by the given stones with toPlay to move,
	// without history. Chains without liberties are refused, and leave the
	// position as it was.
	Set(stones []Placed, toPlay Color) error
}

// Turner is implemented by positions that let one side play several times in a
// row, as some protocols do.
type Turner interface {
	// SetToPlay makes c, Black or White, the side to move. It is no pass and not
	// among the moves; Undo takes it back along with the move before it. It does
	// nothing where the game is over.
	SetToPlay(c Color)
}

// Scorer is implemented by positions of games that end by agreement on a count:
// Outcome().Over becomes true with How "score", the players mark what is dead,
// and the count of what is left decides, or they resume.
type Scorer interface {
	// Score counts the position with the stones on the given points taken off
	// as dead.
	Score(dead []Point) Score
	// Resume lets an ended game go on with the side whose turn it would be. It
	// returns false where the game has not ended by passing.
	Resume() bool
}

// Resume lets a game go on that passes have ended ([Scorer]), and returns whether it did:
// in a game that is known, such as one of a record, a move after the end says that the
// players did so.
func Resume(pos Position) bool {
	s, ok := pos.(Scorer)
	return ok && pos.Outcome().Over && s.Resume()
}

// Score is the count of a finished position.
type Score struct {
	Method    string  // "area" or "territory"
	Owner     []Color // of each point: a living stone's colour or whose territory it is, else Empty
	Stones    [3]int  // living stones, by Color
	Territory [3]int  // empty points (with dead stones on them too) of each side
	Prisoners [3]int  // stones that each side has taken, dead ones included
	Komi      float64
	Black     float64 // totals, komi included in White's
	White     float64
}

// Outcome returns the result of the count.
func (s Score) Outcome() Outcome {
	out := Outcome{Over: true, How: "score"}
	switch d := s.Black - s.White; {
	case d > 0:
		out.Winner, out.Margin = Black, d
	case d < 0:
		out.Winner, out.Margin = White, -d
	}
	return out
}
