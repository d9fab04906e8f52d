package studies

import (
	"cmp"
	"errors"
	"slices"

	"moyo/game/record/sgf"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
)

// The kinds of ops. Commands have the same names, except "restore", which becomes "add".
const (
	opAdd     = "add"
	opWrite   = "write"
	opRemove  = "remove"
	opOrder   = "order"
	opChapter = "chapter"
	opName    = "name"
	opArrange = "arrange"
	opDrop    = "drop"
	opTitle   = "title"
	opEdit    = "edit"
)

// The limits of a study.
const (
	maxChapters = 64
	maxAdded    = 2000 // nodes per command
	maxTitle    = 100  // characters of the title of a study or the name of a chapter
)

// Refusals for people.
var (
	errNoChapter  = apierror.Say(apierror.OutOfStep, "study.noChapter", "This chapter has been deleted.")
	errNodeGone   = apierror.Say(apierror.OutOfStep, "study.gone", "Another editor has removed this position.")
	errNoCut      = apierror.Say(apierror.OutOfStep, "study.noCut", "This was removed too long ago to be restored.")
	errParentGone = apierror.Say(apierror.OutOfStep, "study.parentGone",
		"The position before this one was removed too. Restore that one first.")
	errLarge = apierror.Say(apierror.TooMany, "study.large",
		"This chapter is full: it has room for 50,000 positions and 1 MB of text. Please start another chapter.")
	errStudyLarge = apierror.Say(apierror.TooMany, "study.full",
		"This study has reached its maximum size. Please start another one.")
	errChapters = apierror.Say(apierror.TooMany, "study.chapters",
		"This study is full: it has room for 64 chapters. Please start another one.")
	errLastOne = apierror.Say(apierror.BadRequest, "study.lastChapter", "You cannot delete the last chapter of a study.")
)

// command is a request for a change; plan turns it into an op.
type command struct {
	StudyRequest
	made  *chapter        // for "chapter"
	spend func(bytes int) // counts the bytes written for the command; nil if they are counted already
}

// planned is the op for a command. It is empty if the command changes nothing.
type planned struct {
	op    *StudyOp
	nodes []int    // of the answer
	made  *chapter // for opChapter
}

// plan returns the op for a command, or an error. most is the limit of the study's bytes. It does not change the study.
func (s *study) plan(c command, most int) (planned, error) {
	switch c.Type {
	case opTitle:
		return s.renamed(c)
	case opEdit:
		return planned{op: &StudyOp{Kind: opEdit, Name: c.Name}}, nil
	case opChapter:
		return s.planChapter(c, most)
	}
	chapter := s.chapter(c.Chapter)
	if chapter == nil {
		return planned{}, errNoChapter
	}
	op := StudyOp{Kind: c.Type, Chapter: c.Chapter}
	switch c.Type {
	case opAdd:
		return chapter.planAdd(c.StudyRequest, most-s.bytes())
	case "restore":
		return chapter.planRestore(c.Node, most-s.bytes())
	case opWrite:
		op.Node, op.Properties = c.Node, c.Properties
		return planned{op: &op}, chapter.mayWrite(op, most-s.bytes())
	case opRemove, opOrder:
		op.Node = c.Node
		n := chapter.nodes[c.Node]
		switch {
		case n == nil:
			return planned{}, errNodeGone
		case n.parent == nil:
			return planned{}, apierror.New(apierror.BadRequest, "You cannot move or remove the root of a chapter.")
		case c.Type == opOrder:
			op.At = place(c.At, len(n.parent.children)-1)
		}
	case opName:
		op.Name = identity.CleanText(c.Name, maxTitle)
	case opArrange:
		op.At = place(c.At, len(s.chapters)-1)
	case opDrop:
		if len(s.chapters) == 1 {
			return planned{}, errLastOne
		}
	default:
		return planned{}, apierror.Say(apierror.BadRequest, "access.command", "There is no command %.20q.", c.Type)
	}
	return planned{op: &op}, nil
}

func (s *study) renamed(c command) (planned, error) {
	title := identity.CleanText(c.Name, maxTitle)
	if title == "" {
		return planned{}, errNoTitle
	}
	return planned{op: &StudyOp{Kind: opTitle, Name: title}}, nil
}

func (s *study) planChapter(c command, most int) (planned, error) {
	switch {
	case len(s.chapters) >= maxChapters:
		return planned{}, errChapters
	case s.bytes()+c.made.bytes > most:
		return planned{}, errStudyLarge
	}
	made := *c.made
	made.id = s.next
	listed := made.listed()
	return planned{op: &StudyOp{Kind: opChapter, Chapter: made.id, At: len(s.chapters), Made: &listed}, made: &made}, nil
}

// planAdd returns the op for a request to add nodes. A move that a child makes already is replaced by that child.
func (c *chapter) planAdd(in StudyRequest, room int) (p planned, err error) {
	if len(in.Nodes) == 0 || len(in.Nodes) > maxAdded {
		return p, apierror.New(apierror.BadRequest, "One command can add 1 to %d nodes.", maxAdded)
	}
	if c.nodes[in.Parent] == nil {
		return p, errNodeGone
	}
	op := StudyOp{Kind: opAdd, Chapter: c.id}
	existing := moveIndex{}
	next, bytes := c.next, 0
	for i, n := range in.Nodes {
		parent := in.Parent
		if i > 0 {
			if n.Parent < 0 || n.Parent >= i {
				return p, apierror.New(apierror.BadRequest, "node %d: its parent must be an earlier node", i)
			}
			parent = p.nodes[n.Parent]
		}
		if child := existing.of(c.nodes[parent], n.Properties); child != 0 {
			p.nodes = append(p.nodes, child)
			continue
		}
		if len(op.Nodes) == 0 {
			op.Node, op.At = parent, len(c.nodes[parent].children)
			if i == 0 {
				op.At = place(in.At, op.At)
			}
		}
		g := StudyGrowth{ID: next, Parent: parent, Properties: n.Properties}
		next++
		bytes += sizeOf(g.Properties)
		op.Nodes, p.nodes = append(op.Nodes, g), append(p.nodes, g.ID)
	}
	if len(op.Nodes) == 0 {
		return p, nil
	}
	p.op = &op
	return p, c.hasRoom(len(op.Nodes), bytes, room)
}

// moveIndex caches the children that make moves, by parent and move. It is needed because a node may have 50,000 children, and a
// command may ask 2,000 times.
type moveIndex map[*node]map[madeMove]int

// madeMove is a property that makes a move.
type madeMove struct{ name, value string }

// of returns the id of the child of n that makes the move in properties, or 0 if the properties are not just a move or no child
// makes it.
func (t moveIndex) of(n *node, properties [][]string) int {
	if n == nil || len(properties) != 1 || len(properties[0]) != 2 || !slices.Contains(moves, properties[0][0]) {
		return 0
	}
	if t[n] == nil {
		t[n] = map[madeMove]int{}
		for _, child := range slices.Backward(n.children) { // the first child wins
			for _, p := range child.properties {
				if len(p) == 2 && slices.Contains(moves, p[0]) {
					t[n][madeMove{p[0], p[1]}] = child.id
				}
			}
		}
	}
	return t[n][madeMove{properties[0][0], properties[0][1]}]
}

// hasRoom returns an error if a chapter has no room for more; room is the number of bytes left in the study.
func (c *chapter) hasRoom(nodes, bytes, room int) error {
	switch {
	case len(c.nodes)+nodes > maxNodes || c.bytes+bytes > maxBytes:
		return errLarge
	case bytes > room:
		return errStudyLarge
	}
	return nil
}

func (c *chapter) planRestore(id, room int) (p planned, err error) {
	i := slices.IndexFunc(c.cuts, func(k cut) bool { return k.root.id == id })
	if i < 0 {
		return p, errNoCut
	}
	k := c.cuts[i]
	parent := c.nodes[k.parent]
	if parent == nil {
		return p, errParentGone
	}
	op := &StudyOp{Kind: opAdd, Chapter: c.id, Node: k.parent, At: place(k.at, len(parent.children)), Nodes: growth(k.root)}
	bytes := 0
	for _, g := range op.Nodes {
		bytes += sizeOf(g.Properties)
		p.nodes = append(p.nodes, g.ID)
	}
	p.op = op
	return p, c.hasRoom(len(op.Nodes), bytes, room)
}

func (c *chapter) mayWrite(op StudyOp, room int) error {
	n := c.nodes[op.Node]
	if n == nil {
		return errNodeGone
	}
	return c.hasRoom(0, sizeOf(written(n.properties, op.Properties))-sizeOf(n.properties), room)
}

// chapter returns a chapter by its id, or nil.
func (s *study) chapter(id int) *chapter {
	if i := s.index(id); i >= 0 {
		return s.chapters[i]
	}
	return nil
}

func (s *study) index(id int) int {
	return slices.IndexFunc(s.chapters, func(c *chapter) bool { return c.id == id })
}

// apply applies an op to a chapter's nodes. Other ops do not change it.
func (c *chapter) apply(op StudyOp) (err error) {
	switch op.Kind {
	case opAdd:
		err = c.add(op)
	case opWrite:
		err = c.write(op)
	case opRemove:
		err = c.remove(op.Node)
	case opOrder:
		err = c.order(op.Node, op.At)
	default:
		return nil
	}
	c.changed = op.Version
	return err
}

var errNoOp = errors.New("invalid change")

// apply applies an op with the next version. made is the new chapter of opChapter.
func (s *study) apply(op StudyOp, made *chapter) error {
	s.head.Version = op.Version
	switch op.Kind {
	case opTitle:
		s.head.Title = op.Name
		return nil
	case opEdit:
		s.head.Edit = op.Name
		return nil
	case opChapter:
		made.changed = op.Version
		s.next = max(s.next, made.id+1)
		s.chapters = slices.Insert(s.chapters, place(op.At, len(s.chapters)), made)
		return nil
	}
	i := s.index(op.Chapter)
	if i < 0 {
		return errNoOp
	}
	c := s.chapters[i]
	switch op.Kind {
	case opName:
		c.name = op.Name
	case opArrange:
		s.chapters = slices.Delete(s.chapters, i, i+1)
		s.chapters = slices.Insert(s.chapters, place(op.At, len(s.chapters)), c)
	case opDrop:
		s.chapters = slices.Delete(s.chapters, i, i+1)
	default:
		return c.apply(op)
	}
	return nil
}

// namesOf returns a name for a chapter from its record's properties, or "".
func namesOf(g *sgf.Game) string {
	text := func(id string) string { return identity.CleanText(g.Root.SimpleText(id), maxTitle) }
	players := text("PB")
	if white := text("PW"); players != "" && white != "" {
		players += ", " + white
	}
	return identity.CleanText(cmp.Or(text("GN"), players, text("EV")), maxTitle)
}
