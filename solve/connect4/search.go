package connect4

import "math/bits"

// state is a position in a search: no side has four in a row, and the side to move cannot make one
// immediately.
type state struct {
	own, other uint64 // stones of the side to move and of the other
	win, lose  uint64 // empty cells where the side to move, or the other, would complete four
	left       int    // empty cells
}

// child is a quiet position after a move and all forced replies.
type child struct {
	state
	same   bool   // the side to move is the same as before the move
	lo, hi int    // bounds of the score for the side before the move
	order  int    // larger is tried earlier
	key    uint64 // mixed
	cell   uint64 // of the move
}

// turn converts bounds of the child to bounds for the side before the move.
func (c *child) turn(lo, hi int) (int, int) {
	if c.same {
		return lo, hi
	}
	return -hi, -lo
}

// worker is a searcher. Each goroutine has its own.
type worker[R rows] struct {
	grid[R]
	table    *table
	control  *control
	ideas    Ideas
	nodes    int64
	aborted  bool
	frames   [][]child // by ply, so that a search does not allocate
	columns  []uint64  // in the order of search
	central  []int     // by cell: closeness to the centre
	noise    uint64    // makes helpers try moves in other orders
	reported int64     // nodes already reported to control
}

func newWorker[R rows](g grid[R], t *table, c *control, ideas Ideas, id uint64) *worker[R] {
	w := &worker[R]{grid: g, table: t, control: c, ideas: ideas, noise: id}
	w.frames = make([][]child, g.width*g.height()+1)
	for i := range w.frames {
		w.frames[i] = make([]child, 0, g.width)
	}
	w.central = make([]int, 64)
	for i := range g.width {
		x := (g.width - 1) / 2
		if i%2 == 1 {
			x += (i + 1) / 2
		} else {
			x -= i / 2
		}
		w.columns = append(w.columns, (1<<g.height()-1)<<(uint(x)*g.column()))
		for y := range g.height() {
			w.central[i*int(g.column())+y] = 2*min(i, g.width-1-i) + min(y, g.height()-1-y)
		}
	}
	return w
}

// wonBy and lostBy return the score of a win or loss by the winner's n-th stone from now, with left
// cells empty now.
func wonBy(left, n int) int  { return (left + 3 - 2*n) / 2 }
func lostBy(left, n int) int { return -(left + 2 - 2*n) / 2 }

// least is below every score.
const least = -100

// begin searches a quiet position.
func (w *worker[R]) begin(s *state, beta int) int {
	w.aborted, w.nodes, w.reported = false, 0, 0
	v := w.search(s, 0, beta)
	w.control.nodes.Add(w.nodes - w.reported)
	return v
}

// count counts a node, and now and then handles requests of other goroutines.
func (w *worker[R]) count() {
	w.nodes++
	if w.nodes&1023 == 0 {
		all := w.control.nodes.Add(w.nodes - w.reported)
		w.reported = w.nodes
		w.aborted = w.control.halt.Load() || w.control.limit > 0 && all > w.control.limit
	}
}

// shallow is the number of remaining stones up to which a search skips the table, because a lookup
// costs more than it saves.
const shallow = 3

// stones returns the number of stones that the side whose win is in question needs to win in time.
func stones(left, beta int) int {
	if beta > 0 {
		return (left + 3 - 2*beta) / 2
	}
	return (left + 2*beta) / 2
}

// search reports whether the score of s, a quiet position, is at least beta: it returns a lower
// bound that is, or an upper bound that is not. After aborted has become true the result is
// meaningless.
func (w *worker[R]) search(s *state, ply, beta int) int {
	w.count()
	frame, best := w.expand(s, w.frames[ply], beta)
	if best >= beta || len(frame) == 0 {
		return best
	}
	deep := stones(s.left, beta) > shallow
	if deep && w.ideas&Children != 0 {
		if frame, best = w.lookUp(frame, best, beta); best >= beta {
			return best
		}
	}
	w.sort(frame)
	for i := range frame {
		if deep && w.ideas&Children == 0 {
			var left []child
			if left, best = w.lookUp(frame[i:i+1], best, beta); best >= beta {
				return best
			} else if len(left) == 0 {
				continue
			}
		}
		v := w.follow(&frame[i], ply, beta, deep)
		if w.aborted {
			return 0
		}
		if best = max(best, v); v >= beta {
			break
		}
	}
	return best
}

// follow searches one move and stores the result.
func (w *worker[R]) follow(c *child, ply, beta int, remember bool) int {
	before := w.nodes
	v := 0
	if c.same {
		v = w.search(&c.state, ply+1, beta)
	} else {
		v = -w.search(&c.state, ply+1, 1-beta)
	}
	if remember && !w.aborted {
		w.remember(c, v, beta, w.nodes-before)
	}
	return v
}

// expand puts the moves of s that must be searched into frame. best is the best score of the
// others. If it is at least beta no search is needed; otherwise it is an upper bound for them.
func (w *worker[R]) expand(s *state, frame []child, beta int) (moves []child, best int) {
	frame, best = frame[:0], least
	safe := w.landing(s.own|s.other) &^ (s.lose >> 1)
	for _, column := range w.columns {
		cell := safe & column
		if cell == 0 {
			continue
		}
		n := len(frame)
		frame = frame[:n+1]
		c := &frame[n]
		w.play(s, cell, &c.state)
		score, same, decided := w.settle(&c.state)
		if decided {
			best = max(best, -score)
			frame = frame[:n]
		} else {
			c.cell, c.same = cell, !same
			b := beta
			if same {
				b = 1 - beta
			}
			c.lo, c.hi = c.turn(w.bounds(&c.state, b))
			if c.lo >= beta {
				return nil, c.lo
			}
			if c.hi < beta {
				best = max(best, c.hi)
				frame = frame[:n]
			}
		}
		if best >= beta {
			return nil, best
		}
	}
	return frame, best
}

// play returns the position after a move, which must not allow the other side to win immediately.
func (w *worker[R]) play(s *state, cell uint64, to *state) {
	own, other, lose := s.own|cell, s.other, s.lose // because to may be s
	to.own, to.other = other, own
	to.win, to.lose = lose&^cell, w.threats(own)&w.cells&^(own|other)
	to.left = s.left - 1
}

// settle plays forced moves until none is left. decided reports that they end the game; score is
// for the side that was to move before. Otherwise same reports whether the same side is to move.
func (w *worker[R]) settle(s *state) (score int, same, decided bool) {
	same = true
	for {
		landing := w.landing(s.own | s.other)
		move := s.lose & landing // cells that would win with the next stone
		if move != 0 {
			if move&(move-1)|move&(s.lose>>1) != 0 {
				break
			}
		} else {
			move = landing &^ (s.lose >> 1)
			if move == 0 {
				if landing == 0 {
					return 0, same, true
				}
				break
			}
			if move&(move-1) != 0 {
				return 0, same, false
			}
		}
		w.play(s, move, s)
		same = !same
	}
	score = lostBy(s.left, 1)
	if !same {
		score = -score
	}
	return score, same, true
}

// key returns the mixed key of a position: the stones of the side to move and, by adding all stones
// and one to each column, the heights. Mirror images share a key in the first third of a game;
// later they are too rare.
func (w *worker[R]) key(s *state) uint64 {
	k := s.own + s.own + s.other + w.floor
	if w.ideas&Mirror != 0 && 3*s.left >= 2*len(w.frames) {
		k = min(k, w.mirror(k))
	}
	return w.table.mix(k)
}

// lookUp reads the table's bounds of moves. best becomes at least beta if a move's is; moves known
// to be below are removed.
func (w *worker[R]) lookUp(frame []child, best, beta int) ([]child, int) {
	for i := range frame { // first all keys, so that the processor can prefetch all buckets
		frame[i].key = w.key(&frame[i].state)
	}
	kept := 0
	for i := range frame {
		c := &frame[i]
		if lo, hi, ok := w.table.get(c.key); ok {
			lo, hi = c.turn(lo, hi)
			if lo >= beta {
				return nil, lo
			}
			if hi < beta {
				best = max(best, hi)
				continue
			}
			c.lo, c.hi = max(c.lo, lo), min(c.hi, hi)
		}
		if kept != i {
			frame[kept] = *c
		}
		kept++
	}
	return frame[:kept], best
}

// remember stores the result of a search for a child.
func (w *worker[R]) remember(c *child, v, beta int, nodes int64) {
	if v >= beta {
		c.lo = max(c.lo, v)
	} else {
		c.hi = min(c.hi, v)
	}
	lo, hi := c.turn(c.lo, c.hi)
	w.table.put(c.key, lo, hi, nodes)
}

// sort puts the moves first that are more likely to be good. It is stable.
func (w *worker[R]) sort(frame []child) {
	for i := range frame {
		frame[i].order = w.order(&frame[i])
		for j := i; j > 0 && frame[j].order > frame[j-1].order; j-- {
			frame[j], frame[j-1] = frame[j-1], frame[j]
		}
	}
}

// The weights of the move ordering, chosen for the fewest nodes on positions of Pons' sets.
const (
	perThreat = 10 // useful threats
	perSoon   = 8  // threats that the next stone but one of the column can carry out
	perTurn   = 14 // the side that moved moves again after forced replies
	perForced = 2  // forced stones
	perMiddle = 2  // steps closer to the centre
)

// order returns a larger number for a move that is more likely to be good.
func (w *worker[R]) order(c *child) int {
	mine, yours := c.lose, c.win
	order := perMiddle*w.central[bits.TrailingZeros64(c.cell)] - perForced*c.left
	if c.same {
		mine, yours = yours, mine
		if w.ideas&Turn != 0 {
			order += perTurn
		}
	}
	if w.ideas&Useful != 0 {
		mine &^= yours << 1 // the other side gets the cell first
	}
	soon := mine & (w.landing(c.own|c.other) << 1)
	order += perThreat*bits.OnesCount64(mine) + perSoon*bits.OnesCount64(soon)
	if w.noise != 0 {
		order += int(w.table.mix(c.own*w.noise+c.other) & 7)
	}
	return order
}
