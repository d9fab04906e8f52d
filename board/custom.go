package board

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strconv"
)

// Board makes the board, which must be connected. title is what people call
// it, the draft's own where it is empty. The spec is "id:" and the SHA-256 of
// [Board.JSON] without a title, so that it names the same board under any title.
func (d *Draft) Board(title string) (*Board, error) {
	parts := components(compress(d.points, d.edges))
	if len(parts) > 1 {
		return nil, fmt.Errorf("%s: the board has %d parts that are not connected (%s); choose one of them",
			d.title, len(parts), d.partSizes(parts))
	}
	return d.build(title)
}

// build makes the board, whatever its parts.
func (d *Draft) build(title string) (*Board, error) {
	if title = cleanTitle(title); title == "" {
		title = d.title
	}
	if title == "" {
		title = fmt.Sprintf("Graph of %d", d.points)
	}
	p := &plan{title: title, edges: d.edges, names: d.names, faces: d.faces}
	if p.names == nil {
		p.names = numbers(d.points)
	}
	p.coords, p.flat = d.place()
	if p.faces == nil && !p.flat {
		p.faces = deriveFaces(p.coords, d.edges)
	}
	if d.rows != nil {
		p.lines = linesOf(d.points, d.rows)
	} else {
		p.lines = deriveLines(p.coords, d.edges)
	}
	b := p.build()
	b.custom = true
	sum := sha256.Sum256(b.encode(""))
	b.spec = fmt.Sprintf("id:%x", sum)
	return b, nil
}

// JSON returns the board in the form that [ReadJSON] reads. Equal boards have
// equal bytes; the draft read from them makes an equal board, with the same
// spec if this one came from a draft too.
func (b *Board) JSON() []byte { return b.encode(b.title) }

// encode writes the canonical JSON, with the title if it is not empty.
func (b *Board) encode(title string) []byte {
	var w bytes.Buffer
	w.WriteString("{")
	if title != "" {
		fmt.Fprintf(&w, "\"title\":%s,\n", quote(title))
	}
	fmt.Fprintf(&w, "\"points\":%d,\n\"coordinates\":[", b.Len())
	for p, v := range b.coords {
		separate(&w, p)
		fmt.Fprintf(&w, "[%s,%s,%s]", decimal(v[0]), decimal(v[1]), decimal(v[2]))
	}
	w.WriteString("],\n\"edges\":[")
	for i, e := range b.Edges() {
		separate(&w, i)
		writePoints(&w, e[:])
	}
	w.WriteString("]")
	b.encodeNames(&w)
	w.WriteString(",\n\"faces\":[")
	for i, face := range b.faces {
		separate(&w, i)
		writePoints(&w, face)
	}
	w.WriteString("],\n\"lines\":[")
	for i, r := range b.lines.rows() {
		separate(&w, i)
		r.encode(&w)
	}
	w.WriteString("]}\n")
	return w.Bytes()
}

// encodeNames writes the names unless they are the numbers of the points.
func (b *Board) encodeNames(w *bytes.Buffer) {
	plain := true
	for p, name := range b.names {
		plain = plain && name == strconv.Itoa(p+1)
	}
	if plain {
		return
	}
	w.WriteString(",\n\"names\":[")
	for i, name := range b.names {
		separate(w, i)
		w.WriteString(quote(name))
	}
	w.WriteString("]")
}

// quote returns a text as JSON has it.
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

// separate writes the comma before entry i, and now and then a new line.
func separate(w *bytes.Buffer, i int) {
	if i > 0 {
		w.WriteByte(',')
		if i%16 == 0 {
			w.WriteByte('\n')
		}
	}
}

func writePoints(w *bytes.Buffer, points []Point) {
	w.WriteByte('[')
	for i, p := range points {
		if i > 0 {
			w.WriteByte(',')
		}
		w.WriteString(strconv.Itoa(int(p)))
	}
	w.WriteByte(']')
}

// decimal writes a coordinate with as many digits as boards keep.
func decimal(x float64) string {
	return strconv.FormatFloat(round(x), 'f', -1, 64)
}
