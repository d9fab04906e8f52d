// Package boardfile reads and writes boards in files: Wavefront OBJ meshes ([Read]) and JSON
// ([ReadJSON], [JSON]). A file becomes a [Draft], which reports on its contents and makes the
// board. Missing parts are computed: a layout for a graph without coordinates, straight lines and
// the faces of a surface for a mesh without them.
package boardfile

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"moyo/board"
	"moyo/internal/errtext"
)

// MaxSize is the size of the largest file accepted, in bytes.
const MaxSize = 8 << 20

// Draft is a board as a file describes it. It may not be playable yet. [Draft.Report] describes its
// contents and [Draft.Board] makes the board. A Draft is immutable; Merge and Component return new
// ones.
type Draft struct {
	format string
	title  string
	coords []board.Vec // nil if the file has none
	points int
	edges  [][2]board.Point // each once, the smaller point first, ascending
	names  []string         // nil if the file has none
	faces  [][]board.Point
	stars  []board.Point // ascending
	rows   []row         // lines in the file; nil to derive them
	notes  []string
}

// row is one line of a board in a file. A closed one leads from its last point to its first.
type row struct {
	points   []board.Point
	diagonal bool
	closed   bool
}

// Error describes an error in a board's file, and its place.
type Error struct {
	File   string // its name
	Line   int    // counted from 1; 0 for the file as a whole
	Where  string // the place within the data, such as "edges[3]"; may be empty
	Reason string
}

func (e *Error) Error() string {
	var s strings.Builder
	s.WriteString(errtext.ClipPath(e.File, 80))
	if e.Line > 0 {
		fmt.Fprintf(&s, ":%d", e.Line)
	}
	if e.Where != "" {
		s.WriteString(": " + e.Where)
	}
	return s.String() + ": " + e.Reason
}

// The formats that a Draft can come from.
const (
	FormatOBJ        = "obj"
	FormatMoyo       = "moyo"
	FormatGovariants = "govariants"
	FormatGraph      = "graph" // FromGraph
)

// Read reads a board as an OBJ mesh or in a format of [ReadJSON]. A file that starts with a brace
// is JSON. name is the name of the file, for the title and for errors. Errors are [*Error] or come
// from r.
func Read(name string, r io.Reader) (*Draft, error) {
	data, err := readAll(name, r)
	if err != nil {
		return nil, err
	}
	if text := bytes.TrimLeft(bytes.TrimPrefix(data, bom), " \t\r\n"); len(text) > 0 && text[0] == '{' {
		return parseJSON(name, data)
	}
	return parseOBJ(name, data)
}

// bom is the byte order mark that some editors put before UTF-8.
var bom = []byte("\xef\xbb\xbf")

// readAll reads a file of at most MaxSize bytes.
func readAll(name string, r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(data) > MaxSize {
		return nil, &Error{File: name, Reason: fmt.Sprintf("the file is larger than %d MiB", MaxSize>>20)}
	}
	return data, nil
}

// FromGraph returns a draft of a plain graph of numbered points and computes its layout. The graph
// may have several parts. The error names the edge.
func FromGraph(title string, points int, edges [][2]board.Point) (*board.Board, error) {
	if points < 1 || points > board.MaxPoints {
		return nil, fmt.Errorf("graph: %d points, want 1 to %d", points, board.MaxPoints)
	}
	d := &Draft{format: FormatGraph, points: points}
	set := newEdgeSet(points)
	for i, e := range edges {
		if err := set.add(e[0], e[1], i); err != nil {
			return nil, fmt.Errorf("graph: edges[%d]: %w", i, err)
		}
	}
	d.edges = set.sorted()
	return d.build(title)
}

// maxTitle bounds a title, in characters.
const maxTitle = 80

// cleanTitle makes a user's title fit for display: printable characters on one line, and not too
// many.
func cleanTitle(s string) string {
	var clean []rune
	for _, r := range s {
		if len(clean) == maxTitle {
			break
		}
		switch {
		case unicode.IsSpace(r):
			clean = append(clean, ' ')
		case unicode.IsPrint(r) && r != unicode.ReplacementChar:
			clean = append(clean, r)
		}
	}
	return strings.TrimSpace(string(clean))
}

// fileTitle returns the title for a file that contains none.
func fileTitle(name string) string {
	base := name[strings.LastIndexAny(name, `/\`)+1:]
	if dot := strings.LastIndexByte(base, '.'); dot > 0 {
		base = base[:dot]
	}
	if t := cleanTitle(base); t != "" {
		return t
	}
	return "Custom board"
}

// Merge returns the draft with coincident points merged. Edges between merged points disappear, and
// edges that become equal count once. The first point's name is kept; lines are derived again.
func (d *Draft) Merge() *Draft {
	into := d.coincident()
	next, kept := make([]board.Point, d.points), []board.Point(nil)
	for p := range board.Point(d.points) {
		if into[p] == p {
			next[p] = board.Point(len(kept))
			kept = append(kept, p)
		} else {
			next[p] = next[into[p]]
		}
	}
	return d.pick(kept, next)
}

// Component returns one connected part as a draft. Parts are numbered from 0, as in
// [Report.Components].
func (d *Draft) Component(i int) (*Draft, error) {
	graph := board.NewGraph(d.points, d.edges)
	parts := graph.Components()
	if i < 0 || i >= len(parts) {
		return nil, fmt.Errorf("%s: there is no component %d; they go from 0 to %d", d.title, i, len(parts)-1)
	}
	next := make([]board.Point, d.points)
	for p := range next {
		next[p] = board.None
	}
	for n, p := range parts[i] {
		next[p] = board.Point(n)
	}
	part := d.pick(parts[i], next)
	part.rows = pickRows(d.rows, next)
	return part, nil
}

// pick returns the draft of the kept points, without lines. next maps old points to new ones, or to
// None if they are left out.
func (d *Draft) pick(kept, next []board.Point) *Draft {
	part := &Draft{format: d.format, title: d.title, points: len(kept)}
	for _, p := range kept {
		if d.coords != nil {
			part.coords = append(part.coords, d.coords[p])
		}
		if d.names != nil {
			part.names = append(part.names, d.names[p])
		}
	}
	for _, e := range d.edges {
		if p, q := next[e[0]], next[e[1]]; p != q && p != board.None && q != board.None {
			part.edges = append(part.edges, [2]board.Point{min(p, q), max(p, q)})
		}
	}
	slices.SortFunc(part.edges, compareEdges)
	part.edges = slices.Compact(part.edges)
	for _, face := range d.faces {
		if face, ok := renumber(face, next); ok {
			part.faces = append(part.faces, face)
		}
	}
	for _, p := range d.stars {
		if q := next[p]; q != board.None {
			part.stars = append(part.stars, q)
		}
	}
	slices.Sort(part.stars)
	part.stars = slices.Compact(part.stars)
	return part
}

// renumber returns the points by their new numbers. ok is false if one is left out or two have
// become one.
func renumber(points, next []board.Point) (renumbered []board.Point, ok bool) {
	seen := make(map[board.Point]bool, len(points))
	for _, p := range points {
		q := next[p]
		if q == board.None || seen[q] {
			return nil, false
		}
		seen[q] = true
		renumbered = append(renumbered, q)
	}
	return renumbered, true
}

// pickRows returns the lines whose points are all kept.
func pickRows(rows []row, next []board.Point) []row {
	var kept []row
	for _, r := range rows {
		if slices.ContainsFunc(r.points, func(p board.Point) bool { return next[p] == board.None }) {
			continue
		}
		points := make([]board.Point, len(r.points))
		for i, p := range r.points {
			points[i] = next[p]
		}
		kept = append(kept, row{points, r.diagonal, r.closed})
	}
	return kept
}
