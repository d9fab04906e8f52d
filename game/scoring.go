package game

// Capturer is implemented by positions of games with captures.
type Capturer interface {
	// Captures returns the number of stones captured by by.
	Captures(by Color) int
}

// Chainer is implemented by positions of games in which connected stones share their liberties.
type Chainer interface {
	// Chain returns the stones connected with the one on p and their common
	// liberties, both ascending; nil for an empty point.
	Chain(p Point) (stones, liberties []Point)
}

// Limited is implemented by positions that are a [Capturer] or a [Chainer] because of code that
// they share with other games, although their own rules may not use it.
type Limited interface {
	// CanTake reports whether these rules have captures.
	CanTake() bool
	// NeedsLiberties reports whether chains need liberties by these rules.
	NeedsLiberties() bool
}

// Takes reports whether the game of pos has captures.
func Takes(pos Position) bool {
	_, ok := pos.(Capturer)
	l, limited := pos.(Limited)
	return ok && (!limited || l.CanTake())
}

// Chains reports whether chains and their liberties matter in the game of pos.
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
	// Set replaces the position by the given stones with toPlay to move, without history. It refuses
	// chains without liberties, and then leaves the position unchanged.
	Set(stones []Placed, toPlay Color) error
}

// Turner is implemented by positions that allow one side to play several times in a row, as some
// protocols do.
type Turner interface {
	// SetToPlay makes c, Black or White, the side to move. It is not a pass and not a move; Undo
	// undoes it together with the move before it. It has no effect in a finished game.
	SetToPlay(c Color)
}

// Scorer is implemented by positions of games that end by agreement on a count: Outcome().Over
// becomes true with How "score", the players mark dead stones, and the count decides, or they
// resume.
type Scorer interface {
	// Score counts the position with the stones on the given points removed as dead.
	Score(dead []Point) Score
	// Resume continues an ended game with the side whose turn it would be. It returns false if the
	// game has not ended by passing.
	Resume() bool
}

// Resume continues a game that passes have ended ([Scorer]), and returns whether it did. In a
// recorded game a move after the end means that the players resumed.
func Resume(pos Position) bool {
	s, ok := pos.(Scorer)
	return ok && pos.Outcome().Over && s.Resume()
}

// Score is the count of a finished position.
type Score struct {
	Method    string  // "area" or "territory"
	Owner     []Color // of each point: a living stone's colour or the owner of the territory, else Empty
	Stones    [3]int  // living stones, by Color
	Territory [3]int  // empty points (including those under dead stones) of each side
	Prisoners [3]int  // stones that each side has captured, including dead ones
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
