package board_test

import (
	"math"
	"strings"
	"testing"

	"moyo/board"
	"moyo/board/boardtest"
)

// triangle is the plan of a valid board; each test breaks it in one place.
func triangle() board.Plan {
	lines := board.NewLineBuilder(3, 2)
	lines.Join(0, 0, 1, 0, board.Orthogonal)
	return board.Plan{
		Spec: "id:3", Title: "Triangle", Coords: []board.Vec{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
		Edges: [][2]board.Point{{0, 1}, {2, 1}, {2, 0}, {0, 2}}, Faces: [][]board.Point{{0, 1, 2}}, Lines: lines.Lines(), Flat: true,
	}
}

func TestNew(t *testing.T) {
	b, err := board.New(triangle())
	if err != nil {
		t.Fatal(err)
	}
	boardtest.Run(t, b)
	if b.Len() != 3 || b.EdgeCount() != 3 || b.Name(2) != "3" || !b.Custom() || b.Spec() != "id:3" || !b.Adjacent(0, 2) {
		t.Errorf("%s: %d points, %d edges, third point %s, custom %v", b.Spec(), b.Len(), b.EdgeCount(), b.Name(2), b.Custom())
	}
}

func TestNewRefuses(t *testing.T) {
	join := func(dirs int, p board.Point, d int, q board.Point, e int, kind board.Axis) *board.Lines {
		lines := board.NewLineBuilder(3, dirs)
		lines.Join(p, d, q, e, kind)
		return lines.Lines()
	}
	for want, spoil := range map[string]func(p *board.Plan){
		"does not begin with id:":   func(p *board.Plan) { p.Spec = "grid:3" },
		"the title is empty":        func(p *board.Plan) { p.Title = "" },
		"0 points":                  func(p *board.Plan) { p.Coords = nil },
		"10001 points; want":        func(p *board.Plan) { p.Coords = make([]board.Vec, board.MaxPoints+1) },
		"cannot be at [NaN 0 0]":    func(p *board.Plan) { p.Coords[1][0] = math.NaN() },
		"cannot be at [-Inf 0 0]":   func(p *board.Plan) { p.Coords[1][0] = math.Inf(-1) },
		"cannot be at [1 0 2]":      func(p *board.Plan) { p.Coords[1][2] = 2 },
		"no edge 0-3":               func(p *board.Plan) { p.Edges[1] = [2]board.Point{0, 3} },
		"no edge -1-0":              func(p *board.Plan) { p.Edges[1] = [2]board.Point{-1, 0} },
		"no edge 1-1":               func(p *board.Plan) { p.Edges[1] = [2]board.Point{1, 1} },
		"2 names for 3 points":      func(p *board.Plan) { p.Names = []string{"a", "b"} },
		"a name is empty":           func(p *board.Plan) { p.Names = []string{"a", " ", "b"} },
		`both named "A"`:            func(p *board.Plan) { p.Names = []string{"a", "b", "A"} },
		"face 0 has corners [0 1]":  func(p *board.Plan) { p.Faces[0] = p.Faces[0][:2] },
		"face 0 has corners [0 1 3": func(p *board.Plan) { p.Faces[0][2] = 3 },
		"face 0 has corners [-1 1 ": func(p *board.Plan) { p.Faces[0][0] = -1 },
		"face 0 has corners [0 1 1": func(p *board.Plan) { p.Faces[0][2] = 1 },
		"steps for 3 points":        func(p *board.Plan) { p.Lines = board.NewLineBuilder(2, 2).Lines() },
		"follows no edge": func(p *board.Plan) {
			p.Edges = p.Edges[1:]
			p.Lines = join(2, 0, 0, 1, 0, board.Orthogonal)
		},
		"leads to {0 0}":             func(p *board.Plan) { p.Lines = join(2, 0, 0, 0, 0, board.Diagonal) },
		"cannot be walked back":      func(p *board.Plan) { p.Lines = join(2, 0, 0, 1, 0, board.NoAxis) },
		"direction 2 leads to {1 5}": func(p *board.Plan) { p.Lines = join(4, 0, 2, 1, 5, board.Diagonal) },
		"direction 2 leads to {0":    func(p *board.Plan) { p.Lines = join(4, 0, 2, 1, -1, board.Diagonal) },
	} {
		p := triangle()
		spoil(&p)
		if b, err := board.New(p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("board %v, error %v, want %q", b, err, want)
		}
	}
}

// TestNewOneWay: a line with a different way back is refused, and so is one that changes its kind.
func TestNewOneWay(t *testing.T) {
	lines := board.NewLineBuilder(3, 2)
	lines.Join(0, 0, 1, 0, board.Diagonal)
	lines.Join(2, 0, 1, 0, board.Diagonal)
	p := triangle()
	p.Lines = lines.Lines()
	if _, err := board.New(p); err == nil || !strings.Contains(err.Error(), "cannot be walked back") {
		t.Errorf("error %v", err)
	}
	lines = board.NewLineBuilder(3, 2) // orthogonal, then diagonal
	lines.Join(0, 0, 1, 0, board.Orthogonal)
	lines.Join(1, 0, 2, 0, board.Diagonal)
	p.Lines = lines.Lines()
	if _, err := board.New(p); err == nil || !strings.Contains(err.Error(), "cannot be walked back") {
		t.Errorf("error %v", err)
	}
}

// TestNewManyEdges: all pairs of 400 points are more edges than a board may have.
func TestNewManyEdges(t *testing.T) {
	p := triangle()
	p.Edges, p.Coords = nil, make([]board.Vec, 400)
	for i := range board.Point(400) {
		for j := range i {
			p.Edges = append(p.Edges, [2]board.Point{i, j})
		}
	}
	p.Lines, p.Faces = nil, nil
	if _, err := board.New(p); err == nil || !strings.Contains(err.Error(), "79800 edges are more than 60000") {
		t.Errorf("error %v", err)
	}
}

func TestComponents(t *testing.T) {
	g := board.NewGraph(6, [][2]board.Point{{5, 1}, {2, 4}, {4, 0}, {0, 4}})
	parts := g.Components()
	if len(parts) != 3 || len(parts[0]) != 3 || parts[0][1] != 2 || parts[1][1] != 5 || parts[2][0] != 3 {
		t.Errorf("the parts are %v", parts)
	}
	if g.EdgeCount() != 3 || g.Distances(0)[2] != 2 || g.Distances(0)[3] != -1 {
		t.Errorf("%d edges, distances %v", g.EdgeCount(), g.Distances(0))
	}
}
