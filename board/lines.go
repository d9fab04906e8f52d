package board

import "fmt"

// Axis is the kind of a straight line.
type Axis uint8

// The kinds of axes. An orthogonal step follows an edge; a diagonal one crosses
// a face or, in a box, a cell.
const (
	NoAxis Axis = iota // no line here
	Orthogonal
	Diagonal
)

// Step is one step along a line: the point reached and the direction in which the line continues
// from it. To is [None] if the line ends.
type Step struct {
	To  Point
	Dir int8
}

// Lines is the straight lines of a board. Directions are numbered at each point from 0 to Dirs-1
// and come in opposite pairs: d and d^1 are the two directions of axis d/2. A direction is local to
// its point: on a Möbius band or a sphere a line may arrive in another direction than it left, so
// Next also returns the direction after the step. Every step is reversible:
//
//	Next(p, d) == {q, e}  implies  Next(q, e^1) == {p, d^1}
//
// No step leads to its own point, and all steps of a line are of one kind. A line may return to an
// earlier point, also along another axis; code that counts stones along it must stop at its start.
type Lines struct {
	Dirs int    // directions a point, even
	next []Step // next[p*Dirs+d]
	axes []Axis // axes[p*Dirs/2+d/2]
}

// Next returns the step from p in direction d.
func (l *Lines) Next(p Point, d int) Step { return l.next[int(p)*l.Dirs+d] }

// Axis returns the kind of the axis of direction d at p, or NoAxis if p has no line along it.
func (l *Lines) Axis(p Point, d int) Axis { return l.axes[int(p)*(l.Dirs/2)+d/2] }

// MaxDirs limits the directions of a point, so that Step.Dir can hold them and the table stays
// small.
const MaxDirs = 32

// check reports whether the lines satisfy the promises of Lines on the graph g.
func (l *Lines) check(g *Graph) error {
	if l.Dirs%2 != 0 || len(l.next) != g.Len()*l.Dirs {
		return fmt.Errorf("lines of %d directions and %d steps for %d points", l.Dirs, len(l.next), g.Len())
	}
	for p := range Point(g.Len()) {
		for d := range l.Dirs {
			s, kind := l.Next(p, d), l.Axis(p, d)
			if s.To == None {
				continue
			}
			if s.To == p || s.To < 0 || int(s.To) >= g.Len() || s.Dir < 0 || int(s.Dir) >= l.Dirs {
				return fmt.Errorf("point %d: direction %d leads to %v", p, d, s)
			}
			if back := l.Next(s.To, int(s.Dir)^1); back != (Step{p, int8(d ^ 1)}) || kind == NoAxis || l.Axis(s.To, int(s.Dir)) != kind {
				return fmt.Errorf("point %d: direction %d cannot be walked back", p, d)
			}
			if kind == Orthogonal && !g.Adjacent(p, s.To) {
				return fmt.Errorf("point %d: direction %d follows no edge", p, d)
			}
		}
	}
	return nil
}

// LineBuilder builds the lines of a custom board step by step.
type LineBuilder struct{ lines *Lines }

// NewLineBuilder starts the lines of a board of n points with the given directions a point. It
// panics unless dirs is even and at most MaxDirs.
func NewLineBuilder(n, dirs int) *LineBuilder {
	if dirs < 0 || dirs > MaxDirs || dirs%2 != 0 {
		panic(fmt.Sprintf("board.NewLineBuilder: %d directions", dirs))
	}
	return &LineBuilder{newLines(n, dirs)}
}

// Join adds the step from p in direction d to q, where the line continues in direction e, and the
// step back.
func (b *LineBuilder) Join(p Point, d int, q Point, e int, kind Axis) { b.lines.join(p, d, q, e, kind) }

// Lines returns the lines. Join must not be called afterwards. [New] checks whether they fit a
// board.
func (b *LineBuilder) Lines() *Lines {
	lines := b.lines
	b.lines = nil
	return lines
}

// newLines returns lines of n points, without steps.
func newLines(n, dirs int) *Lines {
	l := &Lines{Dirs: dirs, next: make([]Step, n*dirs), axes: make([]Axis, n*dirs/2)}
	for i := range l.next {
		l.next[i].To = None
	}
	return l
}

// set adds a step. The caller adds the step back.
func (l *Lines) set(p Point, d int, to Step, kind Axis) {
	l.next[int(p)*l.Dirs+d] = to
	l.axes[int(p)*(l.Dirs/2)+d/2] = kind
}

// join adds the step from p in direction d to q, where the line continues in direction e, and the
// step back.
func (l *Lines) join(p Point, d int, q Point, e int, kind Axis) {
	l.set(p, d, Step{q, int8(e)}, kind)
	l.set(q, e^1, Step{p, int8(d ^ 1)}, kind)
}
