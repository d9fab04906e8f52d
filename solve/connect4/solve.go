// Package connect4 finds the exact score of Connect Four positions on every board
// that fits in 64 bits, see [Fits]. The score is for the side to move: half the
// stones that the winner has left, plus one, negative where that is the other
// side, and 0 for a draw (P. Pons' definition). A score thus tells when the game
// ends as well, see [Position.Plies].
//
// The search is explained, and its parts measured, in docs/connect4.md.
package connect4

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// Ideas are what the search does beyond the bare method, so that the worth of
// each can be measured.
type Ideas uint32

// The ideas.
const (
	Mirror   Ideas = 1 << iota // a position and its mirror image are one
	Useful                     // orders moves by threats that are of use
	Lines                      // looks whether a side still can have four
	Follow                     // bounds by the side that answers on top
	Zugzwang                   // bounds by a threat that nobody can avoid to make room for
	Kill                       // looks for double threats instead of searching the last two stones
	Children                   // looks all moves up before one is searched
	Turn                       // orders moves by whose turn comes after forced replies
	Large                      // asks for large scores first when it bisects
)

// Options are the resources of a solver.
type Options struct {
	Memory  int64 // bytes for the table, 0 is 256 MiB; a large board may need 64 MiB at least
	Threads int   // goroutines that search, 0 is 1
	Without Ideas // what not to do
}

// Progress is how far a search has come.
type Progress struct {
	Nodes        int64
	Lower, Upper int // bounds of the score so far
}

// ErrLimit is the error of a search that was given up for its limit of nodes.
var ErrLimit = errors.New("too many positions to search")

// Solver solves positions of one size of board. It keeps what it has found, up to
// its memory, until Forget is called. It is not safe for use by several
// goroutines.
type Solver struct {
	core
	width, height int
}

// core is a solver for boards of some height.
type core interface {
	// Score returns the score of p. The error is ctx's or ErrLimit.
	Score(ctx context.Context, p Position) (int, error)
	// Beats says whether the score of p is at least beta.
	Beats(ctx context.Context, p Position, beta int) (bool, error)
	// Forget clears the table.
	Forget()
	// Bounds returns what is known of the score that Score was last asked for, also where it gave up.
	Bounds() (lower, upper int)
	// Nodes returns the number of positions searched since the last call of
	// Score or Beats began.
	Nodes() int64
	// Limit makes a search give up after about so many nodes, 0 for none, with
	// the error ErrLimit.
	Limit(nodes int64)
	// Watch has report, if not nil, called about ten times a second while a
	// search lasts.
	Watch(report func(Progress))
}

// New returns a solver. The error is for sizes that do not fit.
func New(width, height int, opt Options) (*Solver, error) {
	if _, err := Empty(width, height); err != nil {
		return nil, err
	}
	s := &Solver{width: width, height: height}
	switch height {
	case 1:
		s.core = newEngine[[1]int8](width, opt)
	case 2:
		s.core = newEngine[[2]int8](width, opt)
	case 3:
		s.core = newEngine[[3]int8](width, opt)
	case 4:
		s.core = newEngine[[4]int8](width, opt)
	case 5:
		s.core = newEngine[[5]int8](width, opt)
	case 6:
		s.core = newEngine[[6]int8](width, opt)
	case 7:
		s.core = newEngine[[7]int8](width, opt)
	case 8:
		s.core = newEngine[[8]int8](width, opt)
	case 9:
		s.core = newEngine[[9]int8](width, opt)
	case 10:
		s.core = newEngine[[10]int8](width, opt)
	case 11:
		s.core = newEngine[[11]int8](width, opt)
	default:
		s.core = newEngine[[12]int8](width, opt)
	}
	return s, nil
}

// Column is what a move in a column comes to.
type Column struct {
	Open  bool // there is room for a stone
	Score int  // for the side that moves there
}

// Analyze returns the score of each column from the left. The error is ctx's;
// nodes are those of all columns.
func (s *Solver) Analyze(ctx context.Context, p Position) (columns []Column, nodes int64, err error) {
	columns = make([]Column, s.width)
	for x := range columns {
		next := p
		if next.Drop(x) != nil {
			continue
		}
		score, err := s.Score(ctx, next)
		nodes += s.Nodes()
		if err != nil {
			return nil, nodes, err
		}
		columns[x] = Column{true, -score}
	}
	return columns, nodes, nil
}

// engine is a solver for boards with R rows.
type engine[R rows] struct {
	workers []*worker[R]
	table   *table
	report  func(Progress)
	control control
	bounds  atomic.Int64 // of the score of the position asked for: lower<<32 + upper
}

// control is what the workers share besides the table.
type control struct {
	nodes     atomic.Int64
	halt      atomic.Bool // the question at hand has been answered or given up
	cancelled atomic.Bool // the search has been given up
	limit     int64       // nodes, 0 for none
}

func newEngine[R rows](width int, opt Options) *engine[R] {
	if opt.Memory == 0 {
		opt.Memory = 256 << 20
	}
	g := newGrid[R](width)
	e := &engine[R]{table: newTable(opt.Memory, uint(width)*g.column())}
	e.table.shared = opt.Threads > 1
	for i := range max(1, opt.Threads) {
		e.workers = append(e.workers, newWorker(g, e.table, &e.control, ^opt.Without, uint64(i)))
	}
	e.Forget()
	return e
}

func (e *engine[R]) Forget()                     { e.table.begin() }
func (e *engine[R]) Nodes() int64                { return e.control.nodes.Load() }
func (e *engine[R]) Limit(nodes int64)           { e.control.limit = nodes }
func (e *engine[R]) Watch(report func(Progress)) { e.report = report }

// Score implements core.
func (e *engine[R]) Score(ctx context.Context, p Position) (int, error) {
	e.control.nodes.Store(0)
	s, score, sign, decided := e.start(p)
	if decided {
		e.know(1, score, score)
		return score, nil
	}
	defer e.watch(ctx)()
	lo, hi := lostBy(s.left, 2), wonBy(s.left, 2)
	for e.know(sign, lo, hi); lo < hi; e.know(sign, lo, hi) {
		beta := e.aim(lo, hi)
		score, ok := e.ask(&s, beta)
		if !ok {
			return 0, cmp.Or(ctx.Err(), ErrLimit)
		}
		if score >= beta {
			lo = score
		} else {
			hi = score
		}
	}
	return sign * lo, nil
}

// know keeps the bounds of the score asked for; sign is -1 where they are those of the other side.
func (e *engine[R]) know(sign, lower, upper int) {
	if sign < 0 {
		lower, upper = -upper, -lower
	}
	e.bounds.Store(int64(lower)<<32 | int64(uint32(upper)))
}

// Bounds implements core.
func (e *engine[R]) Bounds() (lower, upper int) {
	b := e.bounds.Load()
	return int(b >> 32), int(int32(b))
}

// Beats implements core.
func (e *engine[R]) Beats(ctx context.Context, p Position, beta int) (bool, error) {
	e.control.nodes.Store(0)
	s, score, sign, decided := e.start(p)
	if decided {
		return score >= beta, nil
	}
	defer e.watch(ctx)()
	mine := beta
	if sign < 0 {
		mine = 1 - beta
	}
	if lo, hi := lostBy(s.left, 2), wonBy(s.left, 2); mine <= lo || mine > hi {
		return (mine <= lo) == (sign > 0), nil
	}
	score, ok := e.ask(&s, mine)
	if !ok {
		return false, cmp.Or(ctx.Err(), ErrLimit)
	}
	return sign*score >= beta, nil
}

// aim returns the score to be asked for next, between bounds: nearer to the ends
// than the middle, since a quick win or loss is found or refuted with little
// work.
func (e *engine[R]) aim(lo, hi int) int {
	mid := lo + (hi-lo+1)/2
	near := func(end int) int { return end * 2 / 3 }
	if e.workers[0].ideas&Large == 0 {
		near = func(end int) int { return end / 2 } // P. Pons' choice
	}
	if mid <= 0 && near(lo) < mid {
		mid = near(lo)
	} else if mid > 0 && near(hi) > mid {
		mid = near(hi)
	}
	return min(max(mid, lo+1), hi)
}

// start plays what is forced in p. Where that decides the game it returns the
// score, else the state left; sign is -1 where it is the other side's turn then.
func (e *engine[R]) start(p Position) (s state, score, sign int, decided bool) {
	w := e.workers[0]
	if score, over := p.Over(); over {
		return s, score, 1, true
	}
	empty := w.cells &^ (p.own | p.other)
	s = state{own: p.own, other: p.other, win: w.threats(p.own) & empty, lose: w.threats(p.other) & empty, left: p.left}
	if s.win&w.landing(p.own|p.other) != 0 {
		return s, wonBy(s.left, 1), 1, true
	}
	score, same, decided := w.settle(&s)
	if !same {
		return s, score, -1, decided
	}
	return s, score, 1, decided
}

// watch sees to stop and report while a search lasts, until the function that it
// returns is called.
func (e *engine[R]) watch(ctx context.Context) (end func()) {
	e.control.cancelled.Store(ctx.Err() != nil)
	done := make(chan struct{})
	var wg sync.WaitGroup
	stop := context.AfterFunc(ctx, func() {
		e.control.cancelled.Store(true)
		e.control.halt.Store(true)
	})
	if e.report != nil {
		wg.Add(1)
		go func() {
			defer wg.Done()
			tick := time.NewTicker(100 * time.Millisecond)
			defer tick.Stop()
			for {
				select {
				case <-done:
					return
				case <-tick.C:
					lower, upper := e.Bounds()
					e.report(Progress{e.control.nodes.Load(), lower, upper})
				}
			}
		}()
	}
	return func() {
		stop()
		close(done)
		wg.Wait()
	}
}

// ask searches a quiet position with all workers for whether its score is beta
// or more: the score returned is a lower bound that is or an upper bound that is
// not. ok is false where the search was given up.
func (e *engine[R]) ask(s *state, beta int) (score int, ok bool) {
	c := &e.control
	c.halt.Store(false)
	if c.cancelled.Load() { // in this order, so that no call to stop is lost
		return 0, false
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	run := func(w *worker[R]) {
		v := w.begin(s, beta)
		mu.Lock()
		defer mu.Unlock()
		if !w.aborted && !ok {
			score, ok = v, true
			c.halt.Store(true)
		}
	}
	for _, w := range e.workers[1:] {
		wg.Add(1)
		go func() {
			defer wg.Done()
			run(w)
		}()
	}
	run(e.workers[0])
	wg.Wait()
	return score, ok
}
