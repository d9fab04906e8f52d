// Package renlib reads and writes the libraries of RenLib, in which players of Renju and Gomoku
// keep trees of moves on the 15x15 board.
//
// A file is a header of 20 bytes followed by nodes, children after their parents. A node has two
// bytes: the point (0 for none, else 16 times the row from 0, from the top, plus the column from
// 1), and flags. Depending on the flags, it continues with two more bytes of flags, a comment, and
// a text for the board at the node's point in the position before it. One flag means that the node
// has a next sibling, another that it has no child: then the next node in the file is the sibling
// of the last node that still waits for one.
//
// In the record a node is a node with a move, Black first. Comments are C: the line beside the
// board and, after a line break, the text below it. Texts on the board are LB of the node before. A
// mark is HO; the start of the library is the private property STARTPOS. The charset of the texts
// is guessed, because the format does not give it.
package renlib

import (
	"fmt"
	"slices"
	"strings"

	"moyo/game/record/charset"
	"moyo/game/record/sgf"
)

// The header of a file: a name, and the version in the two bytes after it.
const (
	magic      = "\xFFRenLib\xFF"
	headerSize = 20
	major      = 3
	minor      = 4
)

// side is the side of the board.
const side = 15

// Flags of a node. Those of the second pair of bytes are shifted.
const (
	hasSibling   = 0x80
	isLeaf       = 0x40
	oldComment   = 0x20
	isMarked     = 0x10
	newComment   = 0x08
	isStart      = 0x04
	noMove       = 0x02
	hasMore      = 0x01
	hasBoardText = 0x100
)

// multiLine separates the two parts of a comment.
const multiLine = "\b"

// startID is the property of the start position of a library.
const startID = "STARTPOS"

// grid is the notation of points.
var grid = sgf.Grid(side, side)

// Error describes an error in a file, with its offset.
type Error struct {
	Offset int // in bytes from the start of the file
	Reason string
}

func (e *Error) Error() string { return fmt.Sprintf("renlib: byte %d: %s", e.Offset, e.Reason) }

// Is reports whether data is a library, by its first bytes.
func Is(data []byte) bool { return strings.HasPrefix(string(data[:min(len(data), len(magic))]), magic) }

// Read returns a library as a record within lim. If the file ends within a node, the part before it
// is read, and the record's faults say so.
func Read(data []byte, lim sgf.Limits) (*sgf.Game, error) {
	lim = lim.OrDefault()
	switch {
	case len(data) > lim.Bytes:
		return nil, &Error{0, fmt.Sprintf("the file is longer than %d bytes", lim.Bytes)}
	case !Is(data) || len(data) < headerSize:
		return nil, &Error{0, "a library of RenLib starts with its name in a header of 20 bytes"}
	case data[8] > major || data[8] == major && data[9] > minor:
		return nil, &Error{8, fmt.Sprintf("version %d.%d of the format; versions up to %d.%d are known", data[8], data[9], major, minor)}
	}
	r := reader{data: data, at: headerSize, lim: lim}
	if err := r.tree(); err != nil {
		return nil, err
	}
	return r.record(), nil
}

// node is a node of a library.
type node struct {
	parent, depth int // index of the parent, -1 for none; number of moves so far
	point         int // on the grid; sgf.Pass for none
	flags         int
	comment       string // bytes
	text          string // on the board, bytes
	children      int
	inRecord      *sgf.Node
}

// reader reads the file once.
type reader struct {
	data  []byte
	at    int
	lim   sgf.Limits
	nodes []node
	texts strings.Builder // of all nodes, to guess their charset
	fault *sgf.Error
}

func (r *reader) fail(at int, format string, args ...any) error {
	return &Error{at, fmt.Sprintf(format, args...)}
}

// tree reads all nodes. An empty root may be missing.
func (r *reader) tree() error {
	r.nodes = append(r.nodes, node{parent: -1, point: sgf.Pass, flags: noMove})
	parent := 0
	var waiting []int // nodes that wait for their next sibling
	next := false     // the next node is such a sibling
	for first := true; r.at+1 < len(r.data); first = false {
		at := r.at
		n, ok := r.node()
		switch {
		case !ok:
			r.cut(at)
			return nil
		case n.point < sgf.Pass:
			return r.fail(at, "%#x is not a point of the board", r.data[at])
		case len(r.nodes) == r.lim.Nodes:
			return r.fail(at, "more than %d nodes", r.lim.Nodes)
		}
		r.texts.WriteString(n.comment + "\n" + n.text + "\n")
		index := len(r.nodes)
		if first && n.point == sgf.Pass {
			n.parent, n.flags = -1, n.flags|noMove
			r.nodes[0], index = n, 0
		} else {
			n.parent, n.depth = parent, r.nodes[parent].depth
			if n.flags&noMove == 0 {
				n.depth++
			}
			r.nodes[parent].children++
			r.nodes = append(r.nodes, n)
		}
		if n.flags&hasSibling != 0 && index > 0 {
			if len(waiting) == r.lim.Depth {
				return r.fail(at, "more than %d variations within one another", r.lim.Depth)
			}
			waiting = append(waiting, index)
		}
		parent = index
		if next = n.flags&isLeaf != 0; !next {
			continue
		}
		if len(waiting) == 0 {
			return nil // data after the last node has no meaning
		}
		parent = r.nodes[waiting[len(waiting)-1]].parent
		waiting = waiting[:len(waiting)-1]
	}
	if next || len(waiting) > 0 || r.at < len(r.data) {
		r.cut(r.at)
	}
	return nil
}

// cut records that the file ends too early. RenLib itself writes such branches, whose siblings are
// in another file.
func (r *reader) cut(at int) {
	r.fault = &sgf.Error{Line: 1, Column: at + 1, Reason: "the library ends before its tree does: it was cut, or is a part of another one"}
}

// node reads a node. ok is false if the file ends within it. Its point is below sgf.Pass if it is
// invalid.
func (r *reader) node() (n node, ok bool) {
	n.point = sgf.Pass
	if p := int(r.data[r.at]); p != 0 {
		x, y := p%16-1, p/16
		if n.point = y*side + x; x < 0 || y >= side {
			n.point = sgf.Pass - 1
		}
	}
	n.flags = int(r.data[r.at+1])
	r.at += 2
	if n.flags&hasMore != 0 {
		if r.at+1 >= len(r.data) {
			return n, false
		}
		n.flags |= int(r.data[r.at])<<16 | int(r.data[r.at+1])<<8
		r.at += 2
	}
	ok = true
	switch {
	case n.flags&oldComment != 0:
		n.comment, ok = r.oldText()
	case n.flags&newComment != 0:
		n.comment, ok = r.text()
	}
	if ok && n.flags&hasBoardText != 0 {
		n.text, ok = r.text()
	}
	return n, ok
}

// text reads pairs of bytes up to a zero.
func (r *reader) text() (string, bool) {
	for i := r.at; i < len(r.data); i++ {
		if r.data[i] == 0 {
			s := string(r.data[r.at:i])
			r.at += (i-r.at)/2*2 + 2
			return s, true
		}
	}
	return "", false
}

// swedish are the letters that replaced ASCII signs in comments of the oldest format.
var swedish = strings.NewReplacer("}", "å", "{", "ä", "|", "ö", "]", "Å", "[", "Ä", `\`, "Ö")

// oldText reads pairs of bytes up to one with the highest bit set.
func (r *reader) oldText() (string, bool) {
	var b strings.Builder
	for i := r.at; i < len(r.data); i++ {
		b.WriteByte(r.data[i] & 0x7F)
		if r.data[i] >= 0x80 {
			r.at += (i-r.at)/2*2 + 2
			return swedish.Replace(b.String()), true
		}
	}
	return "", false
}

// record converts the nodes to a record.
func (r *reader) record() *sgf.Game {
	g := sgf.New()
	g.SetBoard(grid)
	g.SetKind(sgf.Gomoku)
	if r.fault != nil {
		g.Faults = []*sgf.Error{r.fault}
	}
	chars := charset.Guess(r.texts.String(), "")
	for i := range r.nodes {
		n := &r.nodes[i]
		if i == 0 {
			n.inRecord = g.Root
		} else {
			parent := r.nodes[n.parent].inRecord
			if n.text != "" {
				label(parent, n.point, chars.Decode(n.text))
			}
			if n.flags&noMove != 0 && n.children == 0 && n.comment == "" {
				continue // it only has a text on the board
			}
			n.inRecord = parent.Add()
			if n.flags&noMove == 0 {
				n.inRecord.SetMove(grid, sgf.Move{Color: sgf.Color(2 - n.depth%2), Point: n.point})
			}
		}
		annotate(n, chars)
	}
	return g
}

// maxLabel limits the total length of several texts at one point.
const maxLabel = 200

// label writes a text on the board at a point, after an existing one.
func label(n *sgf.Node, point int, text string) {
	if point == sgf.Pass || strings.TrimSpace(text) == "" {
		return
	}
	at, text := grid.Value(point)+":", sgf.Escape(strings.TrimSpace(text))
	labels := n.Raw("LB")
	i := slices.IndexFunc(labels, func(l string) bool { return strings.HasPrefix(l, at) })
	switch {
	case i < 0:
		n.Set("LB", append(labels, at+text)...)
	case len(labels[i]) < maxLabel && labels[i] != at+text:
		labels[i] += " " + text
	}
}

// annotate writes the comments and marks of a position.
func annotate(n *node, chars *charset.Charset) {
	if text := plain(strings.ReplaceAll(chars.Decode(n.comment), "\r\n", "\n")); text != "" {
		text = strings.ReplaceAll(text, multiLine, "\n")
		n.inRecord.Set("C", sgf.Escape(text))
	}
	if n.flags&isMarked != 0 {
		n.inRecord.Set("HO", "1")
	}
	if n.flags&isStart != 0 {
		n.inRecord.Set(startID, "1")
	}
}
