package game

// Follower is implemented by positions that can follow games faster than by playing them.
type Follower interface {
	// Follow returns a function that computes the turns of moves from this position, with either side to
	// move, without playing them. The function is not safe for concurrent use. ok is false if only playing
	// the moves can tell.
	Follow() func(moves []Colored) (turns []Turn, ok bool)
}

// Colored is a move and its player.
type Colored struct {
	Move  Move
	Color Color
}
