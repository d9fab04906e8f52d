package life

import (
	"moyo/solve/dfpn"
	"moyo/solve/life/tsumego"
)

// reading is one question about a state, as the search sees it: does the prover reach its goal? The
// attacker's goal is to capture the targets. The defender's goal, used to distinguish life from
// seki, is that one is unconditionally alive.
type reading struct {
	area   *area
	prover uint8
	salt   uint64
	states []state // the last is the current one
	// settled is the point of each side's last move that decided a position immediately. It often decides the
	// next one too, so it is tried first.
	settled [2]int
}

// lifeSalt separates the states of the defender's question in the table.
const lifeSalt = 0x5bf0_3635_dcf6_8a1b

func newReading(a *area, root state, prover uint8) *reading {
	r := &reading{area: a, prover: prover, states: make([]state, 1, dfpn.MaxPath+2)}
	r.states[0] = root
	if prover == defender {
		r.salt = lifeSalt
	}
	return r
}

func (r *reading) now() *state { return &r.states[len(r.states)-1] }

// Key implements dfpn.Reacher.
func (r *reading) Key() uint64 { return r.now().key ^ r.salt }

// Play implements dfpn.Reacher.
func (r *reading) Play(m int32) {
	r.states = append(r.states, *r.now())
	s := r.now()
	if int(m) == len(r.area.points) {
		r.area.pass(s)
		return
	}
	r.area.play(s, int(m))
}

// Undo implements dfpn.Reacher.
func (r *reading) Undo() { r.states = r.states[:len(r.states)-1] }

// value returns what is certain of a state, for the prover.
func (r *reading) value(s *state) dfpn.Value { return r.valued(r.area.certain(s)) }

func (r *reading) valued(f fate) dfpn.Value {
	switch {
	case f == open:
		return dfpn.Open
	case f == dies && r.prover == attacker, f == lives && r.prover == defender:
		return dfpn.Won
	}
	return dfpn.Lost
}

// Expand implements dfpn.Reacher.
func (r *reading) Expand(buf []dfpn.Option) ([]dfpn.Option, bool) {
	s := *r.now()
	prover := s.turn == r.prover
	base := len(buf)
	must, threatened := r.area.answers(&s)
	if !threatened && (!prover || s.ko != noKo) {
		c := s
		r.area.pass(&c)
		buf = r.option(buf, len(r.area.points), &c)
		if decided(buf[base], prover) {
			return buf, prover
		}
	}
	free := r.area.free(&s)
	if threatened {
		free = free.and(must)
	}
	only, forced := r.area.forced(&s)
	for !free.empty() {
		p := r.settled[s.turn]
		if !free.has(p) {
			p = free.first()
		}
		free = free.without(single(p))
		c := s
		taken, ok := r.area.play(&c, p)
		if !ok && int(s.ko) == p {
			buf = append(buf, r.denied(p))
		}
		if !ok || forced && taken.empty() && !only.has(p) {
			continue
		}
		buf = r.option(buf, p, &c)
		buf[len(buf)-1].Spends = int(s.ko) == p
		if last := buf[len(buf)-1]; decided(last, prover) {
			r.settled[s.turn] = p
			buf[base] = last
			return buf[:base+1], prover
		}
	}
	return buf, prover
}

// decided reports whether an option decides the position before it.
func decided(m dfpn.Option, prover bool) bool {
	return prover && m.Proof == 0 || !prover && m.Disproof == 0
}

// denied returns the option of a move that needs a remaining threat.
func (r *reading) denied(p int) dfpn.Option {
	o := dfpn.Option{Move: int32(p), Denied: true, Proof: dfpn.Infinite}
	if r.now().turn != r.prover {
		o.Proof, o.Disproof = 0, dfpn.Infinite
	}
	return o
}

// option appends a move to the state c.
func (r *reading) option(buf []dfpn.Option, m int, c *state) []dfpn.Option {
	o := dfpn.Option{Key: c.key ^ r.salt, Move: int32(m), Proof: 1, Disproof: 1}
	o.Harder, o.Easier = r.alike(c)
	f, difficulty := r.area.evaluate(c, r.prover == defender)
	switch r.valued(f) {
	case dfpn.Won:
		o.Proof, o.Disproof = 0, dfpn.Infinite
	case dfpn.Lost:
		o.Proof, o.Disproof = dfpn.Infinite, 0
	default:
		if r.prover == attacker {
			o.Proof += uint32(difficulty)
		} else {
			o.Disproof += uint32(difficulty)
		}
	}
	return append(buf, o)
}

// alike returns the keys of a state with the threats that are worst for the prover, and best: more threats
// never hurt their owner. They are 0 for the state itself.
func (r *reading) alike(s *state) (harder, easier uint64) {
	p, o := r.prover, r.prover^1
	bare := s.key ^ keys.threats[p][s.threats[p]] ^ keys.threats[o][s.threats[o]] ^ r.salt
	if s.threats[p] != 0 || s.threats[o] != tsumego.Unlimited {
		harder = bare ^ keys.threats[o][tsumego.Unlimited]
	}
	if s.threats[p] != tsumego.Unlimited || s.threats[o] != 0 {
		easier = bare ^ keys.threats[p][tsumego.Unlimited]
	}
	return harder, easier
}

// forced reports whether the defender must save the last target from capture by the next move. Only
// its last liberty, or a capture, can: after any other move the attacker captures, which no ban
// forbids because that move captured nothing.
func (a *area) forced(s *state) (only set, yes bool) {
	if s.turn != defender {
		return only, false
	}
	targets, n := a.remaining(s)
	if n != 1 {
		return only, false
	}
	chain, touched := a.chain(targets.first(), s.stones[defender])
	only = touched.and(a.free(s))
	return only, only.one() && !chain.meets(a.safe[defender])
}
