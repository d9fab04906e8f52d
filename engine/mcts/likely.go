package mcts

import (
	"slices"

	"moyo/game"
)

// likelyChildren are how many children a node gets at once where positions are judged. Of the moves that were not visited a
// search looks at the one with the largest chance first, so that the others are not needed before all of
// these were visited: the search is the same, in a fraction of the memory.
const likelyChildren = 16

// shape says how many children a node of the tree gets at once, and returns whether that is new.
func (e *Engine) shape(judged bool) bool {
	before := e.tree.likely
	if e.tree.likely = chunkNodes; judged {
		e.tree.likely = e.likely
	}
	return e.tree.likely != before
}

// likeliest moves the children with the largest chances to the front, as many as a node gets at once, and returns
// them. They stay in the order they had, as do the others.
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

// least returns the least of the n largest chances, and how many of those are equal to it.
func (w *worker) least(children []Child, n int) (least float32, equal int) {
	w.top = w.top[:0] // the largest, falling
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

// widen gives n, whose likely children are these, the others, and says whether it has all now that it had not. The state is at
// its position, which is judged once more.
func (w *worker) widen(n *node, likely []node) bool {
	at := w.tree.others(n)
	if at == nil || !at.CompareAndSwap(leaf, expanding) {
		return false
	}
	w.children, _ = w.led.Judge(w.children[:0])
	others := slices.DeleteFunc(w.allowed(w.temper(w.children)), func(c Child) bool { return among(likely, c.Move) })
	if len(others) != int(n.n)-len(likely) { // never: a position has the same moves each time
		at.Store(closed)
		return false
	}
	w.orders.shuffle(others)
	return w.plantBlock(at, others)
}

// among says whether one of the nodes plays m.
func among(block []node, m game.Move) bool {
	for k := range block {
		if block[k].move == m {
			return true
		}
	}
	return false
}
