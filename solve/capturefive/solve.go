// Package capturefive finds the exact value of small boards of Capture Five and its variants: n in
// a row with Go's captures, or without them, on boards of at most 64 points.
//
// Two searches share the work. One asks whether a side wins within 1, 2, 3 ... plies. It finds the
// shortest win, which holds under simple ko whatever came before, because the number of plies
// limits every line. The other, proof-number search for reachability games, can also prove that a
// side never wins, although captures make room again and again. docs/capturefive-solved.md has the
// method, its sources and the results.
package capturefive

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"moyo/game"
	"moyo/solve/dfpn"
)

// Value is the value of a position for the side to move.
type Value uint8

// The values. Unknown is the value if the search was stopped.
const (
	Unknown Value = iota
	Win
	Draw
	Loss
)

// String returns "unknown", "win", "draw" or "loss".
func (v Value) String() string { return [...]string{"unknown", "win", "draw", "loss"}[v] }

// Options of Solve. Zero values stand for defaults.
type Options struct {
	Time     time.Duration  // wall clock, no limit by default
	Memory   int64          // bytes for tables, 256 MiB by default
	Threads  int            // one is deterministic; the default is two, one for each search
	MaxPlies int            // limit of the length of wins, none by default
	Prove    bool           // make Answer.Proofs
	Report   func(Progress) // called about ten times a second
}

// Progress is the progress of a search.
type Progress struct {
	Nodes   int64
	Elapsed time.Duration
	Plies   int // no side has a forced win within these plies
}

// Answer is the result.
type Answer struct {
	Value Value
	// Plies is the number of plies to a win or loss with best play. It is 0 if unknown, and for a
	// draw.
	Plies int
	// Best are the moves that keep the value: for a win the fastest ones, for a loss the ones that
	// resist longest. They are incomplete if the search ended early; for a draw they may then be
	// empty.
	Best []game.Move
	// Bound: neither side has a forced win within these plies.
	Bound int
	// Proved reports that Value is proved for the given rules, with Plies as an upper bound; Exact
	// that Plies is also a lower bound. Results that are not proved for them, including Bound, are
	// proved for simple ko instead of superko.
	Proved, Exact bool
	// Proofs, if requested: of a win or loss that it takes at most Plies and, if Plies is more than
	// one, that it takes at least Plies; of a draw that neither side ever wins.
	Proofs  []*Proof
	Nodes   int64
	Elapsed time.Duration
}

const maxTime = 1 << 62 // for no limit

// Solve finds the value of a problem. When ctx or the time ends, it returns what is known. It
// returns an error for problems that cannot be solved.
func Solve(ctx context.Context, p Problem, opt Options) (Answer, error) {
	s, err := newSolver(ctx, p, opt)
	if err != nil {
		return Answer{}, err
	}
	defer s.close()
	s.search()
	return s.answer(), nil
}

// solver is a search of one problem.
type solver struct {
	Problem
	opt    Options
	ctx    context.Context
	cancel context.CancelFunc
	began  time.Time
	g      *geometry
	r      rules
	table  *table
	reach  *dfpn.Table
	stop   atomic.Bool // stops the current search
	nodes  atomic.Int64
	plies  atomic.Int64 // bound reached
	closed chan struct{}

	mu    sync.Mutex
	facts [2]fact // of the side to move, and of the other, as attackers
}

// fact is what is known about one side as the attacker.
type fact struct {
	won   int  // wins within these plies; 0 if unknown
	wins  bool // wins in any number of plies
	never bool
	// reached reports that "never" comes from the proof-number search.
	reached bool
	bound   int // does not win within these plies
}

// newSolver makes tables and examines the start.
func newSolver(ctx context.Context, p Problem, opt Options) (*solver, error) {
	r, err := rulesOf(p.Rules)
	if err != nil {
		return nil, err
	}
	g, err := newGeometry(p.Board, r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrProblem, err)
	}
	opt.fill()
	s := &solver{Problem: p, opt: opt, began: time.Now(), g: g, r: r, closed: make(chan struct{})}
	s.ctx, s.cancel = context.WithTimeout(ctx, opt.Time)
	s.table, s.reach = newTable(opt.Memory/2), dfpn.NewTable(opt.Memory/2, opt.Threads > 1)
	s.examineStart()
	go s.watch()
	return s, nil
}

func (o *Options) fill() {
	if o.Time <= 0 {
		o.Time = maxTime
	}
	if o.Memory <= 0 {
		o.Memory = 256 << 20
	}
	if o.Threads <= 0 {
		o.Threads = min(2, runtime.GOMAXPROCS(0))
	}
	if o.MaxPlies <= 0 || o.MaxPlies > maxPlies {
		o.MaxPlies = maxPlies
	}
}

// close stops the goroutines beside the search.
func (s *solver) close() {
	s.cancel()
	<-s.closed
}

// watch stops the search with the context, and reports.
func (s *solver) watch() {
	defer close(s.closed)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-s.ctx.Done():
			s.stop.Store(true)
			return
		case <-tick.C:
			if s.opt.Report != nil {
				s.opt.Report(Progress{s.nodes.Load(), time.Since(s.began), int(s.plies.Load())})
			}
		}
	}
}

// start returns the position with the side to move (0) or the other (1) as the attacker.
func (s *solver) start(side int) state { return relative(s.Start, s.color(side)) }

func (s *solver) color(side int) game.Color {
	if side == 0 {
		return s.Start.ToPlay
	}
	return s.Start.ToPlay.Other()
}

// examineStart records what is known without search.
func (s *solver) examineStart() {
	first := s.start(0)
	if !s.r.pass && !first.canPlay(s.g, &s.r) {
		s.facts[0].never, s.facts[1].never = true, true
	}
	// Without captures an extra stone never hurts, so the second player cannot win on the empty board:
	// the first player could steal the strategy.
	if !s.r.captures && s.Start.Black|s.Start.White == 0 {
		s.facts[1].never = true
	}
}

// done reports whether the value and its plies are known.
func (s *solver) done() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.facts[0].won > 0 || s.facts[1].won > 0 || s.facts[0].never && s.facts[1].never
}

// stopped reports whether the context has ended.
func (s *solver) stopped() bool { return s.ctx.Err() != nil }

// search runs both searches until the value is known.
func (s *solver) search() {
	if s.opt.Threads > 1 {
		var both sync.WaitGroup
		both.Go(func() { s.alternate(s.deepening()) })
		both.Go(func() { s.alternate(s.proofNumberSearch()) })
		both.Wait()
		return
	}
	s.alternate(s.deepening(), s.proofNumberSearch())
}

// alternate runs the searches alternately, with growing limits of nodes, until the value is known
// or both have ended.
func (s *solver) alternate(searches ...func(nodes int64) (more bool)) {
	for budget := int64(1 << 14); len(searches) > 0; budget += budget / 4 {
		for i := 0; i < len(searches); i++ {
			if s.done() || s.stopped() {
				s.stop.Store(true)
				return
			}
			if !searches[i](budget) {
				searches = append(searches[:i:i], searches[i+1:]...)
				i--
			}
		}
	}
}

// deepening returns the search by plies.
func (s *solver) deepening() func(nodes int64) bool {
	x := newWithin(s.g, &s.r, s.table, &s.stop, &s.nodes)
	d := 1
	return func(nodes int64) bool {
		x.limit = x.nodes + nodes
		x.stopped = false
		for ; d <= s.opt.MaxPlies; d++ {
			if !s.within(x, d) {
				return true
			}
			if s.done() {
				return false
			}
		}
		return false
	}
}

// within searches whether the side that plays ply d can win with it. It returns false if it was
// stopped early.
func (s *solver) within(x *within, d int) bool {
	side := 1 - d&1
	s.mu.Lock()
	f := s.facts[side]
	hopeless := f.never || s.facts[1-side].wins
	s.mu.Unlock()
	if hopeless {
		return true
	}
	start := s.start(side)
	won := x.wins(&start, d)
	x.flushCount()
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case won && !x.stopped:
		s.facts[side].won, s.facts[side].wins = d, true
	case x.stopped:
		return false
	default:
		s.facts[side].bound = d
		s.plies.Store(int64(s.bound()))
		// Without captures every ply takes a point.
		if !s.r.captures && !s.r.pass && d >= s.g.free(s.Start.Black|s.Start.White) {
			s.facts[side].never = true
		}
	}
	return true
}

// bound returns the number of plies within which neither side wins.
func (s *solver) bound() int {
	b := [2]int{}
	for side, f := range s.facts {
		switch {
		case f.never:
			b[side] = maxPlies
		case side == 1 || f.bound > 0:
			b[side] = f.bound + 1 // the next ply is the other's
		}
	}
	if b[0] == maxPlies && b[1] == maxPlies {
		return 0
	}
	return min(b[0], b[1], s.opt.MaxPlies)
}

// proofNumberSearch returns a proof-number search that alternates between the sides.
func (s *solver) proofNumberSearch() func(nodes int64) bool {
	var games [2]*dfpn.ReachSearch
	for side := range games {
		games[side] = s.newReach(s.start(side))
	}
	turn := 0
	return func(nodes int64) bool {
		for range games {
			side := turn
			turn = 1 - turn
			s.mu.Lock()
			known := s.facts[side].never || s.facts[side].wins || s.facts[1-side].wins
			s.mu.Unlock()
			if known {
				continue
			}
			s.recordValue(side, games[side].Run(nodes))
			return true
		}
		return false
	}
}

func (s *solver) newReach(start state) *dfpn.ReachSearch {
	return dfpn.NewReach(newReach(s.g, &s.r, start, s.table), s.reach, dfpn.ReachOptions{Stop: &s.stop, Count: &s.nodes})
}

// recordValue records the result of the proof-number search for a side.
func (s *solver) recordValue(side int, v dfpn.Value) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch v {
	case dfpn.Won:
		s.facts[side].wins = true
	case dfpn.Lost:
		s.facts[side].never, s.facts[side].reached = true, true
	}
	if s.facts[0].never && s.facts[1].never {
		s.stop.Store(true) // the other search is no longer needed
	}
}
