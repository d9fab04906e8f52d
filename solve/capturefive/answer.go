package capturefive

import (
	"math/bits"
	"slices"
	"time"

	"moyo/game"
	"moyo/solve/capturefive/proof"
	"moyo/solve/dfpn"
)

// answer collects the results of the searches. It also finds the best moves, and strategies if they
// are requested or needed to decide whether superko matters.
func (s *solver) answer() Answer {
	s.stop.Store(false)
	if s.stopped() {
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

// prove makes the proofs, and determines whether the answer holds for the rules.
func (s *solver) prove(a *Answer) {
	a.Proved = a.Value != Unknown && !s.r.superko
	a.Exact = a.Proved && a.Plies > 0
	side := 0
	if a.Value == Loss {
		side = 1
	}
	needed := (s.opt.Prove || s.r.superko) && s.r.need > 0
	switch {
	case a.Plies > 0 && needed:
		win, fresh := s.winProof(side, a.Plies)
		var bound *Proof // no win takes fewer plies than one
		freshBound := true
		if a.Plies > 1 {
			bound, freshBound = s.holdProof(side, a.Plies-1)
		}
		a.Proved = a.Proved || fresh
		a.Exact = a.Exact || fresh && freshBound
		a.Proofs = s.requested(win, bound)
	case a.Value == Draw && s.opt.Prove && needed:
		mine, _ := s.holdProof(0, 0)
		yours, _ := s.holdProof(1, 0)
		a.Proofs = s.requested(mine, yours)
	}
}

// requested returns the proofs if the options request them.
func (s *solver) requested(proofs ...*Proof) (list []*Proof) {
	for _, p := range proofs {
		if s.opt.Prove && p != nil {
			list = append(list, p)
		}
	}
	return list
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
	return s.movesWhere(side, keeps)
}

// movesWhere returns the moves of the start whose results keeps accepts, or that end the game with
// the value. side is the attacker.
func (s *solver) movesWhere(side int, keeps func(*state) bool) []game.Move {
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
		if m != pass && s.repeats(absolute(*to, s.color(side))) {
			return true
		}
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

// repeats reports whether superko forbids reaching a position.
func (s *solver) repeats(to proof.State) bool {
	return s.r.superko && slices.ContainsFunc(s.Past, func(past proof.State) bool {
		return past.Black == to.Black && past.White == to.White && (!s.r.sides || past.ToPlay == to.ToPlay)
	})
}

func moveOf(m uint8) game.Move {
	if m == pass {
		return game.Pass
	}
	return game.Move(m)
}
