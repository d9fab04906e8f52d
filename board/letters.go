package board

import "strconv"

// Letters are the letters with which the players of a game name the columns of a plain grid. Boards
// use only [GoLetters], and so do records, files and messages.
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

// Name returns the name of a point in these letters. Boards other than plain grids keep their own
// names.
func (l Letters) Name(b *Board, p Point) string {
	if l == GoLetters || b.width == 0 {
		return b.Name(p)
	}
	return l.Column(int(p)%b.width) + strconv.Itoa(b.height-int(p)/b.width)
}

// Lookup returns the point with that name. It ignores case.
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
