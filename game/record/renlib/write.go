package renlib

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"moyo/game/record/sgf"
)

// Write writes a record as a library, in UTF-8. It must have moves on 15x15, the first by Black,
// comments, texts on the board and marks; the error names anything that the format cannot hold,
// such as setup stones.
func Write(w io.Writer, g *sgf.Game) error {
	if spec, err := g.BoardSpec(); err != nil || spec != grid.Spec {
		return fmt.Errorf("renlib: the board of a library is %s, not %s", grid.Spec, spec)
	}
	out := writer{data: []byte(magic + "\x03\x04")}
	for len(out.data) < headerSize {
		out.data = append(out.data, 0xFF)
	}
	if err := out.tree(g.Root); err != nil {
		return fmt.Errorf("renlib: %w", err)
	}
	_, err := w.Write(out.data)
	return err
}

// writer collects the bytes of a library.
type writer struct{ data []byte }

// task is a node to write, as a move or only for its text on the board.
type task struct {
	node    *sgf.Node // nil for a text
	point   int
	text    string
	sibling bool // another child of the same parent follows
	black   bool // the side that moves
}

// tree writes all nodes with its own stack, because trees can be deep.
func (w *writer) tree(root *sgf.Node) error {
	if _, set, err := root.Setup(grid); err != nil || set {
		return errors.Join(err, errors.New("a library cannot contain setup stones"))
	}
	if moves, err := root.Moves(grid); err != nil || len(moves) > 0 {
		return errors.Join(err, errors.New("a library cannot contain a move in the first node"))
	}
	stack := []task{{node: root, point: sgf.Pass, black: false}}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		var below []task
		if t.node != nil {
			var err error
			if below, err = children(t.node, !t.black); err != nil {
				return err
			}
		}
		w.node(&t, len(below) == 0)
		slices.Reverse(below)
		stack = append(stack, below...)
	}
	return nil
}

// children returns the tasks below a node: its moves, each with the text at its point, and the
// other texts.
func children(n *sgf.Node, black bool) ([]task, error) {
	texts, order, err := labels(n)
	if err != nil {
		return nil, err
	}
	var tasks []task
	for _, c := range n.Children {
		if _, set, err := c.Setup(grid); err != nil || set {
			return nil, errors.Join(err, errors.New("a library cannot contain setup stones"))
		}
		moves, err := c.Moves(grid)
		switch {
		case err != nil:
			return nil, err
		case len(moves) != 1:
			return nil, fmt.Errorf("a library cannot contain a node with %d moves", len(moves))
		case (moves[0].Color == sgf.Black) != black:
			return nil, errors.New("a library cannot contain two moves of one side in a row")
		}
		p := moves[0].Point
		tasks = append(tasks, task{node: c, point: p, text: texts[p], black: black})
		delete(texts, p)
	}
	for _, p := range order {
		if text, left := texts[p]; left {
			tasks = append(tasks, task{point: p, text: text})
		}
	}
	for i := range len(tasks) - 1 {
		tasks[i].sibling = true
	}
	return tasks, nil
}

// labels returns the texts on the board, and their points in order.
func labels(n *sgf.Node) (texts map[int]string, order []int, err error) {
	texts = map[int]string{}
	for _, value := range n.Values("LB") {
		at, text, _ := strings.Cut(value, ":")
		p, err := grid.Point(at)
		if err != nil {
			return nil, nil, err
		}
		if p == sgf.Pass || plain(text) == "" {
			continue
		}
		if texts[p] == "" {
			order = append(order, p)
		}
		texts[p] = plain(text)
	}
	return texts, order, nil
}

// plain returns a text without the byte that ends texts.
func plain(text string) string { return strings.ReplaceAll(text, "\x00", "") }

// node writes one node.
func (w *writer) node(t *task, leaf bool) {
	flags, comment := 0, ""
	if t.sibling {
		flags |= hasSibling
	}
	if leaf {
		flags |= isLeaf
	}
	if t.node == nil {
		flags |= noMove
	} else {
		if t.node.Has("HO") {
			flags |= isMarked
		}
		if t.node.Has(startID) {
			flags |= isStart
		}
		comment = plain(strings.ReplaceAll(t.node.Text("C"), multiLine, " "))
	}
	if comment != "" {
		flags |= newComment
		comment = strings.Replace(comment, "\n", multiLine, 1)
	}
	if t.text != "" {
		flags |= hasMore | hasBoardText
	}
	point := byte(0)
	if t.point != sgf.Pass {
		point = byte(t.point/side*16 + t.point%side + 1)
	}
	w.data = append(w.data, point, byte(flags))
	if flags&hasMore != 0 {
		w.data = append(w.data, byte(flags>>16), byte(flags>>8))
	}
	w.texts(comment, t.text)
}

// texts writes the non-empty texts, each terminated by a zero and padded to even length.
func (w *writer) texts(all ...string) {
	for _, text := range all {
		if text == "" {
			continue
		}
		w.data = append(w.data, text...)
		w.data = append(w.data, 0)
		if len(text)%2 == 0 {
			w.data = append(w.data, 0)
		}
	}
}
