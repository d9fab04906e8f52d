package game

// Follower is implemented by positions from which games can be followed faster than they
// are played.
type Follower interface {
	// Follow returns a function that says which turns moves would be if they were played from the
	// position on, whoever's turn it is; it is not safe for use by several goroutines. ok is false where
	// only playing them tells.
	Follow() func(moves []Colored) (turns []Turn, ok bool)
}

// Colored is a move and who makes it.
type Colored struct {
	Move  Move
	Color Color
}
