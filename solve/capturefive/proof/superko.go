package proof

import (
	"encoding/binary"
	"errors"
	"slices"

	"moyo/game"
)

// superko checks whether the strategy also works if no earlier position of the stones since the
// start may recur: whether each of its moves is legal on every path and, for a win, the other side
// always has a move. Otherwise the report says so. It skips paths on which no position can recur,
// and walks through a state once for all paths with the same positions that can recur.
func (c *checker) superko() error {
	if !c.rules.superko || !c.rules.captures {
		return nil
	}
	l, err := newLoops(c)
	if err != nil {
		return err
	}
	w := &pathWalk{loops: l, done: map[string]bool{}, on: map[stones]int{}}
	before := c.report.Replies
	err = w.all()
	c.report.Replies = before
	switch {
	case errors.Is(err, errLocked):
		c.report.Superko = MoveLocked
	case errors.Is(err, errSteps):
		c.report.Superko = Undecided
	case err != nil:
		return err
	default:
		c.report.Superko = Holds
	}
	return nil
}

var (
	errLocked = errors.New("a move is forbidden by superko")
	errSteps  = errors.New("too many steps")
)

// Limits of the walk besides Options.Steps: moves of a path, bytes of memory.
const (
	maxPath = 4000
	maxDone = 1 << 28
)

// pathWalk walks along paths with all their positions.
type pathWalk struct {
	*loops
	path  []pathStep
	on    map[stones]int  // number of occurrences on the path
	done  map[string]bool // finished states, with the positions on the path that matter
	bytes int             // memory of done
	steps int64
}

// stones is a position as superko compares it.
type stones struct {
	black, white uint64
	toPlay       game.Color // Empty if it does not count
}

// pathStep is a position on the path, and the move that made it.
type pathStep struct {
	stones
	hash uint64
	move game.Move
}

func (w *pathWalk) stones(s *State) stones {
	k := stones{s.Black, s.White, game.Empty}
	if w.rules.situation {
		k.toPlay = s.ToPlay
	}
	return k
}

func (w *pathWalk) push(s *State, m game.Move) error {
	w.steps++
	if w.opt.Steps >= 0 && w.steps > w.opt.Steps || len(w.path) == maxPath || w.bytes > maxDone {
		return errSteps
	}
	w.path = append(w.path, pathStep{w.stones(s), w.hash(s), m})
	w.on[w.stones(s)]++
	if w.steps%1024 == 0 {
		return w.ctx.Err()
	}
	return nil
}

func (w *pathWalk) pop() {
	last := w.path[len(w.path)-1].stones
	if w.on[last]--; w.on[last] == 0 {
		delete(w.on, last)
	}
	w.path = w.path[:len(w.path)-1]
}

// repeats reports whether superko forbids the move m that makes s.
func (w *pathWalk) repeats(s *State, m game.Move) bool {
	return m != game.Pass && w.on[w.stones(s)] > 0
}

// locked reports the path, with one more move if any.
func (w *pathWalk) locked(m game.Move) error {
	w.report.Refutation = nil
	for _, step := range w.path[1:] {
		w.report.Refutation = append(w.report.Refutation, step.move)
	}
	w.report.Refutation = append(w.report.Refutation, moves(m)...)
	return errLocked
}

// all walks along the paths from the start.
func (w *pathWalk) all() error {
	if err := w.push(&w.start, game.NoMove); err != nil {
		return err
	}
	left := w.claim.Plies
	switch {
	case left == 0:
		left = forever
	case w.start.ToPlay != w.claim.Side:
		left--
	}
	return w.firstStates(func(m game.Move, s *State) error {
		if m == game.NoMove {
			return w.enter(s, left)
		}
		if w.repeats(s, m) {
			return nil
		}
		return w.reply(s, m, left)
	})
}

// reply continues from a state that a legal reply has made.
func (w *pathWalk) reply(s *State, m game.Move, left int) error {
	if err := w.push(s, m); err != nil {
		return err
	}
	err := w.enter(s, left)
	w.pop()
	return err
}

// enter continues from a state with Side to move, the last on the path.
func (w *pathWalk) enter(s *State, left int) error {
	if left < 2 && !w.claim.Win {
		return nil
	}
	at := w.locate(s)
	if at < 0 || !w.met[at] {
		return w.byItself(s)
	}
	if !w.hot[at] {
		return nil
	}
	_, by := w.canonical(s)
	key := w.doneKey(at, by, left)
	if w.done[key] {
		return nil
	}
	m := back(by, w.moveOf(at))
	after, how := w.apply(s, m)
	if how == goesOn {
		if w.repeats(&after, m) {
			return w.stuck(s, m)
		}
		if err := w.push(&after, m); err != nil {
			return err
		}
		if err := w.replies(&after, left-2); err != nil {
			return err
		}
		w.pop()
	}
	w.done[key] = true
	w.bytes += len(key) + 32
	return nil
}

// stuck is locked, unless Side need not win and has no legal move: a draw.
func (w *pathWalk) stuck(s *State, m game.Move) error {
	for r := w.repliesTo(s); !w.claim.Win; {
		reply, after, _, ok := w.next(&r, s)
		if !ok {
			return nil
		}
		if !w.repeats(&after, reply) {
			break
		}
	}
	return w.locked(m)
}

// replies follows each legal reply.
func (w *pathWalk) replies(after *State, left int) error {
	some := false
	for r := w.repliesTo(after); ; {
		m, s, how, ok := w.next(&r, after)
		switch {
		case !ok && !some && w.claim.Win:
			return w.locked(game.NoMove)
		case !ok:
			return nil
		case how != goesOn:
			some = true
			continue
		case w.repeats(&s, m):
			continue
		}
		some = true
		if err := w.reply(&s, m, left); err != nil {
			return err
		}
	}
}

// byItself checks a state without an entry. A row cannot have occurred before, and a side without a
// move under simple ko has none under superko.
func (w *pathWalk) byItself(s *State) error {
	if _, ok := w.winsAtOnce(s); w.claim.Win || ok || s.Passed || !w.rules.pass && w.blocked(s) {
		return nil
	}
	for r := w.repliesTo(s); ; {
		m, after, how, ok := w.next(&r, s)
		if !ok {
			return w.stuck(s, game.NoMove)
		}
		if _, loses := w.winsAtOnce(&after); how != goesOn || !loses && !w.repeats(&after, m) {
			return nil
		}
	}
}

// doneKey identifies an entry together with the positions on the path that can recur, mapped to the
// entry's state.
func (w *pathWalk) doneKey(at int, by *symmetry, left int) string {
	var past []stones
	for _, step := range w.path[:len(w.path)-1] {
		if w.later(step.hash, w.rank[at]) {
			past = append(past, stones{by.image(step.black), by.image(step.white), step.toPlay})
		}
	}
	slices.SortFunc(past, func(a, b stones) int {
		return compareEntries(entry{black: a.black, white: a.white, mark: uint8(a.toPlay)},
			entry{black: b.black, white: b.white, mark: uint8(b.toPlay)})
	})
	past = slices.Compact(past)
	key := binary.AppendUvarint(nil, uint64(at))
	if w.claim.Plies > 0 && !w.claim.Win {
		key = binary.AppendUvarint(key, uint64(left))
	}
	for _, p := range past {
		key = binary.LittleEndian.AppendUint64(key, p.black)
		key = binary.LittleEndian.AppendUint64(key, p.white)
		key = append(key, byte(p.toPlay))
	}
	return string(key)
}
