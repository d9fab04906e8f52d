// Package board describes what stone games are played on: an immutable graph of
// points with neighbours, coordinates in space, names and, where the board has
// them, straight lines. It knows no stones and no rules.
//
// A board comes from a spec such as "grid:19", "torus:9x9" or "sphere:12x8"
// (see [Parse]). Package boardfile below this one reads boards from files and
// makes them by [New].
package board

// Point is the index of a point on its board, 0 to Len()-1.
type Point int32

// None is the Point that is no point, as where a line ends.
const None Point = -1

// The largest board accepted, in points and in edges.
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

// Spec returns the canonical spec, which [Parse] turns into an equal board;
// for a custom board it is "id:" and the SHA-256 of its canonical JSON.
func (b *Board) Spec() string { return b.spec }

// Custom says whether the board was made by [New]: its spec does not tell how to
// make it, its JSON does.
func (b *Board) Custom() bool { return b.custom }

// Title returns a short name for people, such as "Torus 9×9".
func (b *Board) Title() string { return b.title }

// Coord returns where p lies in space. Neighbouring points of a generated
// board are about one unit apart and the board is centred on the origin.
func (b *Board) Coord(p Point) Vec { return b.coords[p] }

// Name returns the name of p: letters without I and a number counted from the
// bottom where the board has columns and rows ("D4"; on circles a spoke and a
// ring, on spheres a meridian and a parallel), the letter of the row from the
// bottom and the place in it on hexagons and honeycombs, a side and its column
// and row on cubes ("FA1"), column, row and layer in boxes ("A1.2"), on custom
// boards what their makers gave, else the number of the point counted from 1.
func (b *Board) Name(p Point) string { return b.names[p] }

// Lookup returns the point of that name, in any case.
func (b *Board) Lookup(name string) (Point, bool) {
	p, ok := b.byName[FoldName(name)]
	return p, ok
}

// Grid returns the width and height of a plain rectangular grid, whose point
// at column x from the left and row y from the top is y*width+x. ok is false
// on every other board.
func (b *Board) Grid() (width, height int, ok bool) { return b.width, b.height, b.width > 0 }

// Flat says whether the board is drawn in the plane: z is 0 everywhere and no
// two edges have to cross.
func (b *Board) Flat() bool { return b.flat }

// Faces returns the polygons of the board's surface for drawing, each as its
// points in order, or nil where none are known.
func (b *Board) Faces() [][]Point { return b.faces }

// Lines returns the straight lines of the board, or nil where it has none.
func (b *Board) Lines() *Lines { return b.lines }
