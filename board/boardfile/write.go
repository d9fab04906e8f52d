package boardfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strconv"

	"moyo/board"
)

// Board makes the board, which must be connected. title is the board's title, or empty for the
// draft's own. The spec is "id:" and the SHA-256 of its [JSON] without a title, so it is the same
// under any title.
func (d *Draft) Board(title string) (*board.Board, error) {
	graph := board.NewGraph(d.points, d.edges)
	if parts := graph.Components(); len(parts) > 1 {
		return nil, fmt.Errorf("%s: the board has %d parts that are not connected (%s); choose one of them",
			d.title, len(parts), d.partSizes(parts))
	}
	return d.build(title)
}

// build makes the board without checking its parts.
func (d *Draft) build(title string) (*board.Board, error) {
	if title = cleanTitle(title); title == "" {
		title = d.title
	}
	if title == "" {
		title = fmt.Sprintf("Graph of %d", d.points)
	}
	p := board.Plan{Title: title, Edges: d.edges, Names: d.names, Faces: d.faces, Stars: d.stars}
	p.Coords, p.Flat = d.place()
	if p.Faces == nil && !p.Flat {
		p.Faces = deriveFaces(p.Coords, d.edges)
	}
	if d.rows != nil {
		p.Lines = linesOf(d.points, d.rows)
	} else {
		p.Lines = deriveLines(p.Coords, d.edges)
	}
	p.Spec = fmt.Sprintf("id:%x", sha256.Sum256(encode("", &p)))
	return board.New(p)
}

// JSON returns a board in the format that [ReadJSON] reads. Equal boards have equal bytes. The
// draft read from them makes an equal board, with the same spec if this one came from a draft too.
func JSON(b *board.Board) []byte {
	p := board.Plan{Edges: b.Edges(), Faces: b.Faces(), Stars: b.Stars(), Lines: b.Lines()}
	for q := range board.Point(b.Len()) {
		p.Coords = append(p.Coords, b.Coord(q))
		p.Names = append(p.Names, b.Name(q))
	}
	return encode(b.Title(), &p)
}

// encode writes the canonical JSON of a plan with ascending edges, with the title if it is not
// empty.
func encode(title string, p *board.Plan) []byte {
	var w bytes.Buffer
	w.WriteString("{")
	if title != "" {
		fmt.Fprintf(&w, "\"title\":%s,\n", quote(title))
	}
	fmt.Fprintf(&w, "\"points\":%d,\n\"coordinates\":[", len(p.Coords))
	for i, v := range p.Coords {
		separate(&w, i)
		fmt.Fprintf(&w, "[%s,%s,%s]", decimal(v[0]), decimal(v[1]), decimal(v[2]))
	}
	w.WriteString("],\n\"edges\":[")
	for i, e := range p.Edges {
		separate(&w, i)
		writePoints(&w, e[:])
	}
	w.WriteString("]")
	writeNames(&w, p.Names)
	w.WriteString(",\n\"faces\":[")
	for i, face := range p.Faces {
		separate(&w, i)
		writePoints(&w, face)
	}
	w.WriteString("]")
	if len(p.Stars) > 0 {
		w.WriteString(",\n\"stars\":")
		writePoints(&w, p.Stars)
	}
	w.WriteString(",\n\"lines\":[")
	for i, r := range rowsOf(len(p.Coords), p.Lines) {
		separate(&w, i)
		r.encode(&w)
	}
	w.WriteString("]}\n")
	return w.Bytes()
}

// writeNames writes the names unless they are just the numbers of the points.
func writeNames(w *bytes.Buffer, names []string) {
	plain := true
	for i, name := range names {
		plain = plain && name == strconv.Itoa(i+1)
	}
	if plain {
		return
	}
	w.WriteString(",\n\"names\":[")
	for i, name := range names {
		separate(w, i)
		w.WriteString(quote(name))
	}
	w.WriteString("]")
}

// quote returns a text as a JSON string.
func quote(s string) string {
	quoted, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings can always be quoted
	}
	return string(quoted)
}

func (r *row) encode(w *bytes.Buffer) {
	if !r.diagonal && !r.closed {
		writePoints(w, r.points)
		return
	}
	w.WriteString(`{"points":`)
	writePoints(w, r.points)
	if r.diagonal {
		w.WriteString(`,"diagonal":true`)
	}
	if r.closed {
		w.WriteString(`,"closed":true`)
	}
	w.WriteString("}")
}

// separate writes the comma before entry i, and a line break now and then.
func separate(w *bytes.Buffer, i int) {
	if i > 0 {
		w.WriteByte(',')
		if i%16 == 0 {
			w.WriteByte('\n')
		}
	}
}

func writePoints(w *bytes.Buffer, points []board.Point) {
	w.WriteByte('[')
	for i, p := range points {
		if i > 0 {
			w.WriteByte(',')
		}
		w.WriteString(strconv.Itoa(int(p)))
	}
	w.WriteByte(']')
}

// decimal writes a coordinate with the digits of custom boards.
func decimal(x float64) string {
	return strconv.FormatFloat(round(x), 'f', -1, 64)
}
