package boardfile_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/board/boardtest"
	"moyo/internal/testenv"
)

// Boards that 3DGo ships, with their points, edges and parts, and whether they are flat. The last
// number counts the ends of their lines where the shape determines it: none on a torus, two for
// each row of a grid, each spoke of a circle and each meridian of a cut sphere. It is -1 otherwise.
var meshes = []struct {
	file                 string
	points, edges, parts int
	flat                 bool
	ends                 int
	faces                int // of a surface in space; Euler's formula gives the number if it is closed
}{
	{"aline", 5, 4, 1, true, 2, 0},
	{"circle", 96, 160, 1, true, 64, 0},
	{"classic_13x13", 25, 40, 1, true, 20, 0},
	{"classic_13x14", 169, 312, 1, true, 52, 0},
	{"hexagrid_9x9", 198, 278, 1, true, -1, 0},
	{"klein_bottle", 520, 1040, 1, false, 0, 520},
	{"sphere_cut", 224, 416, 1, false, 64, 192},
	{"test01", 4, 4, 1, true, -1, 0},
	{"test02", 8, 12, 1, false, -1, 6},
	{"test03", 8, 12, 1, false, -1, 6},
	{"torus_01", 576, 1152, 1, false, 0, 576},
	{"torus_02", 93, 263, 1, false, -1, 170},
	{"torus_large", 288, 576, 2, false, 0, 144},
	{"torus_small", 36, 72, 1, false, 0, 36},
	{"weird_circle", 38, 46, 1, false, -1, 0},
}

func TestMeshes(t *testing.T) {
	dir := filepath.Join(testenv.SharedData(t), "boards", "3dgo")
	for _, m := range meshes {
		t.Run(m.file, func(t *testing.T) {
			f, err := os.Open(filepath.Join(dir, m.file+".obj"))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			d, err := boardfile.Read(m.file+".obj", f)
			if err != nil {
				t.Fatal(err)
			}
			r := d.Report()
			if r.Format != boardfile.FormatOBJ || r.Points != m.points || r.Edges != m.edges || len(r.Components) != m.parts {
				t.Errorf("report %+v, want %d points, %d edges, %d parts", r, m.points, m.edges, m.parts)
			}
			for _, w := range r.Warnings {
				t.Log(w)
			}
			if m.parts > 1 {
				if b, err := d.Board(""); err == nil {
					t.Errorf("a board of %d parts was made: %v", m.parts, b.Title())
				}
				if d, err = d.Component(1); err != nil {
					t.Fatal(err)
				}
			}
			b, err := d.Board("")
			if err != nil {
				t.Fatal(err)
			}
			if b.Title() != m.file || b.Flat() != m.flat || !b.Custom() || !strings.HasPrefix(b.Spec(), "id:") {
				t.Errorf("title %q, flat %v, custom %v, spec %q", b.Title(), b.Flat(), b.Custom(), b.Spec())
			}
			boardtest.Run(t, b)
			roundTrip(t, b)
			if n := len(b.Faces()); n != m.faces {
				t.Errorf("%d faces, want %d", n, m.faces)
			}
			if n := boardtest.LineEnds(b); m.ends >= 0 && n != m.ends {
				t.Errorf("lines have %d ends, want %d", n, m.ends)
			}
		})
	}
}

// roundTrip reads the board's JSON back.
func roundTrip(t *testing.T, b *board.Board) {
	t.Helper()
	d, err := boardfile.Read("again.json", bytes.NewReader(boardfile.JSON(b)))
	if err != nil {
		t.Fatal(err)
	}
	again, err := d.Board("")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(boardfile.JSON(again), boardfile.JSON(b)) {
		t.Errorf("JSON changes on the way through a draft:\n%.2000s\n%.2000s", boardfile.JSON(b), boardfile.JSON(again))
	}
	if b.Custom() && again.Spec() != b.Spec() {
		t.Errorf("spec changes from %s to %s", b.Spec(), again.Spec())
	}
	if again.Flat() != b.Flat() {
		t.Errorf("flat changes from %v to %v", b.Flat(), again.Flat())
	}
	boardtest.Run(t, again)
}

// TestDoubleTorus: two copies of a torus coincide.
func TestDoubleTorus(t *testing.T) {
	f, err := os.Open(filepath.Join(testenv.SharedData(t), "boards", "3dgo", "torus_large.obj"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := boardfile.Read("torus_large.obj", f)
	if err != nil {
		t.Fatal(err)
	}
	r := d.Report()
	want := boardfile.Component{Points: 144, Edges: 288}
	if len(r.Components) != 2 || r.Components[0] != want || r.Components[1] != want || r.Coincident != 144 {
		t.Errorf("components %v, %d coincident points", r.Components, r.Coincident)
	}
	if text := strings.Join(r.Warnings, "\n"); !strings.Contains(text, "copies of one board") || !strings.Contains(text, "2 parts") {
		t.Errorf("warnings: %s", text)
	}
	merged, err := d.Merge().Board("")
	if err != nil {
		t.Fatal(err)
	}
	part, err := d.Component(0)
	if err != nil {
		t.Fatal(err)
	}
	one, err := part.Board("")
	if err != nil {
		t.Fatal(err)
	}
	if merged.Len() != 144 || merged.EdgeCount() != 288 || one.Len() != 144 || one.EdgeCount() != 288 {
		t.Errorf("merged %d/%d, one %d/%d", merged.Len(), merged.EdgeCount(), one.Len(), one.EdgeCount())
	}
	if _, err := d.Component(2); err == nil {
		t.Error("there is a component 2")
	}
}

// TestComponentCutsLines: a diagonal may connect two parts. The board of one part then has no such
// line.
func TestComponentCutsLines(t *testing.T) {
	d, err := boardfile.ReadJSON("x.json", strings.NewReader(
		`{"points":4,"edges":[[0,1],[2,3]],"lines":[{"points":[0,2],"diagonal":true},[0,1],[2,3]]}`))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		part, err := d.Component(i)
		if err != nil {
			t.Fatal(err)
		}
		b, err := part.Board("")
		if err != nil {
			t.Fatal(err)
		}
		if n := boardtest.LineEnds(b); n != 2 {
			t.Errorf("part %d has %d ends of lines, want those of its edge", i, n)
		}
	}
}

func TestGeneratedRoundTrip(t *testing.T) {
	for _, c := range boardtest.Shapes {
		if c.Points > 1000 {
			continue
		}
		b, err := board.Parse(c.Spec)
		if err != nil {
			t.Fatal(err)
		}
		d, err := boardfile.ReadJSON("x.json", bytes.NewReader(boardfile.JSON(b)))
		if err != nil {
			t.Fatalf("%s: %v", c.Spec, err)
		}
		custom, err := d.Board("")
		if err != nil {
			t.Fatalf("%s: %v", c.Spec, err)
		}
		if custom.Len() != b.Len() || custom.EdgeCount() != b.EdgeCount() ||
			b.Flat() && !custom.Flat() || (custom.Lines() == nil) != (b.Lines() == nil) {
			t.Errorf("%s: %d points, %d edges, flat %v, lines %v", c.Spec, custom.Len(), custom.EdgeCount(), custom.Flat(), custom.Lines() != nil)
		}
		for p := range board.Point(b.Len()) {
			if custom.Name(p) != b.Name(p) {
				t.Errorf("%s: point %d is named %s, then %s", c.Spec, p, b.Name(p), custom.Name(p))
			}
		}
		roundTrip(t, custom)
	}
}

func TestOBJForms(t *testing.T) {
	for name, c := range map[string]struct {
		text          string
		points, edges int
		want          string // of the error
	}{
		"lines":            {"v 0 0 0\nv 1 0 0\nl 1 2", 2, 1, ""},
		"crlf":             {"v 0 0 0\r\nv 1 0 0\r\nl 1 2\r\n", 2, 1, ""},
		"mark":             {"\xef\xbb\xbfv 0 0 0\nv 1 0 0\nl 1 2\n", 2, 1, ""},
		"comments":         {"# a\n\nv 0 0 0 # b\no x\nv 1 0 0 1.0\ng y\nl 1 2 # c", 2, 1, ""},
		"polyline":         {"v 0 0 0\nv 1 0 0\nv 2 0 0\nl 1 2 3 1", 3, 3, ""},
		"negative":         {"v 0 0 0\nv 1 0 0\nl -2 -1\nv 2 0 0\nl -2/5 -1/6", 3, 2, ""},
		"faces":            {"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1/1/1 2//2 3/3\nf 1 3 4\nl 1 2", 4, 5, ""},
		"continued":        {"v 0 0 \\\n0\nv 1 0 0\nl 1 \\\r\n2", 2, 1, ""},
		"colours":          {"v 0 0 0 1 0 0\nv 1 0 0 0.5 0 0\nl 1 2", 2, 1, ""},
		"edges before":     {"l 1 2\nv 0 0 0\nv 1 0 0\n", 2, 1, ""},
		"empty":            {"", 0, 0, "x.obj: no points"},
		"binary":           {"\x00\x01\x02", 0, 0, "no points"},
		"self-loop":        {"v 0 0 0\nl 1 1", 0, 0, "x.obj:2: an edge from point 1 to itself"},
		"twice":            {"v 0 0 0\nv 1 0 0\nl 1 2\nl 2 1", 0, 0, "x.obj:4: the edge 2 1 was given before, on line 3"},
		"beyond":           {"v 0 0 0\nv 1 0 0\nl 1 3\n", 0, 0, "x.obj:3: there is no point 3; the file has 2"},
		"zero":             {"v 0 0 0\nl 0 1", 0, 0, "x.obj:2: there is no point 0"},
		"most negative":    {"v 0 0 0\nl 1 -9223372036854775808\nv 1 0 0", 0, 0, "x.obj:2: there is no point -9223372036854775808"},
		"too negative":     {"v 0 0 0\nl -1 -2", 0, 0, "x.obj:2: there is no point -2"},
		"nan":              {"v 0 nan 0", 0, 0, `x.obj:1: "nan" is not a number`},
		"infinite":         {"v 0 1e999 0", 0, 0, `x.obj:1: "1e999" is not a number`},
		"inf":              {"v 0 -Inf 0", 0, 0, "x.obj:1: coordinate -Inf is beyond"},
		"short":            {"v 0 1", 0, 0, "x.obj:1: a vertex with 2 numbers"},
		"word":             {"v 0 1 x", 0, 0, `"x" is not a number`},
		"lone":             {"v 0 0 0\nl 1", 0, 0, "x.obj:2: a line with 1 points"},
		"thin face":        {"v 0 0 0\nv 1 0 0\nf 1 2", 0, 0, "x.obj:3: a face with 2 corners"},
		"folded face":      {"v 0 0 0\nv 1 0 0\nf 1 2 1", 0, 0, "x.obj:3: a face that has point 1 twice"},
		"after continued":  {"v 0 0 \\\n0\nv 1 0 0\nl 1 9", 0, 0, "x.obj:4: there is no point 9"},
		"many points":      {strings.Repeat("v 0 0 0\n", 10_001), 0, 0, "x.obj:10001: more than 10000 points"},
		"too large a file": {strings.Repeat("#", 8<<20) + "\n", 0, 0, "larger than 8 MiB"},
	} {
		d, err := boardfile.Read("x.obj", strings.NewReader(c.text))
		if c.want != "" {
			if err == nil || !strings.Contains(err.Error(), c.want) || !errors.As(err, new(*boardfile.Error)) {
				t.Errorf("%s: error %v, want %q", name, err, c.want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if r := d.Report(); r.Points != c.points || r.Edges != c.edges {
			t.Errorf("%s: %d points and %d edges, want %d and %d", name, r.Points, r.Edges, c.points, c.edges)
		}
	}
}

// jsonForms are boards as JSON, with their points and edges or the expected error.
var jsonForms = map[string]struct {
	text          string
	points, edges int
	want          string // of the error
}{
	"counted":     {`{"points":3,"edges":[[0,1],[2,1]]}`, 3, 2, ""},
	"placed":      {`{"coordinates":[[0,0],[1,0,2]],"edges":[[0,1]],"title":"T"}`, 2, 1, ""},
	"govariants":  {`{"type":"custom","coordinates":[[0,0],[1,1]],"adjacencyList":[[1],[0]]}`, 2, 1, ""},
	"list alone":  {`{"adjacencyList":[[1,2],[0],[0]]}`, 3, 2, ""},
	"unknown":     {`{"points":1,"edges":[],"x":{"y":[1,{"z":null}]}}`, 1, 0, ""},
	"lines":       {`{"points":3,"edges":[[0,1],[1,2]],"lines":[[0,1,2]]}`, 3, 2, ""},
	"diagonal":    {`{"points":3,"edges":[[0,1],[1,2]],"lines":[{"points":[0,2],"diagonal":true}]}`, 3, 2, ""},
	"empty":       {``, 0, 0, "x.json:1: the file ends too early"},
	"array":       {`[]`, 0, 0, "want an object"},
	"cut off":     {"{\"points\":3,\n\"edges\":[[0,", 0, 0, "x.json:2: edges[0]"},
	"more":        {`{"points":1,"edges":[]} x`, 0, 0, "more text after"},
	"no edges":    {`{"points":2}`, 0, 0, "neither edges nor adjacencyList"},
	"both":        {`{"points":2,"edges":[[0,1]],"adjacencyList":[[1],[0]]}`, 0, 0, "both edges and adjacencyList"},
	"no points":   {`{"edges":[]}`, 0, 0, "no points"},
	"disagree":    {`{"points":3,"coordinates":[[0,0]],"edges":[]}`, 0, 0, "points: 3, but there are 1 coordinates"},
	"self-loop":   {`{"points":2,"edges":[[0,1],[1,1]]}`, 0, 0, "edges[1]: an edge from point 1 to itself"},
	"twice":       {`{"points":2,"edges":[[0,1],[1,0]]}`, 0, 0, "edges[1]: the edge 1-0 was given before, in edges[0]"},
	"beyond":      {`{"points":2,"edges":[[0,2]]}`, 0, 0, "edges[0]: there is no point 2; they go from 0 to 1"},
	"negative":    {`{"points":2,"edges":[[0,-1]]}`, 0, 0, "edges[0][1]: -1 is not a whole number"},
	"triple":      {`{"points":3,"edges":[[0,1,2]]}`, 0, 0, "edges[0]: more than 2 entries"},
	"single":      {`{"points":3,"edges":[[0]]}`, 0, 0, "edges[0]: 1 points; want 2"},
	"fraction":    {`{"points":3,"edges":[[0,0.5]]}`, 0, 0, "edges[0][1]: 0.5 is not a whole number"},
	"huge":        {`{"coordinates":[[0,1e400]],"edges":[]}`, 0, 0, "coordinates[0][1]: 1e400 is not a number within 1e+09"},
	"flat number": {`{"coordinates":[[0]],"edges":[]}`, 0, 0, "coordinates[0]: 1 numbers"},
	"asymmetric": {`{"coordinates":[[0,0],[1,1]],"adjacencyList":[[1],[]]}`, 0, 0,
		"adjacencyList[0][0]: point 0 has neighbour 1, but not the other way round"},
	"neighbour self": {`{"adjacencyList":[[0]]}`, 0, 0, "adjacencyList[0][0]: an edge from point 0 to itself"},
	"twice in list":  {`{"adjacencyList":[[1,1],[0]]}`, 0, 0, "adjacencyList[0][1]: neighbour 1 is there twice"},
	"long list":      {`{"coordinates":[[0,0]],"adjacencyList":[[1],[0]]}`, 0, 0, "adjacencyList: 2 lists for 1 points"},
	"twin keys":      {`{"points":2,"points":2,"edges":[]}`, 0, 0, "points: the key is there twice"},
	"few names":      {`{"points":2,"edges":[[0,1]],"names":["a"]}`, 0, 0, "names: 1 names for 2 points"},
	"pass":           {`{"points":2,"edges":[[0,1]],"names":["a","Pass"]}`, 0, 0, `names[1]: the name "Pass" means something else`},
	"same name":      {`{"points":2,"edges":[[0,1]],"names":["a","A"]}`, 0, 0, `names[1]: "A" is the name of point 0 already`},
	"markup":         {`{"points":1,"edges":[],"names":["<b>"]}`, 0, 0, `has a character other than`},
	"blank":          {`{"points":1,"edges":[],"names":[" "]}`, 0, 0, `has a character other than`},
	"long name":      {`{"points":1,"edges":[],"names":["abcdefghijklmnopq"]}`, 0, 0, `longer than 16 bytes`},
	"broken line":    {`{"points":3,"edges":[[0,1],[1,2]],"lines":[[0,2]]}`, 0, 0, "lines[0]: no edge leads from 0 to 2"},
	"standing line":  {`{"points":3,"edges":[[0,1],[1,2]],"lines":[[0,0]]}`, 0, 0, "lines[0]: point 0 follows itself"},
	"short line":     {`{"points":3,"edges":[[0,1],[1,2]],"lines":[[0]]}`, 0, 0, "lines[0]: 1 points"},
	"face beyond":    {`{"points":3,"edges":[[0,1],[1,2]],"faces":[[0,1,3]]}`, 0, 0, "faces[0]: there is no point 3"},
	"deep":           {`{"x":` + strings.Repeat("[", 200), 0, 0, "brackets more than 100 deep"},
	"many points":    {`{"points":10001,"edges":[]}`, 0, 0, "10001 is not a whole number from 0 to 10000"},
	"many edges":     {`{"points":10000,"edges":[[0,1]` + strings.Repeat(",[0,1]", 60_000) + `]}`, 0, 0, "edges: more than 60000 entries"},
}

func TestJSONForms(t *testing.T) {
	for name, c := range jsonForms {
		d, err := boardfile.Read("x.json", strings.NewReader(c.text))
		if c.text == "" {
			d, err = boardfile.ReadJSON("x.json", strings.NewReader(c.text))
		}
		if c.text == "[]" {
			d, err = boardfile.ReadJSON("x.json", strings.NewReader(c.text))
		}
		if c.want != "" {
			if err == nil || !strings.Contains(err.Error(), c.want) || !errors.As(err, new(*boardfile.Error)) {
				t.Errorf("%s: error %v, want %q", name, err, c.want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		r := d.Report()
		if r.Points != c.points || r.Edges != c.edges {
			t.Errorf("%s: %d points and %d edges, want %d and %d", name, r.Points, r.Edges, c.points, c.edges)
		}
		b, err := d.Board("")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		boardtest.Run(t, b)
		roundTrip(t, b)
	}
}

// TestLayout: graphs without coordinates get a layout with edges of about equal length, and a
// planar one if a person would draw them so.
func TestLayout(t *testing.T) {
	testenv.SkipUnderRace(t)
	for spec, flat := range map[string]bool{
		"grid:9": true, "hex:4": true, "path:40": true, "star:12": true, "cycle:30": true,
		"torus:12x8": false, "cube:4": false, "complete:5": false, "torus:50x50": false,
	} {
		given, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		b, err := boardfile.FromGraph("", given.Len(), given.Edges())
		if err != nil {
			t.Fatal(err)
		}
		if b.Flat() != flat {
			t.Errorf("%s: flat is %v, want %v", spec, b.Flat(), flat)
		}
		boardtest.Run(t, b)
		short := 0
		for _, e := range b.Edges() {
			if d := distance(b, e); d < 0.4 || d > 2 {
				short++
			}
		}
		if short > b.EdgeCount()/5 {
			t.Errorf("%s: %d of %d edges are far from the mean length", spec, short, b.EdgeCount())
		}
	}
}

// TestLayoutParts: the parts of a graph are placed side by side, each clear of the one before on
// its left.
func TestLayoutParts(t *testing.T) {
	var edges [][2]board.Point
	points := 0
	for _, spec := range []string{"star:7", "cycle:9", "path:6", "complete:5", "grid:4", "path:1", "cycle:3"} {
		part, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range part.Edges() {
			edges = append(edges, [2]board.Point{e[0] + board.Point(points), e[1] + board.Point(points)})
		}
		points += part.Len()
	}
	b, err := boardfile.FromGraph("", points, edges)
	if err != nil {
		t.Fatal(err)
	}
	end := math.Inf(-1)
	graph := board.NewGraph(points, edges)
	for _, part := range graph.Components() {
		low, high := math.Inf(1), math.Inf(-1)
		for _, p := range part {
			low, high = min(low, b.Coord(p)[0]), max(high, b.Coord(p)[0])
		}
		if low < end+0.5 {
			t.Errorf("the part of point %d begins at %.2f, the one before ends at %.2f", part[0], low, end)
		}
		end = high
	}
}

func distance(b *board.Board, e [2]board.Point) float64 {
	v, w := b.Coord(e[0]), b.Coord(e[1])
	return math.Hypot(math.Hypot(v[0]-w[0], v[1]-w[1]), v[2]-w[2])
}

// TestFromGraph: a graph may have several parts, but no edges that boards forbid.
func TestFromGraph(t *testing.T) {
	b, err := boardfile.FromGraph("Two pairs", 4, [][2]board.Point{{0, 1}, {2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	if b.Len() != 4 || b.EdgeCount() != 2 || b.Title() != "Two pairs" || b.Distances(0)[3] != -1 {
		t.Errorf("%d points, %d edges, %q", b.Len(), b.EdgeCount(), b.Title())
	}
	for want, edges := range map[string][][2]board.Point{
		"edges[0]: there is no point 4":                  {{0, 4}},
		"edges[1]: an edge from point 1 to itself":       {{0, 1}, {1, 1}},
		"edges[1]: the edge 1-0 was given before, in ed": {{0, 1}, {1, 0}},
	} {
		if _, err := boardfile.FromGraph("", 4, edges); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if _, err := boardfile.FromGraph("", 0, nil); err == nil {
		t.Error("a board without points was made")
	}
}

// TestCoincidentChain reads a file whose points, sorted by place, come in the opposite order.
// TestRootShortens counts the steps from each point to the first.
func TestCoincidentChain(t *testing.T) {
	testenv.SkipUnderRace(t)
	const n = 6000
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "v %g 0 0\n", float64(n-i)*1e-9)
	}
	text.WriteString("v 1000 1 0\n")
	for i := range n {
		fmt.Fprintf(&text, "l %d %d\n", i+1, n+1)
	}
	d, err := boardfile.Read("chain.obj", strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	if r := d.Report(); r.Coincident != n-1 {
		t.Errorf("%d points coincide, want %d", r.Coincident, n-1)
	}
}

// TestStars: files and boards keep handicap points, which are part of the board's identity and follow its points.
func TestStars(t *testing.T) {
	const square = `{"points": 5, "edges": [[0,1],[1,2],[2,3],[0,3]]%s}`
	read := func(stars string) (*boardfile.Draft, error) {
		return boardfile.ReadJSON("square", strings.NewReader(fmt.Sprintf(square, stars)))
	}
	d, err := read(`, "stars": [3,1,3]`)
	if err != nil {
		t.Fatal(err)
	}
	part, err := d.Component(0)
	if err != nil {
		t.Fatal(err)
	}
	b, err := part.Board("")
	if err != nil {
		t.Fatal(err)
	}
	if want := []board.Point{1, 3}; !slices.Equal(b.Stars(), want) {
		t.Errorf("stars %v, want %v", b.Stars(), want)
	}
	again, err := boardfile.ReadJSON("again", bytes.NewReader(boardfile.JSON(b)))
	if err != nil {
		t.Fatal(err)
	}
	if c, err := again.Board(""); err != nil || c.Spec() != b.Spec() || !slices.Equal(c.Stars(), b.Stars()) {
		t.Errorf("comes back as %v, %v", c, err)
	}
	d, err = read("")
	if err != nil {
		t.Fatal(err)
	}
	bare, err := d.Component(0)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := bare.Board(""); err != nil || c.Spec() == b.Spec() {
		t.Errorf("the board without stars has the same spec: %v", err)
	}
	if _, err := read(`, "stars": [5]`); err == nil || !strings.Contains(err.Error(), "stars[0]") {
		t.Errorf("a star beyond the points: %v", err)
	}
}

// TestLines: a board has the lines of its file.
func TestLines(t *testing.T) {
	b, err := board.Parse("grid:3")
	if err != nil {
		t.Fatal(err)
	}
	lines := boardfile.Lines(b)
	diagonal := 0
	for _, line := range lines {
		if line.Diagonal {
			diagonal++
		}
	}
	if len(lines) != 12 || diagonal != 6 {
		t.Errorf("%d lines, %d of them diagonal: %v", len(lines), diagonal, lines)
	}
}
