package proof

import "moyo/game"

// The state of an entry: unknown, on the stack, or else the plies of its longest line.
const (
	unseen = 0
	below  = maxPlies + 1
)

// winWalk is a depth-first walk through a strategy that wins.
type winWalk struct {
	*checker
	plies []uint16 // of each entry: plies of its longest line to the win
	stack []winFrame
}

// winFrame is an entry on the stack.
type winFrame struct {
	at      int
	move    game.Move
	after   State // the entry's move
	left    replies
	longest int // plies of the longest known line from the entry
}

// win checks that Side wins: no line of the strategy repeats a state or ends otherwise, and none is
// longer than claimed.
func (c *checker) win() error {
	w := &winWalk{checker: c, plies: make([]uint16, len(c.marks))}
	return c.firstStates(func(m game.Move, s *State) error {
		first := 0
		if m != game.NoMove {
			first = 1
		}
		plies, err := w.from(s, m)
		c.report.Longest = max(c.report.Longest, first+plies)
		return err
	})
}

// most returns the plies that the claim allows from the first entry.
func (w *winWalk) most() int {
	switch {
	case w.claim.Plies == 0:
		return maxPlies
	case w.start.ToPlay != w.claim.Side:
		return w.claim.Plies - 1
	}
	return w.claim.Plies
}

// from walks through everything that follows a first state, and returns the plies of its longest
// line.
func (w *winWalk) from(s *State, m game.Move) (int, error) {
	plies, err := w.enter(s, moves(m)...)
	for err == nil && len(w.stack) > 0 {
		plies, err = w.step()
	}
	return plies, err
}

// moves returns m as a line, which is empty for no move.
func moves(m game.Move) []game.Move {
	if m == game.NoMove {
		return nil
	}
	return []game.Move{m}
}

// enter visits a state with Side to move, reached by moves from the entry on top of the stack. It
// returns the plies from it to the win, or 0 if they are unknown; then it pushes the state's entry.
func (w *winWalk) enter(s *State, by ...game.Move) (int, error) {
	at := w.locate(s)
	if at < 0 {
		if _, ok := w.winsAtOnce(s); !ok {
			return 0, w.refute(w.line(by), "no entry, and no move wins immediately")
		}
		return 1, w.limit(1, by)
	}
	switch plies := int(w.plies[at]); plies {
	case unseen:
		if err := w.visit(at); err != nil {
			return 0, err
		}
		return w.descend(at, by)
	case below:
		return 0, w.refute(w.line(by), "a state repeats, so the line has no end")
	default:
		if 2*len(w.stack)+plies > w.most() {
			return 0, w.tooLong(w.replay(w.way(w.longestWay(at)...)))
		}
		return plies, nil
	}
}

// descend plays the move of an entry.
func (w *winWalk) descend(at int, by []game.Move) (int, error) {
	state, m := w.entry(at)
	after, how := w.apply(&state, m)
	switch how {
	case illegal, drawn:
		return 0, w.refute(w.replay(w.way(at), m), "the last move is illegal, or ends the game in a draw")
	case wins:
		w.plies[at] = 1
		return 1, w.limit(1, by)
	}
	w.plies[at] = below
	w.stack = append(w.stack, winFrame{at: at, move: m, after: after, left: w.repliesTo(&after)})
	return 0, w.limit(1, nil)
}

// step continues with the entry on top of the stack: to its next reply, or back with the plies of
// its longest line.
func (w *winWalk) step() (int, error) {
	top := &w.stack[len(w.stack)-1]
	m, after, how, ok := w.next(&top.left, &top.after)
	if !ok {
		return w.leave(top)
	}
	w.report.Replies++
	line := []game.Move{top.move, m}
	if how != goesOn {
		return 0, w.refute(w.line(line), "the reply ends the game")
	}
	plies, err := w.enter(&after, line...)
	if plies > 0 {
		top.longest = max(top.longest, plies+2)
	}
	return 0, err
}

// leave removes the entry on top of the stack.
func (w *winWalk) leave(top *winFrame) (int, error) {
	if top.longest == 0 {
		return 0, w.refute(w.line([]game.Move{top.move}), "no reply is left: a draw")
	}
	w.plies[top.at] = uint16(top.longest)
	longest := top.longest
	w.stack = w.stack[:len(w.stack)-1]
	if len(w.stack) > 0 {
		above := &w.stack[len(w.stack)-1]
		above.longest = max(above.longest, longest+2)
	}
	return longest, nil
}

// limit refutes the claim if plies more than those on the stack are too many.
func (w *winWalk) limit(plies int, by []game.Move) error {
	if 2*len(w.stack)+plies > w.most() {
		return w.tooLong(w.line(by))
	}
	return nil
}

func (w *winWalk) tooLong(line []game.Move) error {
	return w.refute(line, "%s has not won in time", w.claim.Side)
}

// line returns the moves from the start to the entry on top of the stack, and
// some more.
func (w *winWalk) line(more []game.Move) []game.Move { return w.replay(w.way(), more...) }

// way returns the entries on the stack, and some more.
func (w *winWalk) way(more ...int) []int {
	var way []int
	for i := range w.stack {
		way = append(way, w.stack[i].at)
	}
	return append(way, more...)
}

// longestWay returns a finished entry and the entries on its longest line.
func (w *winWalk) longestWay(at int) []int {
	way := []int{at}
	for w.plies[at] > 3 {
		state, m := w.entry(at)
		after, _ := w.apply(&state, m)
		want := w.plies[at] - 2
		for r := w.repliesTo(&after); ; {
			_, s, _, ok := w.next(&r, &after)
			if !ok {
				return way
			}
			if to := w.locate(&s); to >= 0 && w.plies[to] == want {
				at, way = to, append(way, to)
				break
			}
		}
	}
	return way
}
