package server

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"moyo/game"
	"moyo/server/wire"
	"moyo/tsumego"
)

// solvers lends solvers of problems. There are two lines of people, who wait
// till others are done: the long one for whole problems, the short one for the
// judgement of moves. A solver that was given back stays for the next question
// of its guest; those in use and kept are never more than most, which bounds
// their memory.
type solvers struct {
	make   func(tsumego.Problem, tsumego.Options) (Solver, error)
	memory int64         // bytes of each one's table
	idle   time.Duration // how long one is kept unused
	most   int
	long   chan struct{}
	short  chan struct{}

	mu     sync.Mutex
	kept   []*keptSolver // oldest first, one of each guest at most
	inUse  int
	closed bool
}

// keptSolver is a solver with whose it is, what it is for, and the positions
// that it has judged.
type keptSolver struct {
	guest   string
	problem tsumego.Problem
	opt     tsumego.Options // without Report
	solver  Solver
	report  atomic.Pointer[func(tsumego.Progress)] // who listens now
	known   map[string]*tsumego.Answer             // by the moves
	forget  *time.Timer
}

func newSolvers(cfg Config) *solvers {
	build := cfg.NewSolver
	if build == nil {
		build = newSolver
	}
	l := cfg.Limits
	return &solvers{
		make: build, memory: l.SolverMemory, idle: l.IdleSolver, most: max(l.Solvers, 2*l.Solves),
		long: make(chan struct{}, l.Solves), short: make(chan struct{}, l.Solves),
	}
}

// use calls f with a solver of the problem as soon as the line has a place. What
// f panics with becomes its error, and that solver is not used again.
func (s *solvers) use(ctx context.Context, line chan struct{}, guest string, p tsumego.Problem, opt tsumego.Options, tell func(*wire.SolveProgress), f func(*keptSolver) error) error {
	select {
	case line <- struct{}{}:
	default:
		tell(&wire.SolveProgress{Waiting: true})
		select {
		case line <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	defer func() { <-line }()
	k, err := s.take(guest, p, opt)
	if errors.Is(err, tsumego.ErrProblem) {
		return refused{problemWords(err)}
	}
	if err != nil {
		return err
	}
	report := reporter(tell)
	k.report.Store(&report)
	healthy := false
	err = guarded(func() error {
		err := f(k)
		healthy = true
		return err
	})
	k.report.Store(nil)
	s.giveBack(k, healthy)
	return err
}

// reporter returns what tells a solver's progress, not too often.
func reporter(tell func(*wire.SolveProgress)) func(tsumego.Progress) {
	var mu sync.Mutex // several threads may report
	var last time.Time
	return func(p tsumego.Progress) {
		mu.Lock()
		defer mu.Unlock()
		now := time.Now()
		if now.Sub(last) < reportEvery {
			return
		}
		last = now
		tell(progressOf(p))
	}
}

func progressOf(p tsumego.Progress) *wire.SolveProgress {
	w := &wire.SolveProgress{
		Stage: p.Stage, Done: p.Done, Stages: p.Stages, Nodes: p.Nodes, Elapsed: p.Elapsed.Seconds(),
		Proof: float64(p.Proof), Disproof: float64(p.Disproof), Fraction: min(max(finite(p.Fraction), 0), 1),
	}
	if w.Elapsed > 0 {
		w.PerSecond = finite(float64(p.Nodes) / w.Elapsed)
	}
	return w
}

// take returns the guest's solver if it is of that problem, or makes one.
func (s *solvers) take(guest string, p tsumego.Problem, opt tsumego.Options) (*keptSolver, error) {
	s.mu.Lock()
	if i := slices.IndexFunc(s.kept, func(k *keptSolver) bool { return k.guest == guest }); i >= 0 {
		k := s.remove(i)
		if k.is(p, opt) {
			s.inUse++
			s.mu.Unlock()
			return k, nil
		}
	}
	for len(s.kept) > 0 && s.inUse+len(s.kept) >= s.most {
		s.remove(0)
	}
	s.inUse++
	s.mu.Unlock()
	k := &keptSolver{guest: guest, problem: p, opt: opt, known: map[string]*tsumego.Answer{}}
	err := guarded(func() (err error) {
		now := opt
		now.Memory, now.Threads, now.Report = s.memory, 1, k.tell
		k.solver, err = s.make(p, now)
		return err
	})
	if err != nil {
		s.mu.Lock()
		s.inUse--
		s.mu.Unlock()
	}
	return k, err
}

// remove takes a kept solver out; s.mu is held.
func (s *solvers) remove(i int) *keptSolver {
	k := s.kept[i]
	k.forget.Stop()
	s.kept = slices.Delete(s.kept, i, i+1)
	return k
}

// giveBack keeps a solver for its guest's next question, for a while.
func (s *solvers) giveBack(k *keptSolver, healthy bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.inUse--
	if !healthy || s.closed || slices.ContainsFunc(s.kept, func(o *keptSolver) bool { return o.guest == k.guest }) {
		return
	}
	s.kept = append(s.kept, k)
	k.forget = time.AfterFunc(s.idle, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if i := slices.Index(s.kept, k); i >= 0 {
			s.remove(i)
		}
	})
}

// close forgets the solvers that are kept, and those in use when they come back.
func (s *solvers) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for len(s.kept) > 0 {
		s.remove(0)
	}
}

// is says whether the solver is for that problem with those options.
func (k *keptSolver) is(p tsumego.Problem, opt tsumego.Options) bool {
	o := k.problem
	return o.Board == p.Board && slices.Equal(o.Stones, p.Stones) && o.ToPlay == p.ToPlay && o.Ko == p.Ko &&
		o.Question == p.Question && slices.Equal(o.Target, p.Target) && slices.Equal(o.Region, p.Region) && slices.Equal(o.Walls, p.Walls) &&
		reflect.DeepEqual(o.Threats, p.Threats) && k.opt.AllMoves == opt.AllMoves && k.opt.Score == opt.Score
}

// tell passes the progress on to whoever listens now.
func (k *keptSolver) tell(p tsumego.Progress) {
	if report := k.report.Load(); report != nil {
		(*report)(p)
	}
}

// solve answers the problem; with an error beside it, the answer is what was
// known when the time was over.
func (k *keptSolver) solve(ctx context.Context) (*tsumego.Answer, error) {
	a, err := k.solver.Solve(ctx)
	if err == nil && k.problem.Question != tsumego.Status {
		k.remember(nil, a)
	}
	return a, err
}

// judge answers for the positions before and after the last move.
func (k *keptSolver) judge(ctx context.Context, moves []game.Move) (before, after *tsumego.Answer, err error) {
	if after, err = k.after(ctx, moves); err != nil && after == nil {
		return nil, nil, err
	}
	if len(moves) > 0 {
		before, _ = k.after(ctx, moves[:len(moves)-1]) // without it the judgement is "unknown"
	}
	return before, after, nil
}

func (k *keptSolver) after(ctx context.Context, moves []game.Move) (*tsumego.Answer, error) {
	if a := k.known[fmt.Sprint(moves)]; a != nil {
		return a, nil
	}
	a, err := k.solver.After(ctx, moves)
	if err == nil {
		k.remember(moves, a)
	}
	return a, err
}

// remember keeps what is certain.
func (k *keptSolver) remember(moves []game.Move, a *tsumego.Answer) {
	if a == nil || a.Verdict == tsumego.Unknown {
		return
	}
	if len(k.known) >= maxKnown {
		clear(k.known)
	}
	k.known[fmt.Sprint(moves)] = a
}
