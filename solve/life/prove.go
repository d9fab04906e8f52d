package life

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"moyo/game"
	"moyo/solve/dfpn"
	"moyo/solve/life/proof"
)

// ErrNoProof means that there is nothing to prove, or that proving was stopped.
var ErrNoProof = errors.New("no proof")

// MaxProof limits the moves of a proof.
const MaxProof = 50_000_000

// Proof returns the proof of the answer: one claim for a win or a loss, or the claims that define a
// ko (docs/tsumego.md). The context limits the time. The error wraps ErrNoProof if there is no
// proof.
func (s *Solver) Proof(ctx context.Context) (*proof.Proof, error) {
	a, err := s.Solve(ctx)
	if err != nil {
		return nil, err
	}
	if s.proves != nil {
		return s.proves.Proof(ctx)
	}
	done := s.watch(ctx)
	defer done()
	p := &proof.Proof{Statement: statement(&s.problem, s.area)}
	for _, c := range s.claims(a) {
		proved, err := s.prove(c)
		if err != nil {
			return nil, err
		}
		p.Claims = append(p.Claims, proved)
	}
	if len(p.Claims) == 0 {
		return nil, fmt.Errorf("%w: the problem was not solved", ErrNoProof)
	}
	return p, nil
}

// claims returns the claims of an answer about the problem.
func (s *Solver) claims(a *Answer) []claim {
	me := s.root().turn
	if t := s.problem.Threats; t != nil && a.Verdict != Unknown {
		c := claimOf(me, t.Of(s.area.color[me]), t.Of(s.area.color[me^1]))
		c.captured = c.captured == (a.Verdict == Win)
		return []claim{c}
	}
	switch {
	case a.Verdict == Win:
		return []claim{claimOf(me, 0, a.Against)}
	case a.Verdict == Lose:
		return []claim{claimOf(me^1, 0, a.Against)}
	case a.Verdict == InKo && a.Ko == nil:
		return []claim{claimOf(me, MaxThreats, 0), claimOf(me^1, MaxThreats, 0)}
	case a.Verdict == InKo:
		winner := me
		if s.area.color[me] != a.Ko.TakesFirst {
			winner = me ^ 1
		}
		n := uint8(a.Ko.Threats)
		return []claim{claimOf(winner, 0, n-1), claimOf(winner^1, n, 0)}
	}
	return nil
}

// prover writes a strategy.
type prover struct {
	solver *Solver
	claim  claim
	winner uint8
	seen   map[state]bool // true while on the stack of the walk
	order  []state        // seen, in order
	moves  []byte
	cycles int
}

// prove writes the strategy that proves a claim about the problem, from the results of the search.
func (s *Solver) prove(c claim) (proof.Claim, error) {
	w := prover{solver: s, claim: c, seen: map[state]bool{}}
	if c.captured {
		w.winner = attacker
	}
	if err := w.walk(s.area.withThreats(s.root(), c.threats)); errors.Is(err, errCycle) {
		return proof.Claim{}, fmt.Errorf("%w: %w", ErrNoProof, errTooManyCycles)
	} else if err != nil {
		return proof.Claim{}, err
	}
	p := proof.Claim{Black: c.threats[defender], White: c.threats[attacker], Captured: c.captured, Moves: w.moves}
	if s.area.color[defender] == game.White {
		p.Black, p.White = p.White, p.Black
	}
	return p, nil
}

func (w *prover) walk(at state) error {
	a := w.solver.area
	if a.cleared(&at) {
		return nil
	}
	if below, seen := w.seen[at]; below && w.claim.captured {
		return errCycle
	} else if seen {
		return nil
	}
	w.seen[at] = true
	w.order = append(w.order, at)
	defer func() { w.seen[at] = false }()
	if a.certain(&at) != open {
		return w.write(proof.Leaf)
	}
	if at.turn == w.winner {
		return w.win(at)
	}
	if err := w.write(byte(len(a.points))); err != nil {
		return err
	}
	var err error
	a.children(at, func(_ int, next state) bool {
		err = w.walk(next)
		return err == nil
	})
	if err != nil {
		return err
	}
	passed := at
	a.pass(&passed)
	return w.walk(passed)
}

// win writes a move of the winner and its continuation. A claim of the attacker must not lead back
// to a state on the stack. If it does, win discards what was written since and tries another move.
func (w *prover) win(at state) error {
	var tried []int
	for {
		m, next, err := w.choose(at, tried)
		if err != nil {
			return err
		}
		written, seen := len(w.moves), len(w.order)
		if err := w.write(byte(m)); err != nil {
			return err
		}
		err = w.walk(next)
		if !errors.Is(err, errCycle) {
			return err
		}
		if w.cycles++; w.cycles > maxCycles {
			return fmt.Errorf("%w: %w", ErrNoProof, errTooManyCycles)
		}
		w.moves = w.moves[:written]
		for _, s := range w.order[seen:] {
			delete(w.seen, s)
		}
		w.order = w.order[:seen]
		tried = append(tried, m)
	}
}

// errCycle is the error for returning to a state on the stack.
var errCycle = errors.New("a circle")

var errTooManyCycles = errors.New("too many lines lead in circles")

// maxCycles limits the attempts to avoid cycles.
const maxCycles = 100_000

func (w *prover) write(m byte) error {
	if len(w.moves) == MaxProof {
		return fmt.Errorf("%w: more than %d moves", ErrNoProof, MaxProof)
	}
	if w.solver.stop.Load() {
		return fmt.Errorf("%w: stopped", ErrNoProof)
	}
	w.moves = append(w.moves, m)
	return nil
}

// choose returns a move of the winner that keeps the claim and makes progress, except those tried.
// Without such a move it returns errCycle.
func (w *prover) choose(at state, tried []int) (int, state, error) {
	if m, next, ok := w.best(at, tried); ok {
		return m, next, nil
	}
	s := w.solver
	if v := s.decide(at, attacker, 0); v != dfpn.Open && v != w.claim.provedBy() {
		return 0, at, fmt.Errorf("%w: the search contradicts itself", ErrNoProof)
	}
	if m, next, ok := w.best(at, tried); ok {
		return m, next, nil
	}
	// The table has lost its entries, or never had alternatives: ask about each move.
	found := -1
	var to state
	try := func(m int, next state) bool {
		if !w.onPath(next) && !slices.Contains(tried, m) && s.decide(next, attacker, 0) == w.claim.provedBy() {
			found, to = m, next
		}
		return found < 0
	}
	s.area.children(at, try)
	if found < 0 {
		next := at
		s.area.pass(&next)
		try(len(s.area.points), next)
	}
	switch {
	case s.stop.Load():
		return 0, at, fmt.Errorf("%w: stopped", ErrNoProof)
	case found < 0:
		return 0, at, errCycle
	}
	return found, to, nil
}

// onPath reports whether a state is on the path of the walk, to which no proof of the attacker may
// return.
func (w *prover) onPath(at state) bool { return w.claim.captured && w.seen[at] }

// best returns the known move with the shortest proof: to a finished or already written state, else
// to the lowest one.
func (w *prover) best(at state, tried []int) (move int, to state, ok bool) {
	a := w.solver.area
	rank := math.MaxInt
	try := func(m int, next state) bool {
		if w.onPath(next) || slices.Contains(tried, m) || w.solver.known(next, w.claim) != dfpn.Won {
			return true
		}
		r := math.MaxInt - 1
		if _, seen := w.seen[next]; seen || a.certain(&next) != open {
			r = 0
		} else if n, known := w.solver.lookUp(&next); known {
			r = 1 + int(n.Height)<<30 + int(n.Work)
		}
		if r < rank {
			move, to, ok, rank = m, next, true, r
		}
		return rank > 0
	}
	a.children(at, try)
	if rank > 0 {
		a.pass(&at)
		try(len(a.points), at)
	}
	return move, to, ok
}
