package board

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// SpecError says what is wrong with a board's spec.
type SpecError struct {
	Spec   string
	Reason string
}

func (e *SpecError) Error() string { return fmt.Sprintf("board %q: %s", clip(e.Spec, 80), e.Reason) }

// ErrStored is wrapped by the error of [Parse] for "file:PATH" and "id:SHA256":
// boards that are read from somewhere and not made from their spec. Whoever
// holds them reads them with [ReadDraft].
var ErrStored = errors.New("this board has to be loaded")

// maxSpec bounds the length of a spec in bytes.
const maxSpec = 4096

// shape is one kind of board that a spec can name.
type shape struct {
	kind  string
	usage string // such as "torus:WxH"
	least []int  // the smallest size for each that it takes
	// points returns the number of points, to be checked before make is called;
	// the numbers are at most MaxPoints each.
	points func(n []int) int
	make   func(n []int) (*plan, error)
}

// count is the number of points of a board of the given sides.
func count(sides []int) int {
	n := 1
	for _, s := range sides {
		n = min(n*s, math.MaxInt32)
	}
	return n
}

// sides wraps a maker of boards from two numbers.
func sides(f func(w, h int) *plan) func([]int) (*plan, error) {
	return func(n []int) (*plan, error) { return f(n[0], n[1]), nil }
}

// size wraps a maker of boards from one number.
func size(f func(n int) *plan) func([]int) (*plan, error) {
	return func(n []int) (*plan, error) { return f(n[0]), nil }
}

// shapes lists every kind of board but "lattice", whose spec has holes too.
var shapes = []shape{
	{"grid", "grid:N or grid:WxH", []int{1, 1}, count, sides(grid)},
	{"torus", "torus:WxH", []int{2, 2}, count, sides(torus)},
	{"cylinder", "cylinder:WxH", []int{2, 1}, count, sides(cylinder)},
	{"mobius", "mobius:WxH", []int{2, 1}, count, sides(mobius)},
	{"klein", "klein:WxH", []int{2, 2}, count, sides(klein)},
	{"projective", "projective:WxH", []int{2, 2}, count, sides(projective)},
	{"hex", "hex:N", []int{1}, func(n []int) int { return 3*n[0]*(n[0]-1) + 1 }, size(hex)},
	{"honeycomb", "honeycomb:N", []int{1}, func(n []int) int { return 6 * n[0] * n[0] }, size(honeycomb)},
	{"circle", "circle:RINGSxSPOKES", []int{1, 3}, count, sides(circle)},
	{"sphere", "sphere:MERIDIANSxPARALLELS", []int{3, 1}, count, sides(sphere)},
}

// Parse returns the board of a spec: a kind, a colon and its sizes. Boards have
// at most [MaxPoints] points; sides that are joined with each other have at
// least 2.
//
//	grid:19, grid:13x9        the plain board
//	torus:9x9, cylinder:9x7, mobius:11x5, klein:9x7, projective:9x9
//	                          width x height, sewn together
//	hex:6                     six neighbours, 6 points a side
//	honeycomb:5               three neighbours, 5 hexagons a side
//	circle:4x16               rings x spokes (3 or more), without a centre
//	sphere:12x8               meridians (3 or more) x parallels, without poles
//
// One number stands for equal sides where two are wanted. The error is a
// [*SpecError]; for "file:" and "id:" it wraps [ErrStored].
func Parse(spec string) (*Board, error) {
	if len(spec) > maxSpec {
		return nil, &SpecError{spec, fmt.Sprintf("longer than %d bytes", maxSpec)}
	}
	kind, args, _ := strings.Cut(spec, ":")
	if kind == "file" || kind == "id" {
		return nil, fmt.Errorf("board %q: %w", clip(spec, 80), ErrStored)
	}
	for i := range shapes {
		if shapes[i].kind == kind {
			return shapes[i].parse(spec, args)
		}
	}
	return nil, &SpecError{spec, fmt.Sprintf("unknown kind %q; the nearest is %s", clip(kind, 20), nearest(kind).usage)}
}

// parse makes the board of a spec of this kind.
func (s *shape) parse(spec, args string) (*Board, error) {
	fail := func(format string, a ...any) (*Board, error) {
		return nil, &SpecError{spec, fmt.Sprintf(format, a...) + "; want " + s.usage}
	}
	fields := strings.Split(args, "x")
	if len(fields) == 1 {
		fields = slices.Repeat(fields, len(s.least))
	}
	if len(fields) != len(s.least) {
		return fail("%d sizes", len(fields))
	}
	n := make([]int, len(s.least))
	for i, f := range fields {
		v, err := strconv.Atoi(f)
		if err != nil || len(f) > 5 || f[0] == '+' || f[0] == '-' {
			return fail("%q is not a size from 1 to %d", clip(f, 20), MaxPoints)
		}
		if v < s.least[i] || v > MaxPoints {
			return fail("size %d is out of range %d to %d", v, s.least[i], MaxPoints)
		}
		n[i] = v
	}
	if points := s.points(n); points > MaxPoints {
		return fail("%d points are more than %d", points, MaxPoints)
	}
	p, err := s.make(n)
	if err != nil {
		return fail("%v", err)
	}
	return p.build(), nil
}

// nearest returns the shape whose kind looks most like the given one.
func nearest(kind string) *shape {
	kind = clip(strings.ToLower(kind), 20)
	best, least := &shapes[0], math.MaxInt
	for i := range shapes {
		if d := editDistance(kind, shapes[i].kind); d < least {
			best, least = &shapes[i], d
		}
	}
	return best
}

// editDistance counts the bytes to insert, delete or change to turn a into b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}

// clip shortens a stranger's text for an error message.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return s[:n] + "…"
}
