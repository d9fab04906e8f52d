package studies

import (
	"errors"
	"slices"

	"moyo/game/record/sgf"
)

// The limits of a chapter and its history.
const (
	maxNodes = 50_000
	maxBytes = 2 << 20 // including nodeBytes per node: 1 MB of text and more
	maxCuts  = 200     // removed branches that can be restored
	cutNodes = maxNodes
)

// rootID is the id of the root of every chapter.
const rootID = 1

// nodeBytes is the size that a node counts without its properties.
const nodeBytes = 16

// chapter is one game with its variations. The ids of its nodes never change.
type chapter struct {
	id           int
	name         string
	board, rules string // spec and id
	nodes        map[int]*node
	next         int   // id of the next node
	bytes        int   // of its nodes, see sizeOf
	changed      int   // version of the study after the chapter's last change
	saved        int   // version of the study at which the whole chapter was written
	cuts         []cut // recently removed branches, oldest first
	load         load  // upper bound, if loaded
	loaded       bool
	measured     int      // id of the first node added after the last measurement, or 0
	exact        int      // version of the study at the measurement
	repairs      []string // of the record that it was made from; not stored
}

// node is a node of a chapter.
type node struct {
	id         int
	parent     *node // nil for the root
	children   []*node
	properties [][]string // as on the wire; replaced, never modified
}

// cut is a removed branch. Its nodes are unchanged.
type cut struct {
	root   *node
	parent int // id
	at     int
	nodes  int
	bytes  int // see sizeOf
}

// newChapter returns a chapter with only a root.
func newChapter(root [][]string) *chapter {
	c := &chapter{nodes: map[int]*node{}, next: rootID}
	_, _ = c.put(StudyGrowth{ID: rootID, Properties: root}, nil, 0) // an empty chapter accepts any root
	return c
}

func (c *chapter) root() *node { return c.nodes[rootID] }

// sizeOf returns the number of bytes that properties count.
func sizeOf(properties [][]string) int {
	n := nodeBytes
	for _, p := range properties {
		for _, v := range p {
			n += len(v) + 2
		}
	}
	return n
}

var (
	errNoNode = errors.New("there is no such node")
	errTwice  = errors.New("there is a node with that id")
	errRoot   = errors.New("this node is the root")
)

// put adds a node below parent, as child number at.
func (c *chapter) put(g StudyGrowth, parent *node, at int) (*node, error) {
	if g.ID < rootID || c.nodes[g.ID] != nil {
		return nil, errTwice
	}
	n := &node{id: g.ID, parent: parent, properties: g.Properties}
	if parent != nil {
		parent.children = slices.Insert(parent.children, place(at, len(parent.children)), n)
	}
	c.nodes[n.id] = n
	c.next = max(c.next, n.id+1)
	c.bytes += sizeOf(n.properties)
	return n, nil
}

// place returns at as an index among that many children, or the index after the last if it is out of range.
func place(at, among int) int {
	if at < 0 || at > among {
		return among
	}
	return at
}

// add applies an op that adds nodes. After an error, some of them may have been added.
func (c *chapter) add(op StudyOp) error {
	for i, g := range op.Nodes {
		at := -1
		if i == 0 {
			at = op.At
			c.cuts = slices.DeleteFunc(c.cuts, func(k cut) bool { return k.root.id == g.ID })
		}
		parent := c.nodes[g.Parent]
		if parent == nil {
			return errNoNode
		}
		if _, err := c.put(g, parent, at); err != nil {
			return err
		}
	}
	return nil
}

// write sets properties of a node.
func (c *chapter) write(op StudyOp) error {
	n := c.nodes[op.Node]
	if n == nil {
		return errNoNode
	}
	c.bytes -= sizeOf(n.properties)
	n.properties = written(n.properties, op.Properties)
	c.bytes += sizeOf(n.properties)
	return nil
}

// written returns properties with others replacing properties of the same name, or appended. Properties without values are left
// out.
func written(properties, others [][]string) [][]string {
	out := slices.Clone(properties)
	for _, p := range others {
		i := slices.IndexFunc(out, func(q []string) bool { return q[0] == p[0] })
		switch {
		case len(p) == 1 && i >= 0:
			out = slices.Delete(out, i, i+1)
		case len(p) == 1:
		case i >= 0:
			out[i] = p
		default:
			out = append(out, p)
		}
	}
	return out
}

// remove removes a node with its descendants.
func (c *chapter) remove(id int) error {
	n := c.nodes[id]
	switch {
	case n == nil:
		return errNoNode
	case n.parent == nil:
		return errRoot
	}
	at := slices.Index(n.parent.children, n)
	n.parent.children = slices.Delete(n.parent.children, at, at+1)
	k := cut{root: n, parent: n.parent.id, at: at}
	for b := range branch(n) {
		delete(c.nodes, b.id)
		k.bytes += sizeOf(b.properties)
		k.nodes++
	}
	c.bytes -= k.bytes
	c.cuts = append(c.cuts, k)
	kept := 0
	for _, k := range c.cuts {
		kept += k.nodes
	}
	for len(c.cuts) > maxCuts || kept > cutNodes && len(c.cuts) > 1 {
		kept -= c.cuts[0].nodes
		c.cuts = slices.Delete(c.cuts, 0, 1)
	}
	return nil
}

// order moves a node to index at among its siblings.
func (c *chapter) order(id, at int) error {
	n := c.nodes[id]
	switch {
	case n == nil:
		return errNoNode
	case n.parent == nil:
		return errRoot
	}
	siblings := n.parent.children
	from := slices.Index(siblings, n)
	siblings = slices.Delete(siblings, from, from+1)
	n.parent.children = slices.Insert(siblings, place(at, len(siblings)), n)
	return nil
}

// branch yields a node and its descendants, parents before children and children in order.
func branch(n *node) func(func(*node) bool) {
	return func(yield func(*node) bool) {
		waiting := []*node{n}
		for len(waiting) > 0 {
			n := waiting[len(waiting)-1]
			waiting = waiting[:len(waiting)-1]
			if !yield(n) {
				return
			}
			for _, child := range slices.Backward(n.children) {
				waiting = append(waiting, child)
			}
		}
	}
}

// growth returns a branch in the form of ops.
func growth(n *node) (all []StudyGrowth) {
	for b := range branch(n) {
		g := StudyGrowth{ID: b.id, Properties: b.properties}
		if b.parent != nil {
			g.Parent = b.parent.id
		}
		all = append(all, g)
	}
	return all
}

// record returns a chapter as a game, and the ids of its nodes, parents before children and children in order.
func (c *chapter) record() (*sgf.Game, []int) {
	g := sgf.New()
	ids := make([]int, 0, len(c.nodes))
	of := make(map[*node]*sgf.Node, len(c.nodes))
	for n := range branch(c.root()) {
		to := g.Root
		if n.parent != nil {
			to = of[n.parent].Add()
		}
		to.Properties = propertiesOf(n.properties)
		of[n] = to
		ids = append(ids, n.id)
	}
	return g, ids
}

func propertiesOf(properties [][]string) []sgf.Property {
	out := make([]sgf.Property, len(properties))
	for i, p := range properties {
		out[i] = sgf.Property{ID: p[0], Values: p[1:]}
	}
	return out
}

// chapterOf converts a game in UTF-8 to a chapter. The error is errLarge.
func chapterOf(g *sgf.Game) (*chapter, error) {
	c := newChapter(wireOf(g.Root.Properties))
	of := map[*sgf.Node]*node{g.Root: c.root()}
	for n := range g.Nodes() {
		if n == g.Root {
			continue
		}
		made, err := c.put(StudyGrowth{ID: c.next, Properties: wireOf(n.Properties)}, of[n.Parent], -1)
		if err != nil {
			return nil, err
		}
		of[n] = made
		if len(c.nodes) > maxNodes || c.bytes > maxBytes {
			return nil, errLarge
		}
	}
	if c.bytes > maxBytes {
		return nil, errLarge
	}
	return c, nil
}

func wireOf(properties []sgf.Property) [][]string {
	out := make([][]string, len(properties))
	for i, p := range properties {
		out[i] = append([]string{p.ID}, p.Values...)
	}
	return out
}
