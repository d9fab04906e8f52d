package capturefive

import (
	"math/bits"

	"moyo/solve/dfpn"
)

// reach is a position as a reachability game: the attacker must win, and an endless game counts for
// the defender. It decides wins of any length, and that no win exists. A limit of plies cannot,
// because captures make room again.
type reach struct {
	g     *geometry
	r     *rules
	now   state
	past  []state
	known *table // results of the search by plies
}

func newReach(g *geometry, r *rules, s state, known *table) *reach {
	return &reach{g: g, r: r, now: s, known: known, past: make([]state, 0, dfpn.MaxPath)}
}

// Key identifies the position.
func (x *reach) Key() uint64 {
	key, _ := x.now.key(x.g)
	return key
}

// Play plays a move.
func (x *reach) Play(move int32) {
	x.past = append(x.past, x.now)
	if move == pass {
		x.now = x.now.passTurn()
		return
	}
	x.now, _, _ = x.now.play(x.g, x.r, int(move))
}

// Undo takes back the last move.
func (x *reach) Undo() {
	x.now = x.past[len(x.past)-1]
	x.past = x.past[:len(x.past)-1]
}

var (
	reached = dfpn.Option{Move: noMove, Proof: 0, Disproof: dfpn.Infinite}
	failed  = dfpn.Option{Move: noMove, Proof: dfpn.Infinite, Disproof: 0}
)

// Expand appends the moves to buf.
func (x *reach) Expand(buf []dfpn.Option) ([]dfpn.Option, bool) {
	s := &x.now
	switch {
	case s.wins(x.g, x.r, s.turn, s.ko) != 0:
		if s.turn == attacker {
			return append(buf, reached), true
		}
		return append(buf, failed), false
	case !x.r.captures && x.g.hopeless(s, x.g.points):
		return append(buf, failed), s.turn == attacker
	case s.turn == attacker:
		return x.expandAttack(buf), true
	}
	return x.expandDefence(buf), false
}

// expandAttack appends the attacker's moves, except those after which the defender wins. A pass
// would allow the defender to end the game.
func (x *reach) expandAttack(buf []dfpn.Option) []dfpn.Option {
	s := &x.now
	for m := s.empty(x.g); m != 0; m &= m - 1 {
		p := bits.TrailingZeros64(m)
		to, _, legal := s.play(x.g, x.r, p)
		if !legal || to.wins(x.g, x.r, defender, to.ko) != 0 {
			continue
		}
		buf = append(buf, x.option(&to, p))
	}
	return buf
}

// expandDefence appends the defender's moves, except those after which the attacker wins
// immediately. Without any move the game is drawn.
func (x *reach) expandDefence(buf []dfpn.Option) []dfpn.Option {
	s, base, some := &x.now, len(buf), false
	for m := s.empty(x.g); m != 0; m &= m - 1 {
		p := bits.TrailingZeros64(m)
		to, _, legal := s.play(x.g, x.r, p)
		if !legal {
			continue
		}
		some = true
		if to.wins(x.g, x.r, attacker, to.ko) == 0 {
			buf = append(buf, x.option(&to, p))
		}
	}
	if x.r.pass {
		if s.passed {
			return append(buf[:base], failed)
		}
		if to := s.passTurn(); to.wins(x.g, x.r, attacker, none) == 0 {
			buf = append(buf, x.option(&to, pass))
		}
	} else if !some {
		return append(buf, failed)
	}
	return buf
}

// option returns a move with the initial numbers of its position: a proof is near if rows lack few
// stones, a disproof is far if many rows are open.
func (x *reach) option(to *state, move int) dfpn.Option {
	key, _ := to.key(x.g)
	o := dfpn.Option{Key: key, Move: int32(move), Proof: 1, Disproof: 1}
	if b := x.known.find(o.Key); b.win != 0 {
		o.Proof, o.Disproof = 0, dfpn.Infinite
		return o
	}
	if x.r.need == 0 {
		return o
	}
	own, opp := to.stones[attacker], to.stones[defender]
	need, weight := x.r.need+1, uint32(0)
	for _, w := range x.g.windows {
		if w&opp != 0 {
			continue
		}
		lacks := bits.OnesCount64(w &^ own)
		need = min(need, lacks)
		weight += uint32(1) << max(0, 2*(x.r.need-lacks)-2)
	}
	o.Proof = uint32(1 + need*need)
	o.Disproof = 1 + weight/2
	return o
}
