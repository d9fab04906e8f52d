package board

import "strconv"

// Letters are those by which players of a game name the columns of a plain grid. A
// board knows [GoLetters] alone: they stand in records, in files and in messages.
type Letters string

const (
	GoLetters  Letters = ""    // without I, as on boards of Go
	AllLetters Letters = "all" // with I, as players of gomoku write
)

// Column returns the letters of column x counted from 0.
func (l Letters) Column(x int) string {
	if l == AllLetters {
		return columnIn("ABCDEFGHIJKLMNOPQRSTUVWXYZ", x)
	}
	return ColumnName(x)
}

// Name returns what people who write these letters call a point. Boards that are no
// plain grids have names of their own.
func (l Letters) Name(b *Board, p Point) string {
	if l == GoLetters || b.width == 0 {
		return b.Name(p)
	}
	return l.Column(int(p)%b.width) + strconv.Itoa(b.height-int(p)/b.width)
}

// Lookup returns the point that they call so, in any case.
func (l Letters) Lookup(b *Board, name string) (Point, bool) {
	if l == GoLetters || b.width == 0 {
		return b.Lookup(name)
	}
	name = FoldName(name)
	for p := range Point(b.Len()) {
		if FoldName(l.Name(b, p)) == name {
			return p, true
		}
	}
	return None, false
}
