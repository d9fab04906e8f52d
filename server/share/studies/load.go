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
		"Stones are set up or taken too often in this chapter for so large a board. Please begin another one.")
	errAnew = apierror.New(apierror.Reconnect, "Others have changed the chapter meanwhile; please try again.")
)

// load is how much of what record.Grow allows it takes to play over a chapter, or part of it, at
// most: how often points change, and how many points of positions are kept to come back to.
type load struct{ changes, kept int }

func (l load) with(more load) load { return load{l.changes + more.changes, l.kept + more.kept} }

// fits says whether a chapter with that load can be opened.
func (l load) fits() bool { return l.changes <= record.MaxChanges && l.kept <= record.MaxKept }

// isNear says whether it is worth while to find out what the load is indeed.
func (l load) isNear() bool { return l.changes > record.MaxChanges/2 || l.kept > record.MaxKept/2 }

// begun is what a chapter begins with.
type begun struct {
	board  *board.Board
	stones int // that its rules begin with
}

// loads counts the load of nodes. What a move takes stood there before: along a line all moves together take no
// more than were there when it began, or were placed on it. So it is counted once for each line, and a line
// begins with each child but the first of a node; there, too, a position may have to be kept.
type loads struct {
	begun
	stones map[*node]int // after nodes, at most
}

func (b begun) loads() *loads { return &loads{b, map[*node]int{}} }

// within returns a number of points, or that of all.
func (l *loads) within(points int) int { return min(points, l.board.Len()) }

// said returns how many points properties change at most, also when the stones are taken that they place, and
// how many stones those are.
func (l *loads) said(properties [][]string) (changes, stones int) {
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
		case slices.Contains(choices, p[0]): // what comes of them the rules know
			changes, stones = changes+l.board.Len(), stones+l.board.Len()
		case slices.Contains(moves, p[0]):
			changes, stones = changes+values, stones+values
		}
	}
	return changes + stones, l.within(stones)
}

// after returns how many stones there are after a node at most.
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
		_, placed := l.said(n.properties)
		stones = l.within(stones + placed)
		l.stones[n] = stones
	}
	return stones
}

// line is the load of a line that begins after so many stones.
func (l *loads) line(stones int) load { return load{stones, l.board.Len()} }

// of returns the load of a node and all below it.
func (l *loads) of(root *node) (sum load) {
	sum = l.line(l.after(root))
	for n := range branch(root) {
		changes, _ := l.said(n.properties)
		sum.changes += changes
		for range max(0, len(n.children)-1) {
			sum = sum.with(l.line(l.after(n)))
		}
	}
	return sum
}

// added returns the load of nodes that an op adds to a chapter.
func (l *loads) added(c *chapter, op StudyOp) (sum load) {
	made, has := map[int]*node{}, map[int]bool{} // the nodes, and those that have a child by now
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
		changes, _ := l.said(g.Properties)
		sum.changes += changes
	}
	if c.measured > 0 { // then what may have to be kept is not counted by lines
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
		_, stones := l.said(op.Properties)
		l.after(n)
		l.stones[n] = l.within(l.stones[n] + stones)
		changes, _ := l.said(op.Properties)
		return l.of(n).with(load{changes: changes})
	case opOrder:
		return load{kept: l.board.Len()}
	}
	return load{}
}

// loadHere returns the load of a chapter, at most.
func (c *chapter) loadHere(b begun) load {
	if !c.loaded {
		c.load, c.loaded, c.measured = b.loads().of(c.root()).with(load{changes: b.stones}), true, 0
	}
	return c.load
}

// takes counts the load of an op, or says why there is no room for it.
func (r *room) takes(op StudyOp) error {
	c, b := r.study.chapter(op.Chapter), r.begunHere(op.Chapter)
	if c == nil || b.board == nil { // what changes no stones needs no board
		return nil
	}
	sum := c.loadHere(b).with(b.loads().asked(c, op))
	switch {
	case sum.fits():
		c.load = sum
		return nil
	case c.load.isNear() && c.exact != c.changed: // by what came since it was measured
		return errAnew
	}
	return errSetups
}

// measure finds out what the load of a chapter is indeed, where that is worth while.
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
	return r.ask(ctx, func() { // with what came meanwhile
		c.load = load{found.changes + c.load.changes - guessed.changes, found.kept + c.load.kept - guessed.kept}
		c.exact = changed
	})
}

// measured returns the load of a game; of one that cannot be opened it is too much.
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

// measureNew finds out whether a chapter that is made can be opened; it is the asker's turn.
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
