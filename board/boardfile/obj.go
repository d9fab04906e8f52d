package boardfile

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"moyo/board"
	"moyo/internal/errtext"
)

// maxCorners limits the total number of corners of all faces in a file.
const maxCorners = 4 * board.MaxEdges

// maxCoordinate limits coordinates, so that squares and sums of them stay finite.
const maxCoordinate = 1e9

// objReader reads the statements of one file.
type objReader struct {
	file    string
	line    int
	coords  []board.Vec
	given   map[[2]board.Point]int // line of each edge from an l statement
	sides   map[[2]board.Point]int // first line of each edge from a face
	faces   [][]board.Point
	corners int
}

func (o *objReader) fail(format string, a ...any) error {
	return &Error{File: o.file, Line: o.line, Reason: fmt.Sprintf(format, a...)}
}

// parseOBJ reads a Wavefront OBJ mesh: v is a point, l an edge or a polyline, f a polygon whose
// sides are edges. Indices count from 1, or backwards from the last point if negative. It ignores
// text after a slash and all other statements. Faces may share edges with each other and with
// lines; two l statements may not repeat an edge. Lines end in LF or CRLF, and a backslash at the
// end continues one. name is the name of the file, for the title and for errors.
func parseOBJ(name string, data []byte) (*Draft, error) {
	o := &objReader{file: name, given: make(map[[2]board.Point]int), sides: make(map[[2]board.Point]int)}
	rest := string(bytes.TrimPrefix(data, bom))
	for number := 1; rest != ""; {
		var statement string
		var lines int
		statement, rest, lines = cutStatement(rest)
		o.line = number
		number += lines
		if err := o.statement(statement); err != nil {
			return nil, err
		}
	}
	if len(o.coords) == 0 {
		return nil, &Error{File: name, Reason: "no points: no line begins with v"}
	}
	return o.draft()
}

// cutStatement returns the first statement, the rest, and the statement's number of lines. A
// backslash at the end of a line continues the statement.
func cutStatement(text string) (statement, rest string, lines int) {
	var joined strings.Builder
	for {
		line, after, _ := strings.Cut(text, "\n")
		lines++
		line = strings.TrimSuffix(line, "\r")
		if !strings.HasSuffix(line, `\`) || after == "" {
			if joined.Len() == 0 {
				return line, after, lines
			}
			joined.WriteString(line)
			return joined.String(), after, lines
		}
		joined.WriteString(line[:len(line)-1])
		joined.WriteByte(' ')
		text = after
	}
}

// statement reads one statement.
func (o *objReader) statement(text string) error {
	text, _, _ = strings.Cut(text, "#")
	text = strings.TrimSpace(text)
	end := strings.IndexAny(text, " \t")
	if end < 0 {
		end = len(text)
	}
	keyword, args := text[:end], text[end:]
	switch keyword {
	case "v":
		return o.vertex(args)
	case "l":
		return o.polyline(args)
	case "f":
		return o.face(args)
	}
	return nil
}

// vertex reads "x y z" and ignores a weight or a colour after them.
func (o *objReader) vertex(args string) error {
	if len(o.coords) == board.MaxPoints {
		return o.fail("more than %d points", board.MaxPoints)
	}
	var v board.Vec
	n := 0
	for field := range strings.FieldsSeq(args) {
		x, err := strconv.ParseFloat(field, 64)
		if err != nil || math.IsNaN(x) {
			return o.fail("%q is not a number", errtext.Clip(field, 30))
		}
		if math.Abs(x) > maxCoordinate {
			return o.fail("coordinate %s is beyond %g", errtext.Clip(field, 30), maxCoordinate)
		}
		if n < len(v) {
			v[n] = x
		}
		if n++; n > 7 {
			break
		}
	}
	if n < 3 || n > 7 {
		return o.fail("a vertex with %d numbers; want x y z", n)
	}
	o.coords = append(o.coords, v)
	return nil
}

// polyline reads "a b c ...": edges a-b, b-c and so on.
func (o *objReader) polyline(args string) error {
	previous, n := board.None, 0
	for field := range strings.FieldsSeq(args) {
		p, err := o.index(field)
		if err != nil {
			return err
		}
		if n++; n > 1 {
			e := [2]board.Point{min(p, previous), max(p, previous)}
			if p == previous {
				return o.fail("an edge from point %d to itself", p+1)
			}
			if first, ok := o.given[e]; ok {
				return o.fail("the edge %d %d was given before, on line %d", previous+1, p+1, first)
			}
			o.given[e] = o.line
			if len(o.given) > board.MaxEdges {
				return o.fail("more than %d edges", board.MaxEdges)
			}
		}
		previous = p
	}
	if n < 2 {
		return o.fail("a line with %d points; want at least 2", n)
	}
	return nil
}

// face reads "a b c ...", the corners of a polygon.
func (o *objReader) face(args string) error {
	var face []board.Point
	for field := range strings.FieldsSeq(args) {
		p, err := o.index(field)
		if err != nil {
			return err
		}
		face = append(face, p)
		if o.corners++; o.corners > maxCorners {
			return o.fail("the faces have more than %d corners", maxCorners)
		}
	}
	if len(face) < 3 {
		return o.fail("a face with %d corners; want at least 3", len(face))
	}
	if p, twice := repeated(face); twice {
		return o.fail("a face that has point %d twice", p+1)
	}
	for i, p := range face {
		q := face[(i+1)%len(face)]
		e := [2]board.Point{min(p, q), max(p, q)}
		if _, ok := o.sides[e]; !ok {
			o.sides[e] = o.line
		}
	}
	if len(o.sides) > board.MaxEdges {
		return o.fail("more than %d edges", board.MaxEdges)
	}
	o.faces = append(o.faces, face)
	return nil
}

// repeated returns a point that occurs twice, if any.
func repeated(points []board.Point) (board.Point, bool) {
	sorted := slices.Clone(points)
	slices.Sort(sorted)
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			return sorted[i], true
		}
	}
	return board.None, false
}

// index reads a point's number, such as "3", "-1" or "3/1/2".
func (o *objReader) index(field string) (board.Point, error) {
	number, _, _ := strings.Cut(field, "/")
	i, err := strconv.Atoi(number)
	switch {
	case err != nil:
		return board.None, o.fail("%q is not the number of a point", errtext.Clip(field, 30))
	case i < 0 && i >= -len(o.coords):
		return board.Point(len(o.coords) + i), nil
	case i <= 0 || i > board.MaxPoints:
		return board.None, o.fail("there is no point %d; %d have been given", i, len(o.coords))
	}
	return board.Point(i - 1), nil
}

// draft checks that all referenced points exist and combines the edges.
func (o *objReader) draft() (*Draft, error) {
	all := make(map[[2]board.Point]int, len(o.given)+len(o.sides))
	for _, part := range []map[[2]board.Point]int{o.given, o.sides} {
		for e, line := range part {
			all[e] = line
		}
	}
	edges := make([][2]board.Point, 0, len(all))
	for e := range all {
		edges = append(edges, e)
	}
	slices.SortFunc(edges, compareEdges)
	for _, e := range edges {
		if int(e[1]) >= len(o.coords) {
			o.line = all[e]
			return nil, o.fail("there is no point %d; the file has %d", e[1]+1, len(o.coords))
		}
	}
	if len(edges) > board.MaxEdges {
		return nil, &Error{File: o.file, Reason: fmt.Sprintf("%d edges are more than %d", len(edges), board.MaxEdges)}
	}
	return &Draft{
		format: FormatOBJ, title: fileTitle(o.file), points: len(o.coords),
		coords: o.coords, edges: edges, faces: o.faces,
	}, nil
}
