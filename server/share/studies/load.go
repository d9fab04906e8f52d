package studies

import (
	"context"
	"errors"
	"slices"
	"strings"

	"moyo/board"
	"moyo/game/record"
	"moyo/game/record/sgf"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/base/queue"
)

var (
	errSetups = apierror.Say(apierror.TooMany, "study.setups",
		"Stones were placed or removed too often in this chapter for such a large board. Please start another chapter.")
	errAnew = apierror.New(apierror.Reconnect, "Other people have changed this chapter at the same time. Please try again.")
)

// load is an upper bound of what replaying a chapter, or part of it, takes of record.Grow's limits: changes of points, and
// points of positions kept for returning to them.
type load struct{ changes, kept int }

func (l load) with(more load) load { return load{l.changes + more.changes, l.kept + more.kept} }

// fits reports whether a chapter with that load can be opened.
func (l load) fits() bool { return l.changes <= record.MaxChanges && l.kept <= record.MaxKept }

// isNear reports whether the exact load is worth measuring.
func (l load) isNear() bool { return l.changes > record.MaxChanges/2 || l.kept > record.MaxKept/2 }

// begun is the start of a chapter.
type begun struct {
	board  *board.Board
	stones int // placed by its rules
}

// loads computes upper bounds of the load of nodes. A move captures only stones that were there before. All moves of a line
// together capture at most the stones at its start and the stones placed on it, so stones count once per line. A new line starts
// at each child of a node but the first; the position may have to be kept there.
type loads struct {
	begun
	stones map[*node]int // upper bound after each node
}

func (b begun) loads() *loads { return &loads{b, map[*node]int{}} }

// within returns points, but at most the points of the board.
func (l *loads) within(points int) int { return min(points, l.board.Len()) }

// changes returns an upper bound of the points that properties change, including later captures of the stones that they place, and
// the number of these stones.
func (l *loads) changes(properties [][]string) (changes, stones int) {
	for _, p := range properties {
		values := len(p) - 1
		switch {
		case slices.Contains(placing, p[0]):
			if slices.ContainsFunc(p[1:], func(v string) bool { return strings.Contains(v, ":") }) {
				values = l.board.Len()
			}
			values = l.within(values)
			changes += values
			if p[0] != "AE" {
				stones += values
			}
		case slices.Contains(choices, p[0]): // only the rules know their effect
			changes, stones = changes+l.board.Len(), stones+l.board.Len()
		case slices.Contains(moves, p[0]):
			changes, stones = changes+values, stones+values
		}
	}
	return changes + stones, l.within(stones)
}

// after returns an upper bound of the stones after a node.
func (l *loads) after(n *node) int {
	var path []*node
	for ; n != nil; n = n.parent {
		if _, known := l.stones[n]; known {
			break
		}
		path = append(path, n)
	}
	stones := l.begun.stones
	if n != nil {
		stones = l.stones[n]
	}
	for _, n := range slices.Backward(path) {
		_, placed := l.changes(n.properties)
		stones = l.within(stones + placed)
		l.stones[n] = stones
	}
	return stones
}

// line returns the load of a line that starts with that number of stones.
func (l *loads) line(stones int) load { return load{stones, l.board.Len()} }

// of returns the load of a node and its descendants.
func (l *loads) of(root *node) (sum load) {
	sum = l.line(l.after(root))
	for n := range branch(root) {
		changes, _ := l.changes(n.properties)
		sum.changes += changes
		for range max(0, len(n.children)-1) {
			sum = sum.with(l.line(l.after(n)))
		}
	}
	return sum
}

// added returns the load of nodes that an op adds to a chapter.
func (l *loads) added(c *chapter, op StudyOp) (sum load) {
	made, has := map[int]*node{}, map[int]bool{} // the new nodes, and the nodes that now have a child
	for _, g := range op.Nodes {
		parent, ends := made[g.Parent], true
		if parent == nil {
			parent = c.nodes[g.Parent]
			ends = len(parent.children) == 0 && parent.id >= c.measured
		}
		if !ends || has[g.Parent] {
			sum = sum.with(l.line(l.after(parent)))
		}
		has[g.Parent] = true
		made[g.ID] = &node{id: g.ID, parent: parent, properties: g.Properties}
		changes, _ := l.changes(g.Properties)
		sum.changes += changes
	}
	if c.measured > 0 { // then kept positions are not counted per line
		sum.kept = len(op.Nodes) * l.board.Len()
	}
	return sum
}

// asked returns the load that an op adds to a chapter.
func (l *loads) asked(c *chapter, op StudyOp) load {
	switch op.Kind {
	case opAdd:
		return l.added(c, op)
	case opWrite:
		n := c.nodes[op.Node]
		if !slices.ContainsFunc(op.Properties, func(p []string) bool { return slices.Contains(placing, p[0]) || p[0] == "PL" }) {
			return load{}
		}
		_, stones := l.changes(op.Properties)
		l.after(n)
		l.stones[n] = l.within(l.stones[n] + stones)
		changes, _ := l.changes(op.Properties)
		return l.of(n).with(load{changes: changes})
	case opOrder:
		return load{kept: l.board.Len()}
	}
	return load{}
}

// loadHere returns an upper bound of the load of a chapter.
func (c *chapter) loadHere(b begun) load {
	if !c.loaded {
		c.load, c.loaded, c.measured = b.loads().of(c.root()).with(load{changes: b.stones}), true, 0
	}
	return c.load
}

// takes counts the load of an op, or returns an error if there is no room for it.
func (r *room) takes(op StudyOp) error {
	c, b := r.study.chapter(op.Chapter), r.begunHere(op.Chapter)
	if c == nil || b.board == nil { // without changes of stones, no board is needed
		return nil
	}
	sum := c.loadHere(b).with(b.loads().asked(c, op))
	switch {
	case sum.fits():
		c.load = sum
		return nil
	case c.load.isNear() && c.exact != c.changed: // changed since it was measured
		return errAnew
	}
	return errSetups
}

// measure measures the exact load of a chapter if that is worth the effort.
func (r *room) measure(ctx context.Context, id int) error {
	var c *chapter
	var g *sgf.Game
	var guessed load
	var changed int
	if err := r.ask(ctx, func() {
		if c = r.study.chapter(id); c == nil || !c.loadHere(r.begunHere(id)).isNear() || c.exact == c.changed {
			return
		}
		g, _ = c.record()
		guessed, changed, c.measured = c.load, c.changed, c.next
	}); err != nil || g == nil {
		return err
	}
	var found load
	err := r.h.Queue.Do(ctx, queue.Board, queue.Of(ctx, identity.Player(ctx)), nil, func() (err error) {
		ctx, cancel := context.WithTimeout(ctx, growTime)
		defer cancel()
		found, err = r.h.measured(ctx, g)
		return err
	})
	if err != nil {
		return tooLong(err)
	}
	return r.ask(ctx, func() { // including changes made meanwhile
		c.load = load{found.changes + c.load.changes - guessed.changes, found.kept + c.load.kept - guessed.kept}
		c.exact = changed
	})
}

// measured returns the load of a game. A game that cannot be opened exceeds the limits.
func (h *Hub) measured(ctx context.Context, g *sgf.Game) (load, error) {
	tree, err := record.Grow(ctx, g, h.opener(ctx))
	switch {
	case errors.Is(err, record.ErrHeavy):
		return load{record.MaxChanges + 1, record.MaxKept + 1}, nil
	case err != nil:
		return load{}, err
	}
	return load{tree.Changed, tree.Kept}, nil
}

// measureNew checks that a new chapter can be opened. The caller holds a place in the queue.
func (h *Hub) measureNew(ctx context.Context, c *chapter, b begun, g *sgf.Game) (err error) {
	if !c.loadHere(b).isNear() {
		return nil
	}
	if c.load, err = h.measured(ctx, g); err != nil {
		return apierror.Invalid(err)
	}
	c.measured = c.next
	if !c.load.fits() {
		return errSetups
	}
	return nil
}
