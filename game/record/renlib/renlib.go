// Package renlib reads and writes the libraries of RenLib, in which players of Renju and
// Gomoku keep trees of moves on the board of 15x15.
//
// A file is a header of 20 bytes and then nodes, a child after its parent. A node has two
// bytes: the point (0 for none, else 16 times the row from 0, from the top, plus the
// column from 1), and flags. Where a flag says so, two more with further flags follow, a
// comment, and a text that stands on the board at the node's point in the position before
// it. One flag says that the node has a next sibling, one that it has no child: then the
// next node in the file is the sibling of the last one that still waits for its.
//
// In the record a node is a node with a move, Black first. Comments are C: the line
// beside the board and, after a line break, the text below it. Texts on the board are
// LB of the node before. A mark is HO; the start of the library the private property
// STARTPOS. The charset of the texts is guessed, since the format has none.
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

// side is that of the board.
const side = 15

// Flags of a node; those of the second pair of bytes are shifted.
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

// multiLine stands between the two parts of a comment.
const multiLine = "\b"

// startID is the property of the position that a library begins at.
const startID = "STARTPOS"

// grid is how points are written.
var grid = sgf.Grid(side, side)

// Error says where a file is no library and why.
type Error struct {
	Offset int // in bytes from the file's beginning
	Reason string
}

func (e *Error) Error() string { return fmt.Sprintf("renlib: byte %d: %s", e.Offset, e.Reason) }

// Is reports whether data is a library, by its first bytes.
func Is(data []byte) bool { return strings.HasPrefix(string(data[:min(len(data), len(magic))]), magic) }

// Read returns a library as a record within lim. A file that is cut within a node is read up
// to there, and the record says so among its faults.
func Read(data []byte, lim sgf.Limits) (*sgf.Game, error) {
	lim = lim.OrDefault()
	switch {
	case len(data) > lim.Bytes:
		return nil, &Error{0, fmt.Sprintf("the file is longer than %d bytes", lim.Bytes)}
	case !Is(data) || len(data) < headerSize:
		return nil, &Error{0, "a library of RenLib begins with its name and 20 bytes in all"}
	case data[8] > major || data[8] == major && data[9] > minor:
		return nil, &Error{8, fmt.Sprintf("version %d.%d of the format; versions up to %d.%d are known", data[8], data[9], major, minor)}
	}
	r := reader{data: data, at: headerSize, lim: lim}
	if err := r.tree(); err != nil {
		return nil, err
	}
	return r.record(), nil
}

// node is one of a library.
type node struct {
	parent, depth int // index of the parent, -1 for none; moves up to here
	point         int // on the grid, sgf.Pass for none
	flags         int
	comment       string // bytes
	text          string // on the board, bytes
	children      int
	inRecord      *sgf.Node
}

// reader walks the file once.
type reader struct {
	data  []byte
	at    int
	lim   sgf.Limits
	nodes []node
	texts strings.Builder // of all nodes, to tell their charset
	fault *sgf.Error
}

func (r *reader) fail(at int, format string, args ...any) error {
	return &Error{at, fmt.Sprintf(format, args...)}
}

// tree reads all nodes. The root may be missing where it says nothing.
func (r *reader) tree() error {
	r.nodes = append(r.nodes, node{parent: -1, point: sgf.Pass, flags: noMove})
	parent := 0
	var waiting []int // nodes whose next sibling is still to come
	next := false     // such a sibling is what comes now
	for first := true; r.at+1 < len(r.data); first = false {
		at := r.at
		n, ok := r.node()
		switch {
		case !ok:
			r.cut(at)
			return nil
		case n.point < sgf.Pass:
			return r.fail(at, "%#x is no point of the board", r.data[at])
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
			return nil // what comes after the last node means nothing
		}
		parent = r.nodes[waiting[len(waiting)-1]].parent
		waiting = waiting[:len(waiting)-1]
	}
	if next || len(waiting) > 0 || r.at < len(r.data) {
		r.cut(r.at)
	}
	return nil
}

// cut notes that the file ends too early. RenLib itself writes branches so, of which the
// siblings are in another file.
func (r *reader) cut(at int) {
	r.fault = &sgf.Error{Line: 1, Column: at + 1, Reason: "the library ends before its tree does: it was cut, or is a part of another"}
}

// node reads one node; ok is false where the file ends before it does. Its point is below
// sgf.Pass where it is none.
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

// text reads bytes up to a zero, in pairs.
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

// swedish are the letters that stood for signs of ASCII in comments of the oldest format.
var swedish = strings.NewReplacer("}", "å", "{", "ä", "|", "ö", "]", "Å", "[", "Ä", `\`, "Ö")

// oldText reads bytes in pairs up to one with the highest bit.
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

// record makes a record of the nodes.
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
				continue // there for its text on the board alone
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

// maxLabel bounds what several texts at one point come to.
const maxLabel = 200

// label writes a text on the board at a point, after one that stands there already.
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

// annotate writes what the library says of a position.
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
