package life

import (
	"moyo/internal/splitmix"
	"moyo/solve/life/tsumego"
)

// noKo means that no point is forbidden.
const noKo = -1

// state is a state of the game that docs/tsumego.md describes.
type state struct {
	stones   [2]set
	key      uint64
	ko       int16 // forbidden to the side to move, or noKo
	turn     uint8
	threats  [2]uint8
	captured uint8 // captured targets; or, if the region must be cleared, whether it was cleared once
}

// zobrist contains the random numbers for the parts of a state.
type zobrist struct {
	stone    [2][tsumego.MaxRegion]uint64
	ko       [tsumego.MaxRegion]uint64
	turn     uint64
	threats  [2][256]uint64
	captured [256]uint64
}

// keys are the same for all problems.
var keys = newZobrist()

func newZobrist() zobrist {
	var z zobrist
	random := splitmix.Rand(0x6d6f796f)
	next := random.Next
	for p := range tsumego.MaxRegion {
		z.stone[0][p], z.stone[1][p], z.ko[p] = next(), next(), next()
	}
	z.turn = next()
	for i := 1; i < 256; i++ {
		z.threats[0][i], z.threats[1][i], z.captured[i] = next(), next(), next()
	}
	return z
}

// of returns the key of a state, computed from scratch.
func (z *zobrist) of(s *state) uint64 {
	k := z.threats[0][s.threats[0]] ^ z.threats[1][s.threats[1]] ^ z.captured[s.captured]
	for side := range s.stones {
		for t := s.stones[side]; !t.empty(); {
			k ^= z.stone[side][t.pop()]
		}
	}
	if s.ko != noKo {
		k ^= z.ko[s.ko]
	}
	if s.turn == attacker {
		k ^= z.turn
	}
	return k
}

// free returns the empty points.
func (a *area) free(s *state) set { return a.full.without(s.stones[0]).without(s.stones[1]) }

// hasLiberty reports whether the chain at p, of a side, is safe or has a liberty.
func (a *area) hasLiberty(p int, side uint8, own, free set) bool {
	chain := single(p)
	for todo := chain; !todo.empty(); {
		q := todo.pop()
		if a.safe[side].has(q) || a.adj[q].meets(free) {
			return true
		}
		more := a.adj[q].and(own).without(chain)
		chain, todo = chain.or(more), todo.or(more)
	}
	return false
}

// pass changes the state by a pass.
func (a *area) pass(s *state) {
	if s.ko != noKo {
		s.key ^= keys.ko[s.ko]
		s.ko = noKo
	}
	s.turn ^= 1
	s.key ^= keys.turn
}

// play changes the state by a stone of the side to move on p, an empty point. For an illegal move
// it returns false and leaves s invalid. It also returns the captured stones.
func (a *area) play(s *state, p int) (taken set, ok bool) {
	me, you := s.turn, s.turn^1
	if s.ko != noKo {
		if int(s.ko) == p && !a.spendThreat(s, me) {
			return taken, false
		}
		s.key ^= keys.ko[s.ko]
		s.ko = noKo
	}
	own, other := s.stones[me].or(single(p)), s.stones[you]
	free := a.full.without(own).without(other)
	for near := a.adj[p].and(other); !near.empty(); {
		q := near.first()
		chain, _ := a.chain(q, other)
		near = near.without(chain)
		if !a.hasLiberty(q, you, other, free) {
			taken = taken.or(chain)
		}
	}
	if !taken.empty() {
		other, free = other.without(taken), free.or(taken)
		for t := taken; !t.empty(); {
			s.key ^= keys.stone[you][t.pop()]
		}
		if taken.one() && !a.adj[p].meets(own) && !a.safe[me].has(p) && a.adj[p].and(free).one() {
			s.ko = int16(taken.first())
			s.key ^= keys.ko[s.ko]
		}
	} else if !a.adj[p].meets(free) && !a.hasLiberty(p, me, own, free) {
		return taken, false
	}
	s.stones[me], s.stones[you] = own, other
	s.key ^= keys.stone[me][p] ^ keys.turn
	s.turn = you
	if me == attacker && !taken.empty() {
		a.markCaptured(s, taken)
	}
	return taken, true
}

// spendThreat uses up a threat of a side that is under a ban.
func (a *area) spendThreat(s *state, side uint8) bool {
	switch s.threats[side] {
	case 0:
		return false
	case tsumego.Unlimited:
		return true
	}
	s.key ^= keys.threats[side][s.threats[side]]
	s.threats[side]--
	s.key ^= keys.threats[side][s.threats[side]]
	return true
}

// markCaptured records which targets are among the captured stones.
func (a *area) markCaptured(s *state, taken set) {
	s.key ^= keys.captured[s.captured]
	if len(a.targets) == 0 {
		if s.stones[defender].empty() {
			s.captured++
		}
	}
	for i, t := range a.targets {
		if taken.has(t) {
			s.captured |= 1 << i
		}
	}
	s.key ^= keys.captured[s.captured]
}
