// Package connect4 finds the exact score of Connect Four positions on every board that fits in 64
// bits, see [Fits]. The score is for the side to move: half the stones that the winner has left,
// plus one, negative for a loss, and 0 for a draw (P. Pons' definition). So a score also tells when
// the game ends, see [Position.Plies].
//
// docs/connect4.md explains the search and measures its parts.
package connect4

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// Ideas are the features of the search beyond the basic method, so that each can be measured.
type Ideas uint32

// The ideas.
const (
	Mirror   Ideas = 1 << iota // treats a position and its mirror image as one
	Useful                     // orders moves by useful threats
	Lines                      // checks whether a side can still get four
	Follow                     // bounds by the side that answers on top
	Zugzwang                   // bounds by a threat that must eventually be enabled
	Kill                       // checks for double threats instead of searching the last two stones
	Children                   // looks up all moves before searching one
	Turn                       // orders moves by the side to move after forced replies
	Large                      // asks for large scores first in the bisection
)

// Options are the resources of a solver.
type Options struct {
	Memory  int64 // size of the table in bytes, 0 for 256 MiB; a large board may need at least 64 MiB
	Threads int   // goroutines that search, 0 is 1
	Without Ideas // ideas to turn off
}

// Progress is the progress of a search.
type Progress struct {
	Nodes        int64
	Lower, Upper int // bounds of the score so far
}

// ErrLimit is the error for a search that reached its limit of nodes.
var ErrLimit = errors.New("too many positions to search")

// Solver solves positions on boards of one size. It keeps its results, up to its memory, until
// Forget is called. It is not safe for concurrent use.
type Solver struct {
	core
	width, height int
}

// core is a solver for boards of one height.
type core interface {
	// Score returns the score of p. The error is ctx's or ErrLimit.
	Score(ctx context.Context, p Position) (int, error)
	// Beats reports whether the score of p is at least beta.
	Beats(ctx context.Context, p Position, beta int) (bool, error)
	// Forget clears the table.
	Forget()
	// Bounds returns the known bounds of the score of the last call of Score, even if it failed.
	Bounds() (lower, upper int)
	// Nodes returns the number of positions searched since the start of the last call of Score or
	// Beats.
	Nodes() int64
	// Limit makes a search fail with ErrLimit after about that many nodes, 0 for no limit.
	Limit(nodes int64)
	// Watch makes searches call report, if not nil, about ten times a second.
	Watch(report func(Progress))
}

// New returns a solver, or an error for sizes that do not fit.
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

// Column is the result of a move in a column.
type Column struct {
	Open  bool // the column has an empty cell
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
	bounds  atomic.Int64 // of the score of the current position: lower<<32 + upper
}

// control is the state that workers share besides the table.
type control struct {
	nodes     atomic.Int64
	halt      atomic.Bool // the current question has been answered or cancelled
	cancelled atomic.Bool // the search has been cancelled
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

// know stores the bounds of the current score; sign is -1 if they are those of the other side.
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

// aim returns the next score to ask for, between bounds. It is closer to the ends than the middle,
// because a quick win or loss is found or refuted with little work.
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

// start plays the forced moves in p. If they decide the game it returns the score, else the
// resulting state; sign is -1 if it is the other side's turn then.
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

// watch stops and reports during a search, until its result is called.
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

// ask searches a quiet position with all workers for whether its score is at least beta. The
// returned score is a lower bound that is or an upper bound that is not. ok is false if the search
// was cancelled.
func (e *engine[R]) ask(s *state, beta int) (score int, ok bool) {
	c := &e.control
	c.halt.Store(false)
	if c.cancelled.Load() { // in this order, so that no stop is lost
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
