package board

import "fmt"

// Axis says how a straight line runs.
type Axis uint8

// The kinds of axes. An orthogonal step follows an edge; a diagonal one crosses
// a face or, in a box, a cell.
const (
	NoAxis Axis = iota // no line here
	Orthogonal
	Diagonal
)

// Step is one step along a line: the point reached and the direction there in
// which the line goes straight on. To is None where the line ends.
type Step struct {
	To  Point
	Dir int8
}

// Lines holds the straight lines of a board. Directions are numbered at each
// point from 0 to Dirs-1 and come in opposite pairs: d and d^1 are the two ways
// along axis d/2. A direction is local to its point: on a Möbius band or a
// sphere a line arrives in another direction than it left, so Next gives the
// direction after the step as well. Every step can be taken back:
//
//	Next(p, d) == {q, e}  implies  Next(q, e^1) == {p, d^1}
//
// No step leads to its own point and all steps of a line are of one kind. A
// line may return to a point that it has left, also along another axis; whoever
// counts stones along it must stop where it began.
type Lines struct {
	Dirs int    // directions a point, even
	next []Step // next[p*Dirs+d]
	axes []Axis // axes[p*Dirs/2+d/2]
}

// Next returns the step from p in direction d.
func (l *Lines) Next(p Point, d int) Step { return l.next[int(p)*l.Dirs+d] }

// Axis returns the kind of the axis of direction d at p, NoAxis where no line
// leads from p either way.
func (l *Lines) Axis(p Point, d int) Axis { return l.axes[int(p)*(l.Dirs/2)+d/2] }

// MaxDirs bounds the directions of a point, so that Step.Dir holds them and
// the table stays small.
const MaxDirs = 32

// check says whether the lines keep what Lines promises, on the graph g.
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

// LineBuilder collects the lines of a board that no shape's file makes, step by
// step.
type LineBuilder struct{ lines *Lines }

// NewLineBuilder begins the lines of a board of n points with so many directions
// a point: an even number, at most MaxDirs; others panic.
func NewLineBuilder(n, dirs int) *LineBuilder {
	if dirs < 0 || dirs > MaxDirs || dirs%2 != 0 {
		panic(fmt.Sprintf("board.NewLineBuilder: %d directions", dirs))
	}
	return &LineBuilder{newLines(n, dirs)}
}

// Join enters the step from p in direction d to q, where the line goes on in
// direction e, and the way back.
func (b *LineBuilder) Join(p Point, d int, q Point, e int, kind Axis) { b.lines.join(p, d, q, e, kind) }

// Lines returns what was entered; nothing may be joined afterwards. Whether it
// fits a board is for [New] to check.
func (b *LineBuilder) Lines() *Lines {
	lines := b.lines
	b.lines = nil
	return lines
}

// newLines returns lines of n points, none of which has a step yet.
func newLines(n, dirs int) *Lines {
	l := &Lines{Dirs: dirs, next: make([]Step, n*dirs), axes: make([]Axis, n*dirs/2)}
	for i := range l.next {
		l.next[i].To = None
	}
	return l
}

// set enters a step. The caller enters the way back.
func (l *Lines) set(p Point, d int, to Step, kind Axis) {
	l.next[int(p)*l.Dirs+d] = to
	l.axes[int(p)*(l.Dirs/2)+d/2] = kind
}

// join enters the step from p in direction d to q, where it goes on in
// direction e, and the way back.
func (l *Lines) join(p Point, d int, q Point, e int, kind Axis) {
	l.set(p, d, Step{q, int8(e)}, kind)
	l.set(q, e^1, Step{p, int8(d ^ 1)}, kind)
}
