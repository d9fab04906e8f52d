package tsumego

// ShrinkTables makes searches take their larger tables, and both threads, after few nodes, and
// returns what undoes that.
func ShrinkTables() (undo func()) {
	before := sizes
	sizes = []struct{ memory, nodes int64 }{{1 << 13, 200}, {1 << 16, 1000}}
	return func() { sizes = before }
}
