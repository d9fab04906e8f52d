package board

// Axis says how a straight line runs.
type Axis uint8

// The kinds of axes. An orthogonal step follows an edge; a diagonal one crosses
// a face.
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
// A line may return to its own point; whoever counts stones along it must stop
// there.
type Lines struct {
	Dirs int    // directions a point, even
	next []Step // next[p*Dirs+d]
	axes []Axis // axes[p*Dirs/2+d/2]
}

// Next returns the step from p in direction d.
func (l *Lines) Next(p Point, d int) Step { return l.next[int(p)*l.Dirs+d] }

// Axis returns the kind of the axis of direction d at p.
func (l *Lines) Axis(p Point, d int) Axis { return l.axes[int(p)*(l.Dirs/2)+d/2] }
