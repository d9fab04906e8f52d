// Package solvers manages solvers of life-and-death problems, for questions about problems and for training with
// them.
package solvers

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
	"moyo/server/base/convert"
	"moyo/server/base/guard"
	"moyo/server/base/limit"
	"moyo/server/base/queue"
	"moyo/server/machines/engines"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// Solver solves one problem and its continuations. *life.Solver implements it.
type Solver interface {
	Solve(ctx context.Context) (*life.Answer, error)
	After(ctx context.Context, moves []game.Move) (*life.Answer, error)
}

// Config configures a pool.
type Config struct {
	Make   func(tsumego.Problem, life.Options) (Solver, error) // nil for life.NewSolver
	Queue  *queue.Queue                                        // for callers that wait for a solver
	AtOnce int                                                 // solvers that run at the same time; the queue enforces it
	Most   int                                                 // solvers in memory; at least AtOnce
	Memory int64                                               // bytes of each solver's table
	Idle   time.Duration                                       // lifetime of an unused solver
	Now    func() time.Time
	// Elsewhere has solvers on other machines; may be nil.
	Elsewhere Elsewhere
}

// Elsewhere has solvers on other machines.
type Elsewhere interface {
	// Solver returns a solver of a problem on another machine. If it fails because it is on another machine, its
	// error is [engines.ErrElsewhere].
	Solver(tsumego.Problem, life.Options) Solver
}

// maxKnown is the maximum number of judged positions of a solver.
const maxKnown = 2000

// Pool lends solvers of problems. A returned solver is kept for its guest's next request. The numbers of solvers in
// use and of kept solvers are limited, and so is their memory.
type Pool struct {
	cfg Config

	mu     sync.Mutex
	kept   []*Kept // oldest first, at most one for each guest
	inUse  int
	closed bool
}

// Kept is a solver with its guest, its problem, and the positions that it has judged.
type Kept struct {
	guest   string
	problem tsumego.Problem
	opt     life.Options // without Report
	solver  Solver
	report  atomic.Pointer[func(life.Progress)] // the current listener
	known   map[string]*life.Answer             // by moves
	forget  *time.Timer
}

// New returns a pool.
func New(cfg Config) *Pool {
	if cfg.Make == nil {
		cfg.Make = newSolver
	}
	cfg.Most = max(cfg.Most, cfg.AtOnce)
	return &Pool{cfg: cfg}
}

func newSolver(p tsumego.Problem, opt life.Options) (Solver, error) {
	s, err := life.NewSolver(p, opt)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Use calls f with a solver of the problem when the queue has a place. It returns a panic of f as an error, and does
// not use that solver again. tell receives waiting times and progress at a limited rate. A whole problem without a
// place on this machine goes to a solver elsewhere, if one is free. If that fails, f is called again with one of this
// machine.
func (s *Pool) Use(
	ctx context.Context, urgency queue.Urgency, who queue.Asker, p tsumego.Problem,
	opt life.Options, tell func(*SolveProgress), f func(*Kept) error,
) error {
	waiting := func(at queue.Place) { tell(&SolveProgress{Waiting: at.Waiting()}) }
	here := func() error { return s.use(who.Person, p, opt, tell, f) }
	if s.cfg.Elsewhere == nil || urgency != queue.Problem {
		return s.cfg.Queue.Do(ctx, urgency, who, waiting, here)
	}
	err := s.cfg.Queue.DoAnywhere(ctx, urgency, who, waiting, func(elsewhere bool) error {
		if !elsewhere {
			return here()
		}
		return s.useElsewhere(p, opt, tell, f)
	})
	if errors.Is(err, engines.ErrElsewhere) && ctx.Err() == nil {
		err = s.cfg.Queue.Do(ctx, urgency, who, waiting, here)
	}
	return err
}

// useElsewhere calls f with a solver on another machine, which is not kept.
func (s *Pool) useElsewhere(p tsumego.Problem, opt life.Options, tell func(*SolveProgress), f func(*Kept) error) error {
	now := opt
	now.Memory, now.Threads, now.Report = s.cfg.Memory, 1, s.reporter(tell)
	k := &Kept{problem: p, opt: opt, solver: s.cfg.Elsewhere.Solver(p, now), known: map[string]*life.Answer{}}
	return guard.Run(func() error { return f(k) })
}

func (s *Pool) use(guest string, p tsumego.Problem, opt life.Options, tell func(*SolveProgress), f func(*Kept) error) error {
	k, err := s.take(guest, p, opt)
	if err != nil {
		return err
	}
	report := s.reporter(tell)
	k.report.Store(&report)
	healthy := false
	err = guard.Run(func() error {
		err := f(k)
		healthy = true
		return err
	})
	k.report.Store(nil)
	s.giveBack(k, healthy)
	return err
}

// reporter returns a function that reports a solver's progress at a limited rate.
func (s *Pool) reporter(tell func(*SolveProgress)) func(life.Progress) {
	pace := limit.NewPace(limit.ReportEvery, s.cfg.Now) // several threads may report
	return func(p life.Progress) {
		if pace.Due() {
			tell(progressOf(p))
		}
	}
}

func progressOf(p life.Progress) *SolveProgress {
	w := &SolveProgress{
		Stage: p.Stage, Done: p.Done, Stages: p.Stages, Nodes: p.Nodes, Elapsed: p.Elapsed.Seconds(),
		Proof: float64(p.Proof), Disproof: float64(p.Disproof), Fraction: min(max(convert.Finite(p.Fraction), 0), 1),
	}
	if w.Elapsed > 0 {
		w.PerSecond = convert.Finite(float64(p.Nodes) / w.Elapsed)
	}
	return w
}

// take returns the guest's solver if it has that problem, or creates one.
func (s *Pool) take(guest string, p tsumego.Problem, opt life.Options) (*Kept, error) {
	s.mu.Lock()
	if i := slices.IndexFunc(s.kept, func(k *Kept) bool { return k.guest == guest }); i >= 0 {
		k := s.remove(i)
		if k.is(p, opt) {
			s.inUse++
			s.mu.Unlock()
			return k, nil
		}
	}
	for len(s.kept) > 0 && s.inUse+len(s.kept) >= s.cfg.Most {
		s.remove(0)
	}
	s.inUse++
	s.mu.Unlock()
	k := &Kept{guest: guest, problem: p, opt: opt, known: map[string]*life.Answer{}}
	err := guard.Run(func() (err error) {
		now := opt
		now.Memory, now.Threads, now.Report = s.cfg.Memory, 1, k.tell
		k.solver, err = s.cfg.Make(p, now)
		return err
	})
	if err != nil {
		s.mu.Lock()
		s.inUse--
		s.mu.Unlock()
	}
	return k, err
}

// remove removes a kept solver. The caller holds s.mu.
func (s *Pool) remove(i int) *Kept {
	k := s.kept[i]
	k.forget.Stop()
	s.kept = slices.Delete(s.kept, i, i+1)
	return k
}

// giveBack keeps a solver for a while, for its guest's next request.
func (s *Pool) giveBack(k *Kept, healthy bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.inUse--
	if !healthy || s.closed || slices.ContainsFunc(s.kept, func(o *Kept) bool { return o.guest == k.guest }) {
		return
	}
	s.kept = append(s.kept, k)
	k.forget = time.AfterFunc(s.cfg.Idle, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if i := slices.Index(s.kept, k); i >= 0 {
			s.remove(i)
		}
	})
}

// Close drops the kept solvers, and those in use when they are returned.
func (s *Pool) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for len(s.kept) > 0 {
		s.remove(0)
	}
}

// is reports whether the solver is for that problem with those options.
func (k *Kept) is(p tsumego.Problem, opt life.Options) bool {
	o := k.problem
	return o.Board == p.Board && slices.Equal(o.Stones, p.Stones) && o.ToPlay == p.ToPlay && o.Ko == p.Ko &&
		o.Question == p.Question && slices.Equal(o.Target, p.Target) && slices.Equal(o.Region, p.Region) && slices.Equal(o.Walls, p.Walls) &&
		reflect.DeepEqual(o.Threats, p.Threats) && k.opt.AllMoves == opt.AllMoves && k.opt.Score == opt.Score
}

// tell passes the progress to the current listener.
func (k *Kept) tell(p life.Progress) {
	if report := k.report.Load(); report != nil {
		(*report)(p)
	}
}

// Solve solves the problem. With an error, the answer is what was known when the time was over.
func (k *Kept) Solve(ctx context.Context) (*life.Answer, error) {
	a, err := k.solver.Solve(ctx)
	if err == nil && k.problem.Question != tsumego.Status {
		k.remember(nil, a)
	}
	return a, err
}

// Judge returns the answers before and after the last move.
func (k *Kept) Judge(ctx context.Context, moves []game.Move) (before, after *life.Answer, err error) {
	if after, err = k.After(ctx, moves); err != nil && after == nil {
		return nil, nil, err
	}
	if len(moves) > 0 {
		before, _ = k.After(ctx, moves[:len(moves)-1]) // without it, the judgement is "unknown"
	}
	return before, after, nil
}

// After returns the answer after moves, from an earlier one if that is certain.
func (k *Kept) After(ctx context.Context, moves []game.Move) (*life.Answer, error) {
	if a := k.known[fmt.Sprint(moves)]; a != nil {
		return a, nil
	}
	a, err := k.solver.After(ctx, moves)
	if err == nil {
		k.remember(moves, a)
	}
	return a, err
}

// remember keeps a certain answer.
func (k *Kept) remember(moves []game.Move, a *life.Answer) {
	if a == nil || a.Verdict == life.Unknown {
		return
	}
	if len(k.known) >= maxKnown {
		clear(k.known)
	}
	k.known[fmt.Sprint(moves)] = a
}
