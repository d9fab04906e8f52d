package game

// Won is implemented by positions of games that are won by a figure of stones.
type Won interface {
	// Figure returns the points of the winning figure in order along it, nil
	// where there is none.
	Figure() []Point
}

// Rower is implemented by positions of games about rows of stones.
type Rower interface {
	// Need returns how many stones in a row win.
	Need() int
	// Longest returns the length of the longest row that counts of c's stones.
	Longest(c Color) int
}

// Faller is implemented by positions of games in which stones fall.
type Faller interface {
	// Landing returns where a stone that is dropped over p comes to rest, or
	// board.None where there is no room.
	Landing(p Point) Point
}
