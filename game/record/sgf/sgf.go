// Package sgf reads and writes game records in the Smart Game Format, FF[4]
// (https://www.red-bean.com/sgf/): text to tree and back. It does not depend on rules, engines or
// the server.
//
// A [Collection] contains games, a [Game] a tree of nodes, a [Node] properties. Values are kept as
// the bytes between the brackets, so that values that this package does not understand (private
// properties, unknown charsets) survive a round trip unchanged. [Node.Text] and similar methods
// decode them.
//
// # Charsets
//
// CA names one, in any of its usual spellings. Many programs write none or a wrong one; then the
// charset is guessed from the bytes, see package charset. A text in UTF-16 becomes UTF-8. In
// charsets of East Asia the second byte of a character may be that of "]" or of "\"; the parser
// takes that into account. [Game.ToUTF8] converts a game to UTF-8.
//
// # Mended faults
//
// Some faults are mended and reported by [Game.Faults]: texts that are cut off, a missing ";", an
// empty variation, misplaced words or commas, small letters in names, long names as in FF[1] to
// FF[3], or an unescaped "]" in a comment.
//
// # Boards that are not grids
//
// FF[4] has rectangles of up to 52x52 points, written SZ[19] or SZ[13:9] with points as two
// letters. moyo writes such a game of Go as GM[1]. Every other board is a documented extension that
// other programs refuse instead of misreading it. It has GM[0] (not a game of FF[4]'s list) and no SZ.
// A private property BD contains the board's spec, such as BD[torus:9x9] or BD[sphere:12x8]. Points
// are written by name, B[D4]. Lists of names have no ranges. Pass is the empty value on all boards. A second
// private property, RI, may contain the rules' id, such as RI[weiqi:komi=6.5,ko=positional]. See
// [Board].
//
// The spec of a custom board, BD[id:...] with a SHA-256, is useless to programs without the board.
// A third private property of the root, BJ, therefore contains the board as the JSON of package
// boardfile (title, points, coordinates, edges, faces, lines), escaped like other texts. BD may
// then be left out. See [Game.Carried].
//
// # Moves that place no stone
//
// Go is GM[1], Gomoku and Renju are GM[4] ([Game.SetKind]); games that FF[4] does not list are
// GM[0] on grids too, with SZ and RI. Openings such as swap2 have moves that FF[4] does not know;
// their nodes have neither B nor W:
//
//	OC[swap]   a choice that the game names
//	OF[hh]     a point offered for the next stone; TR[hh] shows it to others
//
// Other programs show the stones and skip these nodes.
package sgf

import (
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Collection is the games of one file, in order.
type Collection []*Game

// Game is one game tree.
type Game struct {
	Root *Node
	Line int // on which it begins in the text that was read, from 1; else 0

	// Faults are the first mended faults of the text: a missing end in a text that was cut, misplaced
	// signs.
	Faults []*Error
}

// Node is one node of a game tree. Its first child continues the main line.
type Node struct {
	Properties []Property
	Children   []*Node
	Parent     *Node // nil for the root

	encoding *encoding // shared by all nodes of a game
}

// Property is an identifier in capital letters and one or more raw values: as they are between the
// brackets, with escapes, in the file's charset.
type Property struct {
	ID     string
	Values []string
}

// New returns a game of one empty root in UTF-8.
func New() *Game {
	root := &Node{encoding: utf8Encoding}
	root.Set("FF", "4")
	root.Set("CA", "UTF-8")
	root.Set("AP", "moyo")
	return &Game{Root: root}
}

// Sound returns the first of [Game.Faults], for callers that accept none, else nil.
func (g *Game) Sound() error {
	if len(g.Faults) == 0 {
		return nil
	}
	return g.Faults[0]
}

// MainLine yields the root and every first child after it.
func (g *Game) MainLine() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for n := g.Root; n != nil; n = n.Next() {
			if !yield(n) {
				return
			}
		}
	}
}

// Nodes yields every node of the tree, parents before children, variations in
// order.
func (g *Game) Nodes() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		stack := []*Node{g.Root}
		for len(stack) > 0 {
			n := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !yield(n) {
				return
			}
			for _, c := range slices.Backward(n.Children) {
				stack = append(stack, c)
			}
		}
	}
}

// Next returns the first child, or nil.
func (n *Node) Next() *Node {
	if len(n.Children) == 0 {
		return nil
	}
	return n.Children[0]
}

// Add appends a new child as the last variation and returns it.
func (n *Node) Add() *Node {
	c := &Node{Parent: n, encoding: n.encoding}
	n.Children = append(n.Children, c)
	return c
}

// Has reports whether the node has the property.
func (n *Node) Has(id string) bool { return n.find(id) >= 0 }

// Raw returns the values of a property as written, or nil.
func (n *Node) Raw(id string) []string {
	if i := n.find(id); i >= 0 {
		return n.Properties[i].Values
	}
	return nil
}

// Set gives the property the raw values, replacing any others. See [Escape] for text with special
// characters.
func (n *Node) Set(id string, raw ...string) {
	if i := n.find(id); i >= 0 {
		n.Properties[i].Values = raw
		return
	}
	n.Properties = append(n.Properties, Property{id, raw})
}

// Remove removes the property.
func (n *Node) Remove(id string) {
	if i := n.find(id); i >= 0 {
		n.Properties = slices.Delete(n.Properties, i, i+1)
	}
}

// Number returns the first value of a property as an integer. ok is false if it is missing or not a
// number.
func (n *Node) Number(id string) (value int, ok bool) {
	value, err := strconv.Atoi(strings.TrimSpace(n.first(id)))
	return value, err == nil
}

// Real returns the first value of a property as a real number. It accepts a decimal comma, which
// some programs write. ok is false if it is missing or not a number.
func (n *Node) Real(id string) (value float64, ok bool) {
	text := strings.Replace(strings.TrimSpace(n.first(id)), ",", ".", 1)
	if strings.ContainsAny(text, "xXpPiInN_") { // no hexadecimals, infinities, NaN
		return 0, false
	}
	value, err := strconv.ParseFloat(text, 64)
	return value, err == nil
}

func (n *Node) find(id string) int {
	return slices.IndexFunc(n.Properties, func(p Property) bool { return p.ID == id })
}

func (n *Node) first(id string) string {
	if v := n.Raw(id); len(v) > 0 {
		return v[0]
	}
	return ""
}
