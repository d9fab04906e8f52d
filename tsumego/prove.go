package tsumego

import (
	"context"
	"errors"
	"fmt"
	"math"

	"moyo/engine/dfpn"
	"moyo/game"
	"moyo/tsumego/proof"
)

// ErrNoProof says that there is nothing to prove, or that proving was stopped.
var ErrNoProof = errors.New("no proof")

// MaxProof is the most moves of a proof.
const MaxProof = 50_000_000

// Proof returns proofs of the answer: one of a win or a loss; of a ko those of what
// makes it one (docs/tsumego.md). The context limits the time. It wraps
// ErrNoProof where there is none.
func (s *Solver) Proof(ctx context.Context) ([]*proof.Proof, error) {
	a, err := s.Solve(ctx)
	if err != nil {
		return nil, err
	}
	done := s.watch(ctx)
	defer done()
	var proofs []*proof.Proof
	for _, c := range s.claims(a) {
		p, err := s.prove(c)
		if err != nil {
			return nil, err
		}
		proofs = append(proofs, p)
	}
	if len(proofs) == 0 {
		return nil, fmt.Errorf("%w: the problem was not solved", ErrNoProof)
	}
	return proofs, nil
}

// claims returns what an answer claims of the problem.
func (s *Solver) claims(a *Answer) []claim {
	me := s.root().turn
	if t := s.problem.Threats; t != nil && a.Verdict != Unknown {
		c := way(me, t.Of(s.area.color[me]), t.Of(s.area.color[me^1]))
		c.captured = c.captured == (a.Verdict == Win)
		return []claim{c}
	}
	switch a.Verdict {
	case Win:
		return []claim{way(me, 0, Unlimited)}
	case Lose:
		return []claim{way(me^1, 0, Unlimited)}
	case Unknown:
		return nil
	}
	list := []claim{way(me, Unlimited, 0), way(me^1, Unlimited, 0)}
	if a.Ko == nil {
		return list
	}
	winner := me
	if s.area.color[me] != a.Ko.TakesFirst {
		winner = me ^ 1
	}
	n := a.Ko.Threats
	list = append(list, way(winner, 0, uint8(n-1)))
	if n <= MaxThreats {
		list = append(list, way(winner^1, uint8(n), 0))
	}
	return list
}

// prover writes a strategy.
type prover struct {
	solver *Solver
	claim  claim
	winner uint8
	seen   map[state]bool // true while the walk is below it
	moves  []byte
}

// prove writes the proof of a claim about the problem, which the search has found.
func (s *Solver) prove(c claim) (*proof.Proof, error) {
	w := prover{solver: s, claim: c, seen: map[state]bool{}}
	if c.captured {
		w.winner = attacker
	}
	if err := w.walk(s.area.with(s.root(), c.threats)); err != nil {
		return nil, err
	}
	p := &proof.Proof{
		Board: s.problem.Board, Stones: s.problem.Stones, ToPlay: s.problem.ToPlay, Ko: s.problem.Ko,
		Defender: s.area.color[defender], Region: s.area.points, Captured: c.captured, Moves: w.moves,
	}
	for _, t := range s.area.targets {
		p.Targets = append(p.Targets, s.area.points[t])
	}
	p.Black, p.White = c.threats[defender], c.threats[attacker]
	if p.Defender == game.White {
		p.Black, p.White = p.White, p.Black
	}
	return p, nil
}

func (w *prover) walk(at state) error {
	a := w.solver.area
	if _, ok := w.seen[at]; ok || a.cleared(&at) {
		return nil
	}
	w.seen[at] = true
	defer func() { w.seen[at] = false }()
	if a.certain(&at) != open {
		return w.write(proof.Leaf)
	}
	if at.turn == w.winner {
		m, next, err := w.choose(at)
		if err != nil {
			return err
		}
		if err := w.write(byte(m)); err != nil {
			return err
		}
		return w.walk(next)
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

// choose returns a move of the winner's that keeps the claim and leads on.
func (w *prover) choose(at state) (int, state, error) {
	if m, next, ok := w.best(at); ok {
		return m, next, nil
	}
	s := w.solver
	if v := s.decide(at, attacker, 0); v != dfpn.Open {
		if v != w.claim.want() {
			return 0, at, fmt.Errorf("%w: the search contradicts itself at %x", ErrNoProof, at.stones)
		}
		if m, next, ok := w.best(at); ok {
			return m, next, nil
		}
	}
	// The table has lost what it knew: ask about each move.
	found := -1
	var to state
	s.area.children(at, func(m int, next state) bool {
		if !w.below(next) && s.decide(next, attacker, 0) == w.claim.want() {
			found, to = m, next
		}
		return found < 0
	})
	if found < 0 {
		next := at
		s.area.pass(&next)
		if w.below(next) || s.decide(next, attacker, 0) != w.claim.want() {
			return 0, at, fmt.Errorf("%w: stopped", ErrNoProof)
		}
		found, to = len(s.area.points), next
	}
	return found, to, nil
}

// below says whether the walk is below a state, which no proof of the attacker's may lead
// back to.
func (w *prover) below(at state) bool { return w.claim.captured && w.seen[at] }

// best returns the known move that makes the shortest proof: to what is over or
// was written already, else to the lowest.
func (w *prover) best(at state) (move int, to state, ok bool) {
	a := w.solver.area
	rank := math.MaxInt
	try := func(m int, next state) bool {
		if w.below(next) || w.solver.known(next, w.claim) != dfpn.Won {
			return true
		}
		r := math.MaxInt - 1
		if _, seen := w.seen[next]; seen || a.certain(&next) != open {
			r = 0
		} else if n, known := w.solver.table.Known(next.key); known {
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
