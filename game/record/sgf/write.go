package sgf

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// nodesPerLine keeps lines of moves readable.
const nodesPerLine = 10

// Write writes the games as text. Reading it again gives equal trees. Errors come from w, or name a
// malformed property (see [Escape]).
func Write(w io.Writer, c Collection) error {
	b := bufio.NewWriter(w)
	for _, g := range c {
		if err := writeGame(b, g); err != nil {
			return err
		}
	}
	return b.Flush()
}

// String returns the game as text, or the text of [Write]'s error.
func (g *Game) String() string {
	var b strings.Builder
	if err := Write(&b, Collection{g}); err != nil {
		return err.Error()
	}
	return b.String()
}

// task is remaining work: a node, or the ")" after a variation.
type task struct {
	node  *Node
	open  bool // "(" comes first
	close bool // only ")"
}

// writeGame writes the tree with its own stack, because trees can be deep.
func writeGame(b *bufio.Writer, g *Game) error {
	stack := []task{{close: true}, {node: g.Root, open: true}}
	column := 0
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if t.close {
			b.WriteByte(')')
			continue
		}
		switch {
		case t.open && t.node != g.Root:
			b.WriteString("\n(")
			column = 0
		case t.open:
			b.WriteByte('(')
		case column == 0 || column >= nodesPerLine:
			b.WriteByte('\n')
			column = 0
		}
		if err := writeNode(b, t.node); err != nil {
			return err
		}
		if column++; t.node == g.Root {
			column = 0
		}
		children := t.node.Children
		if len(children) == 1 {
			stack = append(stack, task{node: children[0]})
			continue
		}
		for i := len(children) - 1; i >= 0; i-- {
			stack = append(stack, task{close: true}, task{node: children[i], open: true})
		}
	}
	return b.WriteByte('\n')
}

func writeNode(b *bufio.Writer, n *Node) error {
	b.WriteByte(';')
	for _, p := range n.Properties {
		if err := p.check(n.encoding); err != nil {
			return err
		}
		b.WriteString(p.ID)
		for i, v := range p.Values {
			if i > 0 && n.encoding.pairs() && endsOpen(p.Values[i-1]) {
				b.WriteByte('\n') // so that the "]" before it does not form a character with the next byte
			}
			b.WriteByte('[')
			b.WriteString(v)
			b.WriteByte(']')
		}
	}
	return nil
}

// endsOpen reports whether a value ends with the possible first half of a character.
func endsOpen(raw string) bool {
	return raw != "" && (raw[len(raw)-1] >= utf8.RuneSelf || raw[len(raw)-1] == '\\')
}

// check refuses values that would not read back unchanged.
func (p Property) check(e *encoding) error {
	for i := range len(p.ID) {
		if c := p.ID[i]; (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return fmt.Errorf("sgf: property name %q: want capital letters", p.ID)
		}
	}
	if p.ID == "" || len(p.ID) > maxIdent {
		return fmt.Errorf("sgf: property name %q: want 1 to %d capital letters", p.ID, maxIdent)
	}
	if len(p.Values) == 0 {
		return fmt.Errorf("sgf: property %s has no value", p.ID)
	}
	for _, v := range p.Values {
		if !strings.ContainsAny(v, "\\]") && !(e.pairs() && endsOpen(v)) {
			continue
		}
		if e.end(v+"]", 0) != len(v) {
			return fmt.Errorf("sgf: value %.40q of %s is not escaped", v, p.ID)
		}
	}
	return nil
}
