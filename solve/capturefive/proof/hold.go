package proof

import (
	"slices"

	"moyo/game"
)

// holdWalk is a breadth-first walk through a strategy that does not lose. The first visit to an
// entry has the most remaining plies, so one visit is enough.
type holdWalk struct {
	*checker
	from []uint32 // of each entry: unmet, the entry of its first visit + 1, or root
	next []uint32 // the entries of the next layer
}

const (
	unmet   = 0
	root    = 1<<32 - 1
	forever = 1 << 62
)

// hold checks that the other side does not win, ever or within the claimed plies.
func (c *checker) hold() error {
	w := &holdWalk{checker: c, from: make([]uint32, len(c.marks))}
	left := c.claim.Plies // remaining plies of the layer
	switch {
	case left == 0:
		left = forever
	case c.start.ToPlay != c.claim.Side:
		left--
	}
	err := c.firstStates(func(m game.Move, s *State) error {
		return w.meet(s, left, root, moves(m)...)
	})
	if err != nil {
		return err
	}
	for layer := []uint32(nil); len(w.next) > 0; left -= 2 {
		layer, w.next = w.next, layer[:0]
		for _, at := range layer {
			if err := w.expand(int(at), left); err != nil {
				return err
			}
		}
		c.report.Longest += 2
	}
	return nil
}

// meet visits a state with Side to move and the given plies left until the claim ends, reached by
// moves from an entry.
func (w *holdWalk) meet(s *State, left int, from uint32, by ...game.Move) error {
	if left < 2 {
		return nil
	}
	at := w.locate(s)
	switch {
	case at < 0 && w.holdsByItself(s, left):
	case at < 0:
		return w.refute(w.line(from, by), "no entry")
	case w.from[at] == unmet:
		w.from[at] = from
		w.next = append(w.next, uint32(at))
		return w.visit(at)
	}
	return nil
}

// expand plays the move of an entry, and each reply.
func (w *holdWalk) expand(at, left int) error {
	state, m := w.entry(at)
	after, how := w.apply(&state, m)
	switch how {
	case illegal:
		return w.refute(w.line(uint32(at)+1, []game.Move{m}), "the last move is illegal")
	case wins, drawn:
		return nil
	}
	for r := w.repliesTo(&after); ; {
		reply, s, how, ok := w.checker.next(&r, &after)
		switch {
		case !ok:
			return nil
		case how == wins:
			return w.refute(w.line(uint32(at)+1, []game.Move{m, reply}), "%s wins", w.claim.Side.Other())
		}
		w.report.Replies++
		if how == goesOn {
			if err := w.meet(&s, left-2, uint32(at)+1, m, reply); err != nil {
				return err
			}
		}
	}
}

// line returns the moves from the start to an entry according to from, and more.
func (w *holdWalk) line(from uint32, more []game.Move) []game.Move {
	var way []int
	for from != root {
		way = append(way, int(from-1))
		from = w.from[from-1]
	}
	slices.Reverse(way)
	return w.replay(way, more...)
}

// holdsByItself reports whether Side, to move, needs no entry: see the package comment.
func (w *holdWalk) holdsByItself(s *State, left int) bool {
	if s.Passed { // a second pass is a draw
		return true
	}
	if _, ok := w.winsAtOnce(s); ok {
		return true
	}
	return w.shut(s) || left <= 3 && w.parries(s) || !w.rules.pass && w.blocked(s)
}

// shut reports that captures are impossible and each row has a stone of Side's.
func (c *checker) shut(s *State) bool {
	mine, _ := s.stones()
	return !c.rules.captures && !slices.ContainsFunc(c.rows, func(row uint64) bool { return row&mine == 0 })
}

// parries reports whether some move of Side prevents an immediate win of the other side.
func (c *checker) parries(s *State) bool {
	for r := c.repliesTo(s); ; {
		_, after, how, ok := c.next(&r, s)
		if !ok {
			return false
		}
		if how != goesOn {
			return true
		}
		if _, loses := c.winsAtOnce(&after); !loses {
			return true
		}
	}
}
