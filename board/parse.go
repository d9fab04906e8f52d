package board

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"moyo/internal/errtext"
)

// SpecError describes an error in a board's spec.
type SpecError struct {
	Spec   string
	Reason string
}

func (e *SpecError) Error() string {
	return fmt.Sprintf("board %q: %s", errtext.Clip(e.Spec, 60), e.Reason)
}

// ErrStored is wrapped by the error of [Parse] for "file:PATH" and "id:SHA256". Such boards are not
// made from their spec; package boardfile reads them.
var ErrStored = errors.New("this board has to be loaded")

// maxSpec limits the length of a spec, in bytes.
const maxSpec = 4096

// shape is one kind of board in a spec.
type shape struct {
	kind  string
	usage string // such as "torus:WxH"
	text  string // a description
	least []int  // smallest value of each size
	// points returns the number of points, which is checked before make is called. The sizes are at
	// most MaxPoints each.
	points func(n []int) int
	make   func(n []int) *Plan
}

// count returns the number of points of a board with the given sides.
func count(sides []int) int {
	n := 1
	for _, s := range sides {
		n = min(n*s, math.MaxInt32)
	}
	return n
}

// sides adapts a constructor with two sizes.
func sides(f func(w, h int) *Plan) func([]int) *Plan {
	return func(n []int) *Plan { return f(n[0], n[1]) }
}

// size adapts a constructor with one size.
func size(f func(n int) *Plan) func([]int) *Plan {
	return func(n []int) *Plan { return f(n[0]) }
}

// shapes lists every kind of board except "lattice", whose spec also has holes.
var shapes = []shape{
	{"grid", "grid:N or grid:WxH", "a plain board", []int{1, 1}, count, sides(grid)},
	{"torus", "torus:WxH", "a ring: both pairs of sides joined", []int{2, 2}, count, sides(torus)},
	{"cylinder", "cylinder:WxH", "a tube, open above and below", []int{2, 1}, count, sides(cylinder)},
	{"mobius", "mobius:WxH", "a band with half a twist", []int{2, 1}, count, sides(mobius)},
	{"klein", "klein:WxH", "a tube that is joined to itself inside out", []int{2, 2}, count, sides(klein)},
	{"projective", "projective:WxH", "both pairs of sides joined with a twist", []int{2, 2}, count, sides(projective)},
	{"hex", "hex:N", "six neighbours, N points a side", []int{1}, func(n []int) int { return 3*n[0]*(n[0]-1) + 1 }, size(hex)},
	{"honeycomb", "honeycomb:N", "three neighbours, N hexagons a side", []int{1},
		func(n []int) int { return 6 * n[0] * n[0] }, size(honeycomb)},
	{"circle", "circle:RINGSxSPOKES", "rings around an empty centre", []int{1, 3}, count, sides(circle)},
	{"sphere", "sphere:MERIDIANSxPARALLELS", "a globe without its poles", []int{3, 1}, count, sides(sphere)},
	{"geodesic", "geodesic:N", "a globe of triangles, N edges between the points with five neighbours",
		[]int{1}, func(n []int) int { return 10*n[0]*n[0] + 2 }, size(geodesic)},
	{"cube", "cube:N", "the surface of a cube, N points an edge", []int{2}, func(n []int) int { return 6*n[0]*(n[0]-2) + 8 }, size(cube)},
	{"box", "box:XxYxZ", "a solid of cells", []int{1, 1, 1}, count, func(n []int) *Plan { return box(n[0], n[1], n[2]) }},
	{"cycle", "cycle:N", "a ring of N points", []int{3}, count, size(cycle)},
	{"path", "path:N", "a row of N points", []int{1}, count, size(path)},
	{"star", "star:N", "a centre and N-1 points around it", []int{1}, count, size(star)},
	{"wheel", "wheel:N", "a hub and a ring of N-1 points around it", []int{4}, count, size(wheel)},
	{"complete", "complete:N", "N points, each next to all others", []int{1}, count, size(complete)},
}

// Parse returns the board of a spec: a kind, a colon and its sizes, such as "grid:19", "grid:13x9",
// "torus:9x9" or "box:3x3x3"; [Kinds] lists them all. A lattice also has holes:
// "lattice:9x9-D4-C3..E5" is a grid without a point and a rectangle of points. Boards have at most
// [MaxPoints] points. Sides that are joined with each other have at least 2.
//
// One number stands for equal sides where several are expected. The error is a [*SpecError]; for
// "file:" and "id:" it wraps [ErrStored].
func Parse(spec string) (*Board, error) {
	if len(spec) > maxSpec {
		return nil, &SpecError{spec, fmt.Sprintf("longer than %d bytes", maxSpec)}
	}
	kind, args, _ := strings.Cut(spec, ":")
	if kind == "file" || kind == "id" {
		return nil, fmt.Errorf("board %q: %w", errtext.Clip(spec, 60), ErrStored)
	}
	if kind == "lattice" {
		return parseLattice(spec, args)
	}
	for i := range shapes {
		if shapes[i].kind == kind {
			return shapes[i].parse(spec, args)
		}
	}
	return nil, &SpecError{spec, fmt.Sprintf("unknown kind %q; the nearest is %s", errtext.Clip(kind, 20), nearest(kind))}
}

// parse makes the board of a spec of this kind.
func (s *shape) parse(spec, args string) (*Board, error) {
	fail := func(format string, a ...any) (*Board, error) {
		return nil, &SpecError{spec, fmt.Sprintf(format, a...) + "; want " + s.usage}
	}
	n, err := parseSizes(args, s.least)
	if err != nil {
		return fail("%v", err)
	}
	if points := s.points(n); points > MaxPoints {
		return fail("%d points are more than %d", points, MaxPoints)
	}
	if s.kind == "complete" && n[0]*(n[0]-1)/2 > MaxEdges {
		return fail("%d edges are more than %d", n[0]*(n[0]-1)/2, MaxEdges)
	}
	return s.make(n).build(), nil
}

// parseSizes reads one number for each entry of least, separated by x. No number may be smaller
// than its entry; a single number stands for all.
func parseSizes(text string, least []int) ([]int, error) {
	fields := strings.Split(text, "x")
	if len(fields) == 1 {
		fields = slices.Repeat(fields, len(least))
	}
	if len(fields) != len(least) {
		return nil, fmt.Errorf("%d sizes", len(fields))
	}
	n := make([]int, len(least))
	for i, f := range fields {
		v, err := strconv.Atoi(f)
		if err != nil || len(f) > 5 || f[0] == '+' || f[0] == '-' {
			return nil, fmt.Errorf("%q is not a size from 1 to %d", errtext.Clip(f, 20), MaxPoints)
		}
		if v < least[i] || v > MaxPoints {
			return nil, fmt.Errorf("size %d is out of range %d to %d", v, least[i], MaxPoints)
		}
		n[i] = v
	}
	return n, nil
}

// Kind is a kind of board that [Parse] accepts.
type Kind struct {
	Usage string `json:"usage"` // the form of its spec, such as "torus:WxH"
	Text  string `json:"text"`  // a short description
}

// Kinds lists the kinds of boards that [Parse] accepts.
func Kinds() []Kind {
	kinds := make([]Kind, 0, len(shapes)+1)
	for _, s := range shapes {
		kinds = append(kinds, Kind{s.usage, s.text})
	}
	return append(kinds, Kind{"lattice:WxH-HOLES", "a grid without some points (D4) or rectangles (C3..E5)"})
}

// nearest returns the usage of the kind most similar to the given one.
func nearest(kind string) string {
	known, usages := []string{"lattice"}, []string{latticeUsage}
	for i := range shapes {
		known, usages = append(known, shapes[i].kind), append(usages, shapes[i].usage)
	}
	near, _ := errtext.Nearest(strings.ToLower(kind[:min(len(kind), 20)]), known)
	return usages[near]
}
