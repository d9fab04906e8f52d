package capturefive

import (
	"bytes"
	"io"
	"math/bits"

	"moyo/board"
	"moyo/game"
	"moyo/solve/capturefive/proof"
	"moyo/solve/dfpn"
)

// Proof is a claim with the strategy that proves it.
type Proof struct {
	Claim proof.Claim
	Start proof.State
	moves map[uint64]choice
}

// choice is a move in a position. left is the number of plies for which it was chosen.
type choice struct {
	at   state
	move uint8
	left int16
}

// Len returns the number of positions in the strategy.
func (p *Proof) Len() int { return len(p.moves) }

// Write writes the proof as a file for package proof.
func (p *Proof) Write(w io.Writer) error {
	attacks := p.Claim.Side
	if !p.Claim.Win {
		attacks = attacks.Other()
	}
	return proof.Write(w, p.Claim, p.Start, func(yield func(proof.State, game.Point) bool) {
		for _, c := range p.moves {
			point := game.Point(c.move)
			if c.move == pass {
				point = board.None
			}
			if !yield(absolute(c.at, attacks), point) {
				return
			}
		}
	})
}

// strategist collects strategies from the tables of the searches, and searches again for missing
// entries.
type strategist struct {
	*solver
	x     *within
	moves map[uint64]choice
	// pictures maps each position of the stones to one of the states that have it. twice reports that
	// one has several.
	pictures map[uint64]uint64
	twice    bool
}

func (s *solver) newStrategist() *strategist {
	return &strategist{
		solver: s, x: newWithin(s.g, &s.r, s.table, &s.stop, &s.nodes),
		moves: map[uint64]choice{}, pictures: map[uint64]uint64{},
	}
}

// id identifies a position up to all symmetries.
func (e *strategist) id(s *state) uint64 {
	key, _ := s.keyAmong(e.g, e.g.images)
	return key
}

// notePicture records the stones of a position, if superko depends on them.
func (e *strategist) notePicture(s *state) {
	if !e.r.superko {
		return
	}
	id := e.id(s)
	picture := e.id(&state{stones: s.stones, ko: none})
	if other, ok := e.pictures[picture]; ok && other != id {
		e.twice = true
	}
	e.pictures[picture] = id
}

// known returns the table's entry for a position, with the move mapped to it.
func (e *strategist) known(s *state) bound {
	key, as := s.key(e.g)
	b := e.table.find(key)
	b.move = as.from[b.move]
	return b
}

// replies calls f for each legal move of s, including passes, and its result, until f returns
// false.
func (e *solver) replies(s *state, f func(move uint8, to *state) bool) {
	for m := s.empty(e.g); m != 0; m &= m - 1 {
		p := bits.TrailingZeros64(m)
		if to, _, legal := s.play(e.g, &e.r, p); legal && !f(uint8(p), &to) {
			return
		}
	}
	if e.r.pass && !s.passed {
		to := s.passTurn()
		f(pass, &to)
	}
}

// win collects moves with which the attacker, to move, wins within d plies. It returns false if the
// search was stopped.
func (e *strategist) win(s *state, d int) bool {
	e.notePicture(s)
	if s.wins(e.g, &e.r, attacker, s.ko) != 0 {
		return true
	}
	id := e.id(s)
	if c, ok := e.moves[id]; ok && int(c.left) <= d {
		return true
	}
	move, left := e.winningMove(s, d)
	if move == noMove {
		return false
	}
	e.moves[id] = choice{*s, move, int16(left)}
	to, _, _ := s.play(e.g, &e.r, int(move))
	return e.winAfter(&to, left-1)
}

// winAfter does the same for a position with the defender to move.
func (e *strategist) winAfter(s *state, d int) (ok bool) {
	e.notePicture(s)
	ok = true
	e.replies(s, func(_ uint8, to *state) bool {
		ok = ok && e.win(to, d-1)
		return ok
	})
	return ok
}

// winningMove returns a move with which the attacker wins within left <= d plies.
func (e *strategist) winningMove(s *state, d int) (move uint8, left int) {
	for range 2 {
		b := e.known(s)
		if b.win != 0 && int(b.win) <= d && b.move != noMove {
			return b.move, int(b.win)
		}
		if !e.x.attack(s, d) {
			return noMove, 0
		}
	}
	move = noMove // found again and lost again: the table is small
	e.replies(s, func(m uint8, to *state) bool {
		if m != pass && e.x.wins(to, d-1) && !e.x.stopped {
			move = m
		}
		return move == noMove
	})
	return move, d
}

// hold collects moves of the defender, to move, with which the attacker does not win within d
// plies, or never if d is the maximum.
func (e *strategist) hold(s *state, d int, never bool) bool {
	e.notePicture(s)
	if d < 4 && !never || e.trivial(s) {
		return true
	}
	id := e.id(s)
	if c, ok := e.moves[id]; ok && int(c.left) >= d {
		return true
	}
	move := e.holdingMove(s, d)
	if move == noMove {
		return false
	}
	e.moves[id] = choice{*s, move, int16(d)}
	to := e.after(s, move)
	e.notePicture(&to)
	ok := true
	e.replies(&to, func(_ uint8, next *state) bool {
		ok = ok && e.hold(next, d-2, never)
		return ok
	})
	return ok
}

func (e *strategist) after(s *state, move uint8) state {
	if move == pass {
		return s.passTurn()
	}
	to, _, _ := s.play(e.g, &e.r, int(move))
	return to
}

// trivial reports whether the defender, to move, needs no entry to avoid a loss: see package proof.
func (e *strategist) trivial(s *state) bool {
	return s.passed || s.wins(e.g, &e.r, defender, s.ko) != 0 ||
		!e.r.captures && !e.g.open(s.stones[defender]) || !e.r.pass && !s.canPlay(e.g, &e.r)
}

// holdingMove returns a move after which the attacker does not win within d-1 plies.
func (e *strategist) holdingMove(s *state, d int) uint8 {
	for range 2 {
		b := e.known(s)
		if d >= 2 && int(b.fail) >= d && b.move != noMove {
			return b.move
		}
		if d > 2 && e.x.defend(s, d) || e.x.stopped {
			return noMove
		}
	}
	move := uint8(noMove)
	e.replies(s, func(m uint8, to *state) bool {
		if !e.x.wins(to, d-1) && !e.x.stopped {
			move = m
		}
		return move == noMove && !e.x.stopped
	})
	return move
}

// holdForever collects moves with which the attacker never wins, from the table of the proof-number
// search.
func (e *strategist) holdForever(s *state) bool {
	todo := []state{*s}
	if s.turn == attacker {
		todo = e.next(s, todo[:0])
	}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		id := e.id(&at)
		if _, ok := e.moves[id]; ok || e.trivial(&at) {
			continue
		}
		move := e.neverLosingMove(&at)
		if move == noMove {
			return false
		}
		e.moves[id] = choice{at: at, move: move}
		to := e.after(&at, move)
		todo = e.next(&to, todo)
	}
	return true
}

// next appends the results of the moves of s.
func (e *strategist) next(s *state, todo []state) []state {
	e.replies(s, func(_ uint8, to *state) bool {
		todo = append(todo, *to)
		return true
	})
	return todo
}

// neverLosingMove returns a move of the defender after which the attacker never wins.
func (e *strategist) neverLosingMove(s *state) uint8 {
	move := uint8(noMove)
	e.replies(s, func(m uint8, to *state) bool {
		key, _ := to.key(e.g)
		if n, ok := e.reach.Known(key); to.wins(e.g, &e.r, attacker, to.ko) == 0 && ok && n.Value() == dfpn.Lost {
			move = m
		}
		return move == noMove
	})
	for budget := int64(1 << 12); move == noMove && !e.stop.Load(); budget *= 4 {
		e.replies(s, func(m uint8, to *state) bool {
			if to.wins(e.g, &e.r, attacker, to.ko) == 0 && e.newReach(*to).Run(budget) == dfpn.Lost {
				move = m
			}
			return move == noMove
		})
	}
	return move
}

// winProof returns a proof that side wins within the given plies, or nil if the search was stopped.
// fresh reports that it also holds under superko.
func (s *solver) winProof(side, plies int) (p *Proof, fresh bool) {
	e := s.newStrategist()
	start := s.start(side)
	ok := false
	if start.turn == attacker {
		ok = e.win(&start, plies)
	} else {
		ok = e.winAfter(&start, plies)
	}
	if !ok {
		return nil, false
	}
	p = s.proof(e, side, true, plies)
	return p, e.fresh(side, p)
}

// fresh reports whether a strategy also holds under superko because no position, including past
// ones, recurs on any path.
func (e *strategist) fresh(side int, p *Proof) bool {
	if !e.r.superko {
		return true
	}
	for _, past := range e.Past {
		picture := state{stones: relative(past, e.color(side)).stones, ko: none}
		if _, seen := e.pictures[e.id(&picture)]; seen {
			return false
		}
	}
	return !e.twice || e.checkerAccepts(p)
}

// checkerAccepts runs the checker to determine whether a proof holds under superko.
func (s *solver) checkerAccepts(p *Proof) bool {
	var file bytes.Buffer
	if p.Write(&file) != nil {
		return false
	}
	report, err := proof.Check(s.ctx, &file, proof.Options{})
	return err == nil && report.Superko == proof.Holds
}

// holdProof returns a proof that side does not win within the given plies, or never if plies is 0.
// It returns nil if the search was stopped. fresh reports that it also holds under superko.
func (s *solver) holdProof(side, plies int) (p *Proof, fresh bool) {
	e := s.newStrategist()
	start := s.start(side)
	var ok bool
	switch d := s.g.free(s.Start.Black | s.Start.White); {
	case plies > 0:
		ok = e.holdFrom(&start, plies, false)
	case !s.facts[side].reached && !s.r.captures && !s.r.pass: // every ply takes a point
		ok = e.holdFrom(&start, d, true)
	default:
		ok = e.holdForever(&start)
	}
	if !ok {
		return nil, false
	}
	p = s.proof(e, side, false, plies)
	return p, plies > 0 && e.fresh(side, p)
}

// holdFrom is hold from the start, with either side to move.
func (e *strategist) holdFrom(start *state, d int, never bool) bool {
	if start.turn == defender {
		return e.hold(start, d&^1, never)
	}
	ok := true
	e.replies(start, func(_ uint8, to *state) bool {
		ok = ok && e.hold(to, (d-1)&^1, never)
		return ok
	})
	return ok
}

func (s *solver) proof(e *strategist, side int, win bool, plies int) *Proof {
	c := proof.Claim{Rules: s.Rules.ID(), Board: s.Board.Spec(), First: s.Start.ToPlay, Side: s.color(side), Win: win, Plies: plies}
	if !win {
		c.Side = c.Side.Other()
	}
	return &Proof{Claim: c, Start: s.Start, moves: e.moves}
}
