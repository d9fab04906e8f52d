package mcts

import (
	"slices"

	"moyo/game"
)

// likelyChildren is the number of children that a node gets first where positions are evaluated.
// Of the unvisited moves a search visits the one with the largest prior first. It needs the
// others only when all of these have visits: the search is the same, in a fraction of the memory.
const likelyChildren = 16

// shape sets how many children a node gets first, and reports whether that changed.
func (e *Engine) shape(evaluates bool) bool {
	before := e.tree.likely
	if e.tree.likely = chunkNodes; evaluates {
		e.tree.likely = e.likely
	}
	return e.tree.likely != before
}

// likeliest moves the children with the largest priors to the front, as many as
// a node gets first, and returns them. It keeps the order within both parts.
func (w *worker) likeliest(children []Child) []Child {
	n := int(w.tree.likely)
	if len(children) <= n {
		return children
	}
	least, equal := w.least(children, n)
	w.others = w.others[:0]
	front := children[:0]
	for _, c := range children {
		switch {
		case c.Wins > least:
			front = append(front, c)
		case c.Wins == least && equal > 0:
			front = append(front, c)
			equal--
		default:
			w.others = append(w.others, c)
		}
	}
	copy(children[n:], w.others)
	return children[:n]
}

// least returns the least of the n largest priors, and how many of those are equal to it.
func (w *worker) least(children []Child, n int) (least float32, equal int) {
	w.top = w.top[:0] // the largest priors, falling
	for i := range children {
		c := children[i].Wins
		if len(w.top) == n && !(c > w.top[n-1]) {
			continue
		}
		at := len(w.top)
		if w.top = append(w.top, c); at == n {
			at, w.top = n-1, w.top[:n]
		}
		for ; at > 0 && w.top[at-1] < c; at-- {
			w.top[at] = w.top[at-1]
		}
		w.top[at] = c
	}
	least = w.top[n-1]
	for at := n; at > 0 && w.top[at-1] == least; at-- {
		equal++
	}
	return least, equal
}

// widen gives n, which has the children likely, the others, and reports whether
// n now has all. The state is at n's position, which is evaluated again.
func (w *worker) widen(n *node, likely []node) bool {
	at := w.tree.others(n)
	if at == nil || !at.CompareAndSwap(leaf, expanding) {
		return false
	}
	w.children, _ = w.evaluator.Evaluate(w.children[:0])
	others := slices.DeleteFunc(w.allowed(w.temper(w.children, 1)), func(c Child) bool { return among(likely, c.Move) })
	if len(others) != int(n.n)-len(likely) { // never: a position has the same moves each time
		at.Store(closed)
		return false
	}
	w.orders.shuffle(others)
	return w.plantBlock(at, others)
}

// among reports whether one of the nodes plays m.
func among(block []node, m game.Move) bool {
	for k := range block {
		if block[k].move == m {
			return true
		}
	}
	return false
}
