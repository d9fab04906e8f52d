package solve

import (
	"math/bits"
	"time"

	"moyo/engine/dfpn"
	"moyo/game"
)

// answer says what the searches found, and looks for the best moves and, where
// they are asked for or tell whether superko matters, for strategies.
func (s *solver) answer() Answer {
	s.stop.Store(false)
	if s.ended() {
		s.stop.Store(true)
	}
	a := Answer{Bound: s.bound()}
	switch mine, yours := s.facts[0], s.facts[1]; {
	case mine.wins:
		a.Value, a.Plies = Win, mine.won
	case yours.wins:
		a.Value, a.Plies = Loss, yours.won
	case mine.never && yours.never:
		a.Value = Draw
	}
	if a.Plies > 0 {
		a.Bound = a.Plies - 1
	}
	a.Best = s.best(&a)
	s.prove(&a)
	a.Nodes, a.Elapsed = s.nodes.Load(), time.Since(s.began)
	return a
}

// prove makes the proofs, and says whether the answer holds for the rules.
func (s *solver) prove(a *Answer) {
	a.Proved = a.Value != Unknown && !s.r.superko
	side := 0
	if a.Value == Loss {
		side = 1
	}
	switch {
	case a.Plies > 0 && (s.opt.Prove || s.r.superko):
		win, fresh := s.winProof(side, a.Plies)
		a.Proved = a.Proved || fresh
		if s.opt.Prove && win != nil {
			a.Proofs = append(a.Proofs, win)
			a.Proofs = s.add(a.Proofs, s.holdProof(side, a.Plies-1))
		}
	case a.Value == Draw && s.opt.Prove:
		a.Proofs = s.add(s.add(nil, s.holdProof(0, 0)), s.holdProof(1, 0))
	}
}

// add appends a proof that was made.
func (s *solver) add(list []*Proof, p *Proof) []*Proof {
	if p == nil || p.Claim.Plies == 0 && p.Claim.Win {
		return list
	}
	return append(list, p)
}

// best returns the moves that keep the value.
func (s *solver) best(a *Answer) []game.Move {
	var keeps func(to *state) bool
	x := newWithin(s.g, &s.r, s.table, &s.stop, &s.nodes)
	side := 0
	switch {
	case a.Value == Win && a.Plies > 0:
		keeps = func(to *state) bool { return x.wins(to, a.Plies-1) && !x.stopped }
	case a.Value == Loss && a.Plies > 0:
		side = 1
		keeps = func(to *state) bool { return !x.wins(to, a.Plies-2) && !x.stopped }
	case a.Value == Draw:
		side = 1
		keeps = func(to *state) bool {
			return to.wins(s.g, &s.r, attacker, to.ko) == 0 && s.newReach(*to).Run(0) == dfpn.Lost
		}
	default:
		return nil
	}
	return s.those(side, keeps)
}

// those returns the moves of the start whose results keeps accepts, or that end
// the game as the value says. side says who the attacker is.
func (s *solver) those(side int, keeps func(*state) bool) []game.Move {
	var list []game.Move
	start := s.start(side)
	answers := map[uint64]bool{}
	won := start.wins(s.g, &s.r, start.turn, start.ko)
	if won != 0 && side == 0 {
		for m := won; m != 0; m &= m - 1 {
			list = append(list, game.Move(bits.TrailingZeros64(m)))
		}
		return list
	}
	s.replies(&start, func(m uint8, to *state) bool {
		key, _ := to.keyAmong(s.g, s.g.images)
		good, known := answers[key]
		if !known {
			good = keeps(to)
			answers[key] = good
		}
		if good {
			list = append(list, moveOf(m))
		}
		return true
	})
	return list
}

func moveOf(m uint8) game.Move {
	if m == pass {
		return game.Pass
	}
	return game.Move(m)
}
