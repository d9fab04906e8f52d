package boardfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"moyo/board"
	"moyo/internal/errtext"
)

// ReadJSON reads a board in moyo's format or in that of govariants. Moyo's is
//
//	{"title": "Prism",
//	 "points": 6,                                     or
//	 "coordinates": [[0,0,0], [1,0,0], ...],          z may be left out
//	 "edges": [[0,1], [1,2], ...],                    points count from 0
//	 "names": ["a1", "a2", ...],                      optional, as are the next
//	 "faces": [[0,1,2], ...],
//	 "stars": [4, ...],                               handicap points
//	 "lines": [[0,1,2], {"points": [3,4,5], "diagonal": true, "closed": true}, ...]}
//
// Without coordinates a layout is computed; without lines they are derived from the coordinates.
// Names are unique, at most 16 bytes of letters, digits and -._+' each.
//
// Govariants writes {"coordinates": [[x,y], ...], "adjacencyList": [[1,3], ...]} with y downwards
// and each edge in the lists of both points.
//
// Unknown keys are skipped and reported. name is the name of the file, for the title and for
// errors.
func ReadJSON(name string, r io.Reader) (*Draft, error) {
	data, err := readAll(name, r)
	if err != nil {
		return nil, err
	}
	return parseJSON(name, data)
}

// jsonReader reads a board's JSON token by token, so that memory stays within the limits. Its
// methods return *Error.
type jsonReader struct {
	file string
	data []byte
	dec  *json.Decoder
	// What has been read. A nil slice means that the key was missing.
	title     string
	count     int
	coords    []board.Vec
	edges     [][]board.Point
	adjacency [][]board.Point
	names     []string
	faces     [][]board.Point
	stars     []board.Point
	rows      []row
	notes     []string
	seen      map[string]bool
}

func parseJSON(name string, data []byte) (*Draft, error) {
	data = bytes.TrimPrefix(data, bom)
	j := &jsonReader{file: name, data: data, dec: json.NewDecoder(bytes.NewReader(data)), seen: map[string]bool{}}
	j.dec.UseNumber()
	if err := j.object("", j.key); err != nil {
		return nil, err
	}
	if _, err := j.dec.Token(); !errors.Is(err, io.EOF) {
		return nil, j.fail("", "more text after the closing brace")
	}
	return j.draft()
}

// fail returns an error at the current position.
func (j *jsonReader) fail(where, format string, a ...any) error {
	line := 1 + bytes.Count(j.data[:j.dec.InputOffset()], []byte("\n"))
	return &Error{File: j.file, Line: line, Where: where, Reason: fmt.Sprintf(format, a...)}
}

// key reads the value of a top-level key.
func (j *jsonReader) key(key string) (err error) {
	if j.seen[key] {
		return j.fail(errtext.Clip(key, 30), "the key is there twice")
	}
	j.seen[key] = true
	switch key {
	case "title":
		j.title, err = j.text(key)
	case "points":
		j.count, err = j.number(key, board.MaxPoints)
	case "coordinates":
		err = j.list(key, board.MaxPoints, j.coordinate)
	case "edges":
		j.edges, err = j.pointLists(key, board.MaxEdges, 2)
	case "adjacencyList":
		j.adjacency, err = j.pointLists(key, board.MaxPoints, board.MaxPoints)
	case "names":
		err = j.list(key, board.MaxPoints, func(where string) error {
			name, err := j.text(where)
			j.names = append(j.names, name)
			return err
		})
	case "faces":
		j.faces, err = j.pointLists(key, board.MaxEdges, board.MaxPoints) // an empty list means no faces
	case "stars":
		j.stars, err = j.pointList(key, board.MaxPoints)
	case "lines":
		j.rows = []row{} // an empty list means no lines
		err = j.list(key, board.MaxPoints*board.MaxDirs/2, j.row)
	default:
		if len(j.seen) > 50 {
			return j.fail("", "too many keys")
		}
		if key != "type" { // govariants' files contain it
			j.notes = append(j.notes, fmt.Sprintf("The key %q is not known and was skipped.", errtext.Clip(key, 30)))
		}
		err = j.skip()
	}
	return err
}

// token returns the next token.
func (j *jsonReader) token(where string) (json.Token, error) {
	t, err := j.dec.Token()
	if err == nil {
		return t, nil
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, j.fail(where, "the file ends too early")
	}
	return nil, j.fail(where, "%s", strings.TrimPrefix(err.Error(), "json: "))
}

// object reads an object, calling f to read the value of each key.
func (j *jsonReader) object(where string, f func(key string) error) error {
	if t, err := j.token(where); err != nil {
		return err
	} else if t != json.Delim('{') {
		return j.fail(where, "want an object")
	}
	return j.fields(where, f)
}

// fields reads an object after its brace.
func (j *jsonReader) fields(where string, f func(key string) error) error {
	for j.dec.More() {
		t, err := j.token(where)
		if err != nil {
			return err
		}
		key, ok := t.(string)
		if !ok {
			return j.fail(where, "want a key")
		}
		if err := f(key); err != nil {
			return err
		}
	}
	_, err := j.token(where)
	return err
}

// list reads a list of at most limit entries, calling f to read each.
func (j *jsonReader) list(where string, limit int, f func(where string) error) error {
	if t, err := j.token(where); err != nil {
		return err
	} else if t != json.Delim('[') {
		return j.fail(where, "want a list")
	}
	return j.entries(where, limit, f)
}

// entries reads a list after its bracket.
func (j *jsonReader) entries(where string, limit int, f func(where string) error) error {
	for i := 0; j.dec.More(); i++ {
		if i == limit {
			return j.fail(where, "more than %d entries", limit)
		}
		if err := f(fmt.Sprintf("%s[%d]", where, i)); err != nil {
			return err
		}
	}
	_, err := j.token(where)
	return err
}

// skip reads any value. It counts brackets instead of recursing.
func (j *jsonReader) skip() error {
	for depth := 0; ; {
		t, err := j.token("")
		if err != nil {
			return err
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			if depth++; depth > 100 {
				return j.fail("", "brackets more than 100 deep")
			}
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

func (j *jsonReader) text(where string) (string, error) {
	t, err := j.token(where)
	if err != nil {
		return "", err
	}
	s, ok := t.(string)
	if !ok {
		return "", j.fail(where, "want a text in quotes")
	}
	return s, nil
}

func (j *jsonReader) truth(where string) (bool, error) {
	t, err := j.token(where)
	if err != nil {
		return false, err
	}
	b, ok := t.(bool)
	if !ok {
		return false, j.fail(where, "want true or false")
	}
	return b, nil
}

// number reads a whole number from 0 to limit.
func (j *jsonReader) number(where string, limit int) (int, error) {
	t, err := j.token(where)
	if err != nil {
		return 0, err
	}
	n, ok := t.(json.Number)
	if !ok {
		return 0, j.fail(where, "want a whole number")
	}
	v, err := n.Int64()
	if err != nil || v < 0 || v > int64(limit) {
		return 0, j.fail(where, "%s is not a whole number from 0 to %d", errtext.Clip(n.String(), 30), limit)
	}
	return int(v), nil
}

// coordinate reads "[x, y]" or "[x, y, z]".
func (j *jsonReader) coordinate(where string) error {
	var v board.Vec
	n := 0
	err := j.list(where, len(v), func(where string) error {
		t, err := j.token(where)
		if err != nil {
			return err
		}
		x, ok := t.(json.Number)
		if !ok {
			return j.fail(where, "want a number")
		}
		f, err := x.Float64()
		if err != nil || math.IsNaN(f) || math.Abs(f) > maxCoordinate {
			return j.fail(where, "%s is not a number within %g", errtext.Clip(x.String(), 30), maxCoordinate)
		}
		v[n] = f
		n++
		return nil
	})
	if err == nil && n < 2 {
		err = j.fail(where, "%d numbers; want x, y and perhaps z", n)
	}
	j.coords = append(j.coords, v)
	return err
}

// pointList reads a list of points.
func (j *jsonReader) pointList(where string, limit int) ([]board.Point, error) {
	points := []board.Point{}
	err := j.list(where, limit, func(where string) error {
		p, err := j.number(where, board.MaxPoints-1)
		points = append(points, board.Point(p))
		return err
	})
	return points, err
}

// pointLists reads a list of lists of points, with a limit on their total length.
func (j *jsonReader) pointLists(where string, limit, each int) ([][]board.Point, error) {
	lists, total := [][]board.Point{}, 0
	err := j.list(where, limit, func(where string) error {
		list, err := j.pointList(where, each)
		lists = append(lists, list)
		if total += len(list); err == nil && total > maxCorners {
			err = j.fail(where, "more than %d points in all lists together", maxCorners)
		}
		return err
	})
	return lists, err
}

// row reads a line: a list of points or an object.
func (j *jsonReader) row(where string) error {
	var r row
	t, err := j.token(where)
	switch {
	case err != nil:
		return err
	case t == json.Delim('['):
		err = j.entries(where, maxCorners, func(where string) error {
			p, err := j.number(where, board.MaxPoints-1)
			r.points = append(r.points, board.Point(p))
			return err
		})
	case t == json.Delim('{'):
		err = j.fields(where, func(key string) (err error) {
			switch key {
			case "points":
				r.points, err = j.pointList(where+".points", maxCorners)
			case "diagonal":
				r.diagonal, err = j.truth(where + ".diagonal")
			case "closed":
				r.closed, err = j.truth(where + ".closed")
			default:
				err = j.fail(where, "unknown key %q; want points, diagonal or closed", errtext.Clip(key, 30))
			}
			return err
		})
	default:
		err = j.fail(where, "want a list of points or an object")
	}
	j.rows = append(j.rows, r)
	return err
}

// draft checks that the parts fit together. Its errors have no line; they name the key and index.
func (j *jsonReader) draft() (*Draft, error) {
	fail := func(where, format string, a ...any) (*Draft, error) {
		return nil, &Error{File: j.file, Where: where, Reason: fmt.Sprintf(format, a...)}
	}
	d := &Draft{format: FormatMoyo, title: cleanTitle(j.title), coords: j.coords, faces: j.faces, rows: j.rows, notes: j.notes}
	if d.title == "" {
		d.title = fileTitle(j.file)
	}
	switch d.points = len(j.coords); {
	case j.adjacency != nil && j.edges != nil:
		return fail("", "both edges and adjacencyList; want one of them")
	case j.adjacency == nil && j.edges == nil:
		return fail("", "neither edges nor adjacencyList")
	case j.seen["coordinates"] && j.seen["points"] && j.count != d.points:
		return fail("points", "%d, but there are %d coordinates", j.count, d.points)
	case !j.seen["coordinates"] && j.seen["points"]:
		d.points = j.count
	case !j.seen["coordinates"]:
		d.points = len(j.adjacency)
	}
	if d.points == 0 {
		return fail("", "no points: want coordinates or a number of points")
	}
	where, err := j.takeEdges(d)
	if err == nil && j.names != nil {
		where, err = d.takeNames(j.names)
	}
	if err == nil {
		where, err = d.checkFaces()
	}
	if err == nil {
		where, err = d.takeStars(j.stars)
	}
	if err == nil {
		where, err = d.checkRows()
	}
	if err != nil {
		return fail(where, "%v", err)
	}
	return d, nil
}

// takeEdges stores the edges in the draft. where is the place for errors.
func (j *jsonReader) takeEdges(d *Draft) (where string, err error) {
	if j.adjacency != nil {
		d.format = FormatGovariants
		for i := range d.coords {
			d.coords[i][1] = -d.coords[i][1]
		}
		return d.takeAdjacency(j.adjacency)
	}
	set := newEdgeSet(d.points)
	for i, e := range j.edges {
		where := fmt.Sprintf("edges[%d]", i)
		if len(e) != 2 {
			return where, fmt.Errorf("%d points; want 2", len(e))
		}
		if err := set.add(e[0], e[1], i); err != nil {
			return where, err
		}
	}
	d.edges = set.sorted()
	return "", nil
}

// takeAdjacency stores the edges of lists of neighbours in the draft. Each edge must be in the
// lists of both points.
func (d *Draft) takeAdjacency(lists [][]board.Point) (where string, err error) {
	if len(lists) != d.points {
		return "adjacencyList", fmt.Errorf("%d lists for %d points", len(lists), d.points)
	}
	const both = 3
	ends := make(map[[2]board.Point]uint8) // bit 0: in the smaller point's list
	for i, list := range lists {
		for k, q := range list {
			p := board.Point(i)
			where := fmt.Sprintf("adjacencyList[%d][%d]", i, k)
			bit := uint8(1)
			if p > q {
				bit = 2
			}
			e := [2]board.Point{min(p, q), max(p, q)}
			switch {
			case int(q) >= d.points:
				return where, fmt.Errorf("there is no point %d; they go from 0 to %d", q, d.points-1)
			case p == q:
				return where, fmt.Errorf("an edge from point %d to itself", p)
			case ends[e]&bit != 0:
				return where, fmt.Errorf("neighbour %d is there twice", q)
			case ends[e] == 0 && len(ends) == board.MaxEdges:
				return where, fmt.Errorf("more than %d edges", board.MaxEdges)
			}
			ends[e] |= bit
		}
	}
	set := newEdgeSet(d.points)
	for i, list := range lists {
		for k, q := range list {
			p := board.Point(i)
			if ends[[2]board.Point{min(p, q), max(p, q)}] != both {
				return fmt.Sprintf("adjacencyList[%d][%d]", i, k), fmt.Errorf("point %d has neighbour %d, but not the other way round", p, q)
			}
			if p < q {
				set.seen[[2]board.Point{p, q}] = i
			}
		}
	}
	d.edges = set.sorted()
	return "", nil
}
