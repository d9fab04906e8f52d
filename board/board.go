// Package board describes game boards: an immutable graph of points with neighbours, coordinates in
// space, names and, on most boards, straight lines. It knows no stones and no rules.
//
// A board comes from a spec such as "grid:19", "torus:9x9" or "sphere:12x8" (see [Parse]). Package
// boardfile reads boards from files and makes them with [New].
package board

// Point is the index of a point on its board, 0 to Len()-1.
type Point int32

// None means no point, for example beyond the end of a line.
const None Point = -1

// Limits of a board, in points and in edges.
const (
	MaxPoints = 10_000
	MaxEdges  = 60_000
)

// Vec is a position in space: x to the right, y up, z towards the viewer.
type Vec [3]float64

// Board is an immutable board. Its slices are shared with the caller and must
// not be written to.
type Board struct {
	Graph
	spec   string
	title  string
	coords []Vec
	names  []string
	byName map[string]Point
	faces  [][]Point
	stars  []Point // of a custom board
	lines  *Lines
	width  int // of a plain grid, else 0
	height int
	flat   bool
	custom bool
}

// Spec returns the canonical spec. [Parse] turns it into an equal board. For a custom board it is
// "id:" and the SHA-256 of its canonical JSON.
func (b *Board) Spec() string { return b.spec }

// Custom reports whether the board was made by [New]. Its JSON then describes it; its spec does
// not.
func (b *Board) Custom() bool { return b.custom }

// Title returns a short name for display, such as "Torus 9×9".
func (b *Board) Title() string { return b.title }

// Coord returns the coordinates of p. Neighbouring points of a generated board are about one unit
// apart, and the board is centred on the origin.
func (b *Board) Coord(p Point) Vec { return b.coords[p] }

// Name returns the name of p. On boards with columns and rows it is letters without I and a number
// counted from the bottom ("D4"); circles use spokes and rings, spheres use meridians and
// parallels. Hexagons and honeycombs use the letter of the row from the bottom and the place in it,
// cubes a side, column and row ("FA1"), boxes a column, row and layer ("A1.2"). Custom boards use
// the names of their files. Other boards number their points from 1.
func (b *Board) Name(p Point) string { return b.names[p] }

// Lookup returns the point with the given name. It ignores case.
func (b *Board) Lookup(name string) (Point, bool) {
	p, ok := b.byName[FoldName(name)]
	return p, ok
}

// Grid returns the width and height of a plain rectangular grid, whose point
// at column x from the left and row y from the top is y*width+x. ok is false
// on every other board.
func (b *Board) Grid() (width, height int, ok bool) { return b.width, b.height, b.width > 0 }

// Flat reports whether the board is drawn in the plane: z is 0 everywhere, and its edges can be
// drawn without crossings.
func (b *Board) Flat() bool { return b.flat }

// Faces returns the polygons of the board's surface for drawing, each as its points in order, or
// nil if none are known.
func (b *Board) Faces() [][]Point { return b.faces }

// Lines returns the straight lines of the board, or nil if it has none.
func (b *Board) Lines() *Lines { return b.lines }
