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

// Plan contains the parts of a board before it becomes an immutable [Board]. Shapes and readers of
// files fill it in. The board takes over its slices.
type Plan struct {
	Spec   string
	Title  string
	Coords []Vec      // one for each point
	Edges  [][2]Point // in any order and direction; repeats count once
	Names  []string   // one for each point; nil for numbers from 1
	Faces  [][]Point  // polygons, each as its corners in order; may be empty
	Stars  []Point    // of a custom board: handicap points, ascending; may be empty
	Lines  *Lines     // nil for none
	Flat   bool       // it is drawn in the plane: see [Board.Flat]
	width  int        // of a plain grid, else 0
	height int
}

// New returns the board of a plan that did not come from [Parse]: a custom board. It checks what
// rules, searches and views rely on:
//
//   - 1 to [MaxPoints] points with finite coordinates;
//   - at most [MaxEdges] edges between two different points;
//   - names that differ even when case is ignored;
//   - faces of at least three different corners, and star points in order;
//   - reversible lines whose orthogonal steps follow edges;
//   - a spec that begins with "id:", so that no other board has it.
//
// The board need not
// be connected. The error describes the first violation.
func New(p Plan) (*Board, error) {
	if p.Names == nil {
		p.Names = numbers(len(p.Coords))
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("board %q: %w", errtext.Clip(p.Title, 60), err)
	}
	b := p.build()
	if b.EdgeCount() > MaxEdges {
		return nil, fmt.Errorf("board %q: %d edges are more than %d", errtext.Clip(p.Title, 60), b.EdgeCount(), MaxEdges)
	}
	if b.lines != nil {
		if err := b.lines.check(&b.Graph); err != nil {
			return nil, fmt.Errorf("board %q: %w", errtext.Clip(p.Title, 60), err)
		}
	}
	b.custom = true
	return b, nil
}

// check checks all but the lines.
func (p *Plan) check() error {
	n := len(p.Coords)
	if !strings.HasPrefix(p.Spec, "id:") || p.Title == "" {
		return fmt.Errorf("the spec %q does not begin with id:, or the title is empty", errtext.Clip(p.Spec, 60))
	}
	if n < 1 || n > MaxPoints {
		return fmt.Errorf("%d points; want 1 to %d", n, MaxPoints)
	}
	for i, c := range p.Coords {
		if size := c.Norm(); math.IsNaN(size) || math.IsInf(size, 0) || p.Flat && c[2] != 0 {
			return fmt.Errorf("point %d cannot be at %v", i, c)
		}
	}
	for _, e := range p.Edges {
		if min(e[0], e[1]) < 0 || int(max(e[0], e[1])) >= n || e[0] == e[1] {
			return fmt.Errorf("there is no edge %d-%d on %d points", e[0], e[1], n)
		}
	}
	for i, face := range p.Faces {
		sorted := slices.Clone(face)
		slices.Sort(sorted)
		if len(face) < 3 || sorted[0] < 0 || int(sorted[len(sorted)-1]) >= n || len(slices.Compact(sorted)) < len(face) {
			return fmt.Errorf("face %d has corners %v; want three or more different points", i, face)
		}
	}
	for i, star := range p.Stars {
		if star < 0 || int(star) >= n || i > 0 && star <= p.Stars[i-1] {
			return fmt.Errorf("star points %v; want points of the board, ascending", p.Stars)
		}
	}
	return p.checkNames()
}

// checkNames checks that every point has its own name.
func (p *Plan) checkNames() error {
	if len(p.Names) != len(p.Coords) {
		return fmt.Errorf("%d names for %d points", len(p.Names), len(p.Coords))
	}
	taken := make(map[string]int, len(p.Names))
	for i, name := range p.Names {
		folded := FoldName(name)
		if folded == "" {
			return errors.New("a name is empty")
		}
		if first, ok := taken[folded]; ok {
			return fmt.Errorf("points %d and %d are both named %q", first, i, name)
		}
		taken[folded] = i
	}
	return nil
}

// build makes a Board of the plan without checks.
func (p *Plan) build() *Board {
	n := len(p.Coords)
	b := &Board{
		Graph: NewGraph(n, p.Edges),
		spec:  p.Spec, title: p.Title, coords: p.Coords, names: p.Names, faces: p.Faces, stars: p.Stars,
		lines: p.Lines, width: p.width, height: p.height, flat: p.Flat,
		byName: make(map[string]Point, n),
	}
	if len(p.Edges) == 0 {
		b.lines = nil // a single point
	}
	if len(p.Faces) == 0 {
		b.faces = nil
	}
	for i, name := range b.names {
		b.byName[FoldName(name)] = Point(i)
	}
	return b
}

// FoldName returns a name in the form used for comparison.
func FoldName(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// numbered starts the plan of a board of n points with numbers as names.
func numbered(kind, title string, n int, flat bool) *Plan {
	return &Plan{
		Spec: fmt.Sprintf("%s:%d", kind, n), Title: fmt.Sprintf("%s of %d", title, n),
		Names: numbers(n), Flat: flat,
	}
}

// numbers returns the names "1" to n.
func numbers(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = strconv.Itoa(i + 1)
	}
	return names
}
