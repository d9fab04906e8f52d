package weiqi

import (
	"moyo/game"
	rules "moyo/game/rules/weiqi"
)

// policy is how playouts choose moves: answers to the last moves that a player
// would consider first, otherwise random moves. Each number is the probability,
// in 256ths, that a playout tries that kind of move.
type policy struct {
	capture  int // save or take chains in atari next to the last move
	nakade   int // play the vital point of a small eye space next to the last move
	pattern  int // play where a 3x3 pattern fits next to the last two moves
	far      int // take a chain in atari anywhere
	twolib   int // put a chain with two liberties next to the last move into atari
	selfkill int // refuse a random move that puts more than itself into atari
}

var (
	// heavy is the policy of full strength.
	heavy = policy{capture: 230, nakade: 200, pattern: 235, far: 60, twolib: 40, selfkill: 225}
	// light plays at random, but not in its own eyes.
	light = policy{}
)

// playouts plays games to their end on its own board.
type playouts struct {
	*stones
	policy policy
	rand   *rules.Rand
	few    [3]game.Point
	moves  []game.Point
}

// chance is true in of256 of 256 cases.
func (p *playouts) chance(of256 int) bool { return int(p.rand.Uint64()>>56) < of256 }

// choose returns the move of the side to move, noPoint for a pass.
func (p *playouts) choose() game.Point {
	if p.last != noPoint {
		if m := p.answer(); m != noPoint {
			return m
		}
	}
	if p.policy.far > 0 && p.chance(p.policy.far) {
		if m := p.takeAnywhere(); m != noPoint {
			return m
		}
	}
	return p.anywhere()
}

// answer returns an answer to the last move, noPoint if it needs none.
func (p *playouts) answer() game.Point {
	if p.policy.capture > 0 && p.chance(p.policy.capture) {
		if m := p.fightAtari(); m != noPoint {
			return m
		}
	}
	if p.policy.nakade > 0 && p.chance(p.policy.nakade) {
		if m := p.killEye(); m != noPoint {
			return m
		}
	}
	if p.policy.twolib > 0 && p.chance(p.policy.twolib) {
		if m := p.giveAtari(); m != noPoint {
			return m
		}
	}
	if p.policy.pattern > 0 && p.chance(p.policy.pattern) {
		return p.playPattern()
	}
	return noPoint
}

// fightAtari captures the last stone's chain if it is in atari, or saves a
// chain that the last stone put into atari.
func (p *playouts) fightAtari() game.Point {
	p.moves = p.moves[:0]
	if l, ok := p.InAtari(p.last); ok && p.legal(l) {
		p.moves = append(p.moves, l)
	}
	for _, q := range p.Neighbors(p.last) {
		if p.At(q) == p.ToPlay() && p.atari(q) {
			p.addSaves(q)
		}
	}
	return p.oneOf()
}

// addSaves adds the moves that save the chain at q, which is in atari.
func (p *playouts) addSaves(q game.Point) {
	l := p.lastLiberty(q)
	if p.legal(l) && p.libertiesAfter(l, p.ToPlay(), 2) >= 2 {
		p.moves = append(p.moves, l)
	}
	const enough = 16 // on dense boards nearly all stones touch each other
	enemy := p.ToPlay().Other()
	for r := q; ; {
		for _, x := range p.Neighbors(r) {
			if len(p.moves) >= enough {
				return
			}
			if p.At(x) == enemy && p.atari(x) {
				if m := p.lastLiberty(x); m != p.Ko() {
					p.moves = append(p.moves, m)
				}
			}
		}
		if r = p.Next(r); r == q {
			return
		}
	}
}

// oneOf returns one of the collected moves, or noPoint.
func (p *playouts) oneOf() game.Point {
	switch len(p.moves) {
	case 0:
		return noPoint
	case 1:
		return p.moves[0]
	}
	return p.moves[p.rand.Intn(len(p.moves))]
}

// killEye plays the vital point of an opponent's eye space, or of its own that
// the opponent could kill, next to the last stone.
func (p *playouts) killEye() game.Point {
	for _, q := range p.Neighbors(p.last) {
		if p.At(q) != game.Empty {
			continue
		}
		if m := p.nakade(q, p.ToPlay().Other()); m != noPoint && p.legal(m) {
			return m
		}
	}
	return noPoint
}

// giveAtari puts a chain with two liberties next to the last stone, or the last
// stone's own chain, into atari, if the new stone is safe.
func (p *playouts) giveAtari() game.Point {
	p.moves = p.moves[:0]
	libs := p.Liberties(p.last, p.few[:0])
	if len(libs) != 2 {
		return noPoint
	}
	for _, l := range libs {
		if p.legal(l) && p.libertiesAfter(l, p.ToPlay(), 2) >= 2 {
			p.moves = append(p.moves, l)
		}
	}
	return p.oneOf()
}

// playPattern plays where a 3x3 pattern fits around the last two moves.
func (p *playouts) playPattern() game.Point {
	p.moves = p.moves[:0]
	p.addPatterns(p.last)
	if p.last2 != noPoint {
		p.addPatterns(p.last2)
	}
	return p.oneOf()
}

func (p *playouts) addPatterns(near game.Point) {
	if !p.hasRing[near] {
		return
	}
	for _, q := range &p.ring[near] {
		if q != noPoint && p.At(q) == game.Empty && p.fits(q) && p.legal(q) && !p.bad(q) {
			p.moves = append(p.moves, q)
		}
	}
}

// takeAnywhere captures an opponent's chain in atari that it finds.
func (p *playouts) takeAnywhere() game.Point {
	const look = 48 // empty points
	n := p.EmptyCount()
	if n == 0 {
		return noPoint
	}
	at := p.rand.Intn(n)
	for range min(n, look) {
		q := p.Empty(at)
		for _, x := range p.Neighbors(q) {
			if p.At(x) == p.ToPlay().Other() && p.atari(x) && q != p.Ko() {
				return q
			}
		}
		if at++; at == n {
			at = 0
		}
	}
	return noPoint
}

// anywhere returns a random move that fills no own eye, noPoint if none exists.
func (p *playouts) anywhere() game.Point {
	n := p.EmptyCount()
	if n == 0 {
		return noPoint
	}
	at := p.rand.Intn(n)
	spare := noPoint
	for range n {
		q := p.Empty(at)
		if at++; at == n {
			at = 0
		}
		if !p.legal(q) || p.eye(q, p.ToPlay()) {
			continue
		}
		if p.policy.selfkill == 0 || !p.bad(q) {
			return q
		}
		if p.chance(256 - p.policy.selfkill) {
			return q
		}
		if spare == noPoint && p.harmless(q) {
			spare = q
		}
	}
	return spare
}

// bad reports whether a stone on the empty point q would be in atari immediately.
func (p *playouts) bad(q game.Point) bool {
	empty := 0
	for _, x := range p.Neighbors(q) {
		if p.At(x) == game.Empty {
			if empty++; empty == 2 {
				return false
			}
		}
	}
	return p.libertiesAfter(q, p.ToPlay(), 2) < 2
}

// harmless reports whether a stone on q that would be in atari costs that stone
// alone, as a throw-in does.
func (p *playouts) harmless(q game.Point) bool {
	for _, x := range p.Neighbors(q) {
		if p.At(x) == p.ToPlay() {
			return false
		}
	}
	return true
}
