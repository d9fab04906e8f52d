package game

// Won is implemented by positions of games that a figure of stones wins.
type Won interface {
	// Figure returns the points of the winning figure in order along it, or nil.
	Figure() []Point
}

// Rower is implemented by positions of games with rows of stones.
type Rower interface {
	// Need returns the number of stones in a row that win.
	Need() int
	// Longest returns the length of the longest row that counts of c's stones.
	Longest(c Color) int
}

// Faller is implemented by positions of games in which stones fall.
type Faller interface {
	// Landing returns where a stone dropped over p comes to rest, or board.None if the column is full.
	Landing(p Point) Point
}
