package board

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
)

// MaxFile is the largest file that a board is read from, in bytes.
const MaxFile = 8 << 20

// Draft is a board as a file describes it: what was found, before it is known
// whether one can play on it. [Draft.Report] says what it holds and
// [Draft.Board] makes the board. A Draft is immutable; Merge and Component
// return others.
type Draft struct {
	format string
	title  string
	coords []Vec // nil where the file gives none
	points int
	edges  [][2]Point // each once, the smaller point first, ascending
	names  []string   // nil where the file gives none
	faces  [][]Point
	rows   []row // lines as the file gives them; nil to derive them
	notes  []string
}

// row is one line of a board as files write it. A closed one leads from its
// last point to its first.
type row struct {
	points   []Point
	diagonal bool
	closed   bool
}

// FileError says what is wrong with a board's file, and where.
type FileError struct {
	File   string // its name
	Line   int    // counted from 1; 0 for the file as a whole
	Where  string // the place within the data, such as "edges[3]"; may be empty
	Reason string
}

func (e *FileError) Error() string {
	var s strings.Builder
	s.WriteString(clip(e.File, 80))
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

// ReadDraft reads a board in any of the formats that [ReadOBJ] and [ReadJSON]
// read: a file that begins with a brace is JSON. name is the file's, for the
// title and for errors, which are [*FileError] or r's own.
func ReadDraft(name string, r io.Reader) (*Draft, error) {
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

// readAll reads a file of at most MaxFile bytes.
func readAll(name string, r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxFile+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(data) > MaxFile {
		return nil, &FileError{File: name, Reason: fmt.Sprintf("the file is larger than %d MiB", MaxFile>>20)}
	}
	return data, nil
}

// FromGraph returns the board of a plain graph of numbered points, whose layout
// is computed. The graph may have several parts. The error names the edge.
func FromGraph(title string, points int, edges [][2]Point) (*Board, error) {
	if points < 1 || points > MaxPoints {
		return nil, fmt.Errorf("graph: %d points, want 1 to %d", points, MaxPoints)
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

// edgeSet collects the edges of a file and refuses what no board has.
type edgeSet struct {
	points int
	seen   map[[2]Point]int // where each edge was given, for the error
}

func newEdgeSet(points int) *edgeSet { return &edgeSet{points, make(map[[2]Point]int)} }

// add enters the edge p-q, given at the place of that number.
func (s *edgeSet) add(p, q Point, place int) error {
	switch {
	case p < 0 || int(p) >= s.points:
		return fmt.Errorf("there is no point %d; they go from 0 to %d", p, s.points-1)
	case q < 0 || int(q) >= s.points:
		return fmt.Errorf("there is no point %d; they go from 0 to %d", q, s.points-1)
	case p == q:
		return fmt.Errorf("an edge from point %d to itself", p)
	}
	e := [2]Point{min(p, q), max(p, q)}
	if first, ok := s.seen[e]; ok {
		return fmt.Errorf("the edge %d-%d was given before, in edges[%d]", p, q, first)
	}
	if len(s.seen) == MaxEdges {
		return fmt.Errorf("more than %d edges", MaxEdges)
	}
	s.seen[e] = place
	return nil
}

// sorted returns the edges in ascending order.
func (s *edgeSet) sorted() [][2]Point {
	edges := make([][2]Point, 0, len(s.seen))
	for e := range s.seen {
		edges = append(edges, e)
	}
	slices.SortFunc(edges, compareEdges)
	return edges
}

// Format returns the format that the draft was read from, such as "obj".
func (d *Draft) Format() string { return d.format }

// Title returns the title that the file gives, else its name without folder and
// ending.
func (d *Draft) Title() string { return d.title }

// maxTitle bounds a title, in characters.
const maxTitle = 80

// cleanTitle makes a stranger's title fit to be shown: printable characters on
// one line, not too many.
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

// fileTitle returns the title of a file that gives none itself.
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

// Merge returns the draft with the points that lie upon each other made one;
// edges that join such points go, and edges that become the same count once.
// Names are kept from the first point of each; lines are derived anew.
func (d *Draft) Merge() *Draft {
	into := d.coincident()
	next, kept := make([]Point, d.points), []Point(nil)
	for p := range Point(d.points) {
		if into[p] == p {
			next[p] = Point(len(kept))
			kept = append(kept, p)
		} else {
			next[p] = next[into[p]]
		}
	}
	return d.pick(kept, next)
}

// Component returns one connected part of the draft as a draft of its own; they
// are numbered from 0 as in [Report.Components].
func (d *Draft) Component(i int) (*Draft, error) {
	parts := components(compress(d.points, d.edges))
	if i < 0 || i >= len(parts) {
		return nil, fmt.Errorf("%s: there is no component %d; they go from 0 to %d", d.title, i, len(parts)-1)
	}
	next := make([]Point, d.points)
	for p := range next {
		next[p] = None
	}
	for n, p := range parts[i] {
		next[p] = Point(n)
	}
	part := d.pick(parts[i], next)
	part.rows = pickRows(d.rows, next)
	return part, nil
}

// pick returns the draft of the kept points; next gives each old point's new
// number, None for those that are left out. It has no lines.
func (d *Draft) pick(kept, next []Point) *Draft {
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
		if p, q := next[e[0]], next[e[1]]; p != q && p != None && q != None {
			part.edges = append(part.edges, [2]Point{min(p, q), max(p, q)})
		}
	}
	slices.SortFunc(part.edges, compareEdges)
	part.edges = slices.Compact(part.edges)
	for _, face := range d.faces {
		if face, ok := renumber(face, next); ok {
			part.faces = append(part.faces, face)
		}
	}
	return part
}

// renumber returns the points by their new numbers; ok is false where one is
// left out or two have become one.
func renumber(points, next []Point) (renumbered []Point, ok bool) {
	seen := make(map[Point]bool, len(points))
	for _, p := range points {
		q := next[p]
		if q == None || seen[q] {
			return nil, false
		}
		seen[q] = true
		renumbered = append(renumbered, q)
	}
	return renumbered, true
}

// pickRows returns the lines that run on points that are kept.
func pickRows(rows []row, next []Point) []row {
	var kept []row
	for _, r := range rows {
		if next[r.points[0]] == None {
			continue
		}
		points := make([]Point, len(r.points))
		for i, p := range r.points {
			points[i] = next[p]
		}
		kept = append(kept, row{points, r.diagonal, r.closed})
	}
	return kept
}
