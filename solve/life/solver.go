// Package life solves problems of life and death: it finds the region in which play matters, and
// supports its answers by proofs, which package proof checks. docs/tsumego.md defines the answers.
package life

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"moyo/game"
	"moyo/solve/dfpn"
	"moyo/solve/life/tsumego"
)

// Options of a solver. The zero value means 256 MiB, all processors and no limit except the
// context's.
type Options struct {
	Memory   int64 // bytes of the table
	Nodes    int64 // nodes for each region after which the search ends, 0 for no limit
	Threads  int
	AllMoves bool // all winning first moves instead of one
	Score    bool // the score of the winning moves, which finds all of them
	FateOnly bool // the verdict and the fate alone, without moves
	// Report is called now and then with the progress, from one goroutine.
	Report func(Progress)
}

// Progress is the progress of a search.
type Progress struct {
	Nodes           int64
	Elapsed         time.Duration
	Stage           string // the current question, in words
	Proof, Disproof uint32 // of the stage's root
	Done, Stages    int
	Fraction        float64 // estimated progress, 0 to 1
}

// DefaultMemory is the default size limit of a table, in bytes.
const DefaultMemory = 256 << 20

// sizes are the sizes of consecutive tables, and the nodes after which the next is used: allocating
// a large table takes longer than solving a small problem.
var sizes = []struct{ memory, nodes int64 }{{1 << 20, 20_000}, {32 << 20, 600_000}}

// Solver answers one problem and questions about its continuations. Its table stays for later
// calls. It is not safe for concurrent use.
type Solver struct {
	problem   tsumego.Problem
	unbounded *tsumego.Problem // the problem without a region, until Solve has tried several; else nil
	found     bool             // moyo found the region
	proves    *Solver          // the solver that proves the answer, if it is another one; else nil
	area      *area
	opt       Options
	table     *dfpn.Table
	size      int // of the table, an index of sizes; len(sizes) for all the memory

	nodes atomic.Int64
	stop  atomic.Bool
	stage progressStage
}

// NewSolver returns a solver of a problem, or an error that wraps ErrProblem.
func NewSolver(p tsumego.Problem, opt Options) (*Solver, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	if opt.Memory <= 0 {
		opt.Memory = DefaultMemory
	}
	if opt.Threads <= 0 {
		opt.Threads = runtime.GOMAXPROCS(0)
	}
	opt.AllMoves = opt.AllMoves || opt.Score
	if len(p.Region) > 0 {
		return newSolver(p, opt)
	}
	opt.Memory /= 2 // for two at the same time
	s, err := newSolverWithin(p, broad, opt)
	if err != nil {
		return nil, err
	}
	s.unbounded = &p
	return s, nil
}

// newSolverWithin returns a solver of a problem with a region that moyo finds.
func newSolverWithin(p tsumego.Problem, e extent, opt Options) (*Solver, error) {
	p, err := findRegion(p, e)
	if err != nil {
		return nil, err
	}
	s, err := newSolver(p, opt)
	if err == nil {
		s.found = true
	}
	return s, err
}

// newSolver returns a solver of a problem that has a region.
func newSolver(p tsumego.Problem, opt Options) (*Solver, error) {
	s := &Solver{problem: p, area: newArea(&p), opt: opt}
	if err := s.area.setTargets(&p); err != nil {
		return nil, err
	}
	s.table = dfpn.NewTable(min(sizes[0].memory, opt.Memory), opt.Threads > 1)
	return s, nil
}

// setTargets numbers the targets. Without targets, if the defender can connect to something safe,
// all its unsafe chains are targets.
func (a *area) setTargets(p *tsumego.Problem) error {
	s := a.start(p, [2]uint8{})
	own := s.stones[defender]
	safe := a.spread(a.safe[defender].and(own), own)
	for _, t := range p.Target {
		if i := a.number[t]; !a.listed(i, own) {
			a.targets = append(a.targets, i)
		}
	}
	if len(p.Target) > 0 {
		return nil
	}
	strong := a.spread(a.safe[attacker].and(s.stones[attacker]), s.stones[attacker])
	if !a.safe[defender].meets(a.full.without(strong)) {
		return nil
	}
	for rest := own.without(safe); !rest.empty(); {
		i := rest.first()
		chain, _ := a.chain(i, own)
		rest = rest.without(chain)
		if len(a.targets) == tsumego.MaxTargets {
			return tsumego.Invalidf("problem.chains", "more than %d chains could be meant: give a target", tsumego.MaxTargets)
		}
		a.targets = append(a.targets, i)
	}
	if len(a.targets) == 0 {
		return tsumego.Invalidf("problem.none", "no stone of the defender's in the region is in question: give a target")
	}
	return nil
}

// listed reports whether a target is in the same chain as an earlier one.
func (a *area) listed(i int, own set) bool {
	chain, _ := a.chain(i, own)
	return slices.ContainsFunc(a.targets, chain.has)
}

// Solve answers the problem; if the context stops it, with what is known by then. If the problem has no region, it
// tries up to four. In the narrow one every assumption favours the attacker, so a target that lives in it lives.
// Otherwise the broad one decides. If the target is lost in it, the problem is solved again in the wide one, which
// is final, and, while the answer still assumes a region, on the whole board. Answer.Assumes is the remaining
// assumption. Later calls use the region of the answer.
func (s *Solver) Solve(ctx context.Context) (*Answer, error) {
	if s.unbounded == nil {
		return s.answer(ctx, s.root())
	}
	given := *s.unbounded
	s.unbounded = nil
	narrowed, first, err := s.solveWithin(ctx, given, narrow)
	if err != nil {
		return nil, err
	}
	if (first.Fate == Alive || first.Fate == Seki) && first.Assumes == AssumesNothing {
		s.adopt(narrowed)
		return first, nil
	}
	a, err := s.answer(ctx, s.root())
	if err != nil {
		return nil, err
	}
	a.addCost(first)
	if !a.lostByRegion() {
		return a, nil
	}
	if a, err = s.recheckWider(ctx, given, a); err != nil || !a.lostByRegion() {
		return a, err
	}
	return s.tryWholeBoard(ctx, given, a)
}

// lostByRegion reports whether the target is lost, or in ko, because of assumptions about a region.
func (a *Answer) lostByRegion() bool {
	return a.Assumes == AssumesRegion && (a.Fate == Dead || a.Fate == FateKo)
}

// recheckWider solves a problem again in the wide region if the target is lost in the broad one. Its result is final: if
// it is open, the answer is unknown.
func (s *Solver) recheckWider(ctx context.Context, given tsumego.Problem, a *Answer) (*Answer, error) {
	wider, err := newSolverWithin(given, wide, s.opt)
	if err != nil || len(wider.problem.Region) == len(s.problem.Region) {
		return a, nil // no such region, or the same one
	}
	again, err := wider.Solve(ctx)
	if err != nil {
		return nil, err
	}
	again.addCost(a)
	s.adopt(wider)
	return again, nil
}

// tryWholeBoard solves a problem again on the whole board, if it is small enough and the answer assumes a region. If that
// decides it, the new answer replaces the old one and assumes nothing.
func (s *Solver) tryWholeBoard(ctx context.Context, given tsumego.Problem, a *Answer) (*Answer, error) {
	all, again, err := s.solveWithin(ctx, given, whole)
	switch {
	case err != nil:
		return nil, err
	case again.Verdict == Unknown:
		a.addCost(again)
		return a, nil
	}
	if again.confirms(a) {
		// Continuations are solved in the smaller region, and proved in the larger.
		a.Assumes, a.Walls = AssumesNothing, nil
		a.addCost(again)
		s.proves = all
		return a, nil
	}
	again.addCost(a)
	s.adopt(all)
	return again, nil
}

// confirms reports whether an answer confirms another one, including its first moves.
func (a *Answer) confirms(other *Answer) bool {
	sameKo := a.Ko == nil && other.Ko == nil || a.Ko != nil && other.Ko != nil && *a.Ko == *other.Ko
	return a.Verdict == other.Verdict && a.Against == other.Against && a.Fate == other.Fate && sameKo &&
		a.Tenuki == other.Tenuki && a.All == other.All && a.Best == other.Best &&
		slices.Equal(sortedMoves(a.FirstMoves), sortedMoves(other.FirstMoves))
}

func sortedMoves(moves []game.Move) []game.Move { return slices.Sorted(slices.Values(moves)) }

// solveWithin solves a problem, in part of the time, with a region of the given extent. Without
// such a region the answer is unknown.
func (s *Solver) solveWithin(ctx context.Context, given tsumego.Problem, e extent) (*Solver, *Answer, error) {
	other, err := newSolverWithin(given, e, s.opt)
	if err != nil {
		return nil, &Answer{Verdict: Unknown, Fate: NoFate}, nil
	}
	a, err := other.solveBriefly(ctx)
	return other, a, err
}

// solveBriefly solves in a part of the time.
func (s *Solver) solveBriefly(ctx context.Context) (*Answer, error) {
	part, cancel := s.briefly(ctx)
	defer cancel()
	return s.Solve(part)
}

// briefly returns a context for a fifth of the remaining time. Without a deadline the limit of nodes ends the
// search, so that the answer is reproducible; without that limit it ends after 10 seconds.
func (s *Solver) briefly(ctx context.Context) (context.Context, context.CancelFunc) {
	if end, ok := ctx.Deadline(); ok {
		return context.WithTimeout(ctx, time.Until(end)/5)
	}
	if s.opt.Nodes > 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, 10*time.Second)
}

// addCost adds the nodes and the time of another answer.
func (a *Answer) addCost(other *Answer) {
	a.Nodes += other.Nodes
	a.Elapsed += other.Elapsed
}

// adopt takes over the region and the table of another solver.
func (s *Solver) adopt(other *Solver) {
	s.problem, s.area, s.table, s.size = other.problem, other.area, other.table, other.size
}

// root returns the initial state of the problem, without threats.
func (s *Solver) root() state { return s.area.start(&s.problem, [2]uint8{}) }

// After answers for the position after legal moves of both sides in turn from the problem's
// position: with the same target and region, and the question of the side then to move (live if it
// defends, kill if it attacks). The verdict is for that side; its Line is the best play from that
// position. A move onto the forbidden point of a ko counts as one after an answered threat.
func (s *Solver) After(ctx context.Context, moves []game.Move) (*Answer, error) {
	at, err := s.play(moves)
	if err != nil {
		return nil, err
	}
	return s.answer(ctx, at)
}

// play returns the state after moves.
func (s *Solver) play(moves []game.Move) (state, error) {
	at := s.root()
	for i, m := range moves {
		n, ok := s.area.numberOf(m)
		if !ok {
			return at, tsumego.Invalidf("problem.moveOutside", "move %d, %s, is outside the region", i+1, s.name(m))
		}
		if n == len(s.area.points) {
			s.area.pass(&at)
			continue
		}
		if !s.area.free(&at).has(n) {
			return at, tsumego.Invalidf("problem.moveOccupied", "move %d, %s: the point has a stone", i+1, s.name(m))
		}
		if at.ko == int16(n) {
			at = s.area.withoutKo(at)
		}
		if _, ok := s.area.play(&at, n); !ok {
			return at, tsumego.Invalidf("problem.moveSuicide", "move %d, %s, is suicide", i+1, s.name(m))
		}
	}
	return at, nil
}

func (s *Solver) name(m game.Move) string {
	if m == game.Pass {
		return "pass"
	}
	return s.area.board.Name(m.Point())
}

// withThreats returns the state with other threats.
func (a *area) withThreats(s state, threats [2]uint8) state {
	s.threats = threats
	s.key = keys.of(&s)
	return s
}

func (a *area) withoutKo(s state) state {
	s.ko = noKo
	s.key = keys.of(&s)
	return s
}

// watch stops the search when the context ends and reports progress.
func (s *Solver) watch(ctx context.Context) (done func()) {
	s.stop.Store(false)
	s.nodes.Store(0)
	began := time.Now()
	quit := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				return
			case <-ctx.Done():
				s.stop.Store(true)
				return
			case <-tick.C:
				if s.opt.Report != nil {
					s.opt.Report(s.stage.report(s.nodes.Load(), time.Since(began)))
				}
			}
		}
	})
	return func() { close(quit); wg.Wait() }
}
