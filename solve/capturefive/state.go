package capturefive

import "math/bits"

// state is a position in terms of the attacker, whose win is in question, and the defender. Under
// simple ko it contains everything that matters for the rest of the game.
type state struct {
	stones [2]uint64 // by side
	ko     int8      // the point that simple ko forbids to the side to move, or none
	turn   uint8     // the side to move
	passed bool      // the last move was a pass
}

// The sides.
const (
	attacker = 0
	defender = 1
)

const none = -1

// pass is the move that places no stone.
const pass = maxPoints

// exactPoints is the size of the largest boards whose states fit a key.
const exactPoints = 28

// empty returns the empty points.
func (s *state) empty(g *geometry) uint64 { return g.all &^ (s.stones[0] | s.stones[1]) }

// play returns the position after a stone on the empty point p, and the number of its captures.
// legal is false for suicide and ko.
func (s *state) play(g *geometry, r *rules, p int) (to state, took uint64, legal bool) {
	if int8(p) == s.ko {
		return to, 0, false
	}
	bit := uint64(1) << p
	side := s.turn
	own, opp := s.stones[side]|bit, s.stones[1-side]
	to.ko, to.turn = none, 1-side
	if r.captures {
		empty := g.all &^ (own | opp)
		took = g.taken(p, opp, empty)
		opp &^= took
		if took == 0 && g.near[p]&empty == 0 && g.around(g.chain(bit, own))&empty == 0 {
			return to, 0, false
		}
		// A ko recaptures one stone by capturing one: the stone just placed, which is then alone without
		// other liberties. (Another chain with only this liberty had none before.)
		if took != 0 && took&(took-1) == 0 && g.near[p]&^opp == took {
			to.ko = int8(bits.TrailingZeros64(took))
		}
	}
	to.stones[side], to.stones[1-side] = own, opp
	return to, took, true
}

// taken returns the stones of opp that a stone on p leaves without liberties. empty excludes p.
func (g *geometry) taken(p int, opp, empty uint64) uint64 {
	var took uint64
	for near := g.near[p] & opp; near != 0; {
		q := near & -near
		near &^= q
		if g.near[bits.TrailingZeros64(q)]&empty != 0 {
			continue
		}
		c := g.chain(q, opp)
		if g.around(c)&empty == 0 {
			took |= c
		}
		near &^= c
	}
	return took
}

// passTurn returns the position after a pass.
func (s *state) passTurn() state {
	return state{stones: s.stones, ko: none, turn: 1 - s.turn, passed: true}
}

// canPlay reports whether the side to move can place a stone.
func (s *state) canPlay(g *geometry, r *rules) bool {
	empty := s.empty(g)
	for m := empty; m != 0; m &= m - 1 {
		p := bits.TrailingZeros64(m)
		if int8(p) != s.ko && g.near[p]&empty != 0 {
			return true
		}
		if _, _, legal := s.play(g, r, p); legal {
			return true
		}
	}
	return false
}

// wins returns the points where a stone of side would win immediately: all of them, or at least one
// if there are any. ko is the point forbidden to it.
func (s *state) wins(g *geometry, r *rules, side uint8, ko int8) uint64 {
	if r.need == 0 {
		return s.firstCaptures(g, r, side)
	}
	empty := s.empty(g)
	w := g.completing(s.stones[side], empty)
	if w == 0 || !r.captures {
		return w
	}
	if ko != none {
		w &^= 1 << ko
	}
	for m := w; m != 0; m &= m - 1 {
		p := bits.TrailingZeros64(m)
		if g.near[p]&empty == 0 && !g.breathes(p, s.stones[side], s.stones[1-side], empty&^(1<<p)) {
			w &^= 1 << p
		}
	}
	return w
}

// firstCaptures returns the points where side would capture a chain or, without such points, would
// leave the other side without a legal move, which also loses in Atari-Go.
func (s *state) firstCaptures(g *geometry, r *rules, side uint8) uint64 {
	empty := s.empty(g)
	w := g.inAtari(s.stones[1-side], empty)
	if w != 0 || bits.OnesCount64(empty&g.around(empty)) > len(g.steps)+1 {
		return w // with that many adjacent empty points some remain
	}
	here := *s
	here.turn = side
	for m := empty; m != 0; m &= m - 1 {
		if to, _, legal := here.play(g, r, bits.TrailingZeros64(m)); legal && !to.canPlay(g, r) {
			w |= m & -m
		}
	}
	return w
}

// breathes reports whether a stone on p has a liberty after its captures.
func (g *geometry) breathes(p int, own, opp, empty uint64) bool {
	return g.around(g.chain(1<<p, own|1<<p))&empty != 0 || g.taken(p, opp, empty) != 0
}

// inAtari returns the only liberties of chains of stones that have just one.
func (g *geometry) inAtari(stones, empty uint64) uint64 {
	var last uint64
	for m := stones & g.around(empty); m != 0; {
		c := g.chain(m&-m, stones)
		m &^= c
		if free := g.around(c) & empty; free&(free-1) == 0 {
			last |= free
		}
	}
	return last
}

// key identifies a position up to the images that are tried; it is never 0. On small boards
// different positions have different keys. as is the image from which the key is made.
func (s *state) key(g *geometry) (key uint64, as *image) {
	images := g.images
	if bits.OnesCount64(s.stones[0]|s.stones[1]) > g.dense {
		images = images[:g.few]
	}
	return s.keyAmong(g, images)
}

// keyAmong is key with the given images.
func (s *state) keyAmong(g *geometry, images []image) (key uint64, as *image) {
	a, b, ko, as := s.smallest(images)
	last := uint64(ko+1) | uint64(s.turn)<<7 | 1<<9
	if s.passed {
		last |= 1 << 8
	}
	if g.points <= exactPoints {
		return mix(a | b<<exactPoints | (last&31|last>>2&^31)<<(2*exactPoints)), as
	}
	return mix(mix(mix(a)+b)^last) | 1, as
}

// smallest returns the smallest image of the position.
func (s *state) smallest(images []image) (a, b uint64, ko int8, as *image) {
	a, b, ko, as = s.stones[0], s.stones[1], s.ko, &images[0]
	for i := 1; i < len(images); i++ {
		im := &images[i]
		a2 := im.of(s.stones[0])
		if a2 > a {
			continue
		}
		b2, ko2 := im.of(s.stones[1]), s.ko
		if ko2 >= 0 {
			ko2 = int8(im.to[ko2])
		}
		if a2 < a || b2 < b || b2 == b && ko2 < ko {
			a, b, ko, as = a2, b2, ko2, im
		}
	}
	return a, b, ko, as
}

// mix is the last step of MurmurHash3, a bijection of words.
func mix(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}
