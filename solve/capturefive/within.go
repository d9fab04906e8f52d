package capturefive

import (
	"math/bits"
	"sync/atomic"
)

// within answers whether the attacker wins within a number of plies, by depth-first search with a
// table. No result depends on the path: under simple ko the position and the remaining plies decide
// everything.
type within struct {
	g       *geometry
	r       *rules
	table   *table
	stop    *atomic.Bool  // set, it ends the search
	count   *atomic.Int64 // counts nodes, in batches
	nodes   int64
	limit   int64 // of nodes, 0 for none
	counted int64
	stopped bool
	history [2][maxPoints + 1]uint32
	moves   [][]option // by plies left
	salt    uint32     // breaks ties in the ordering, so that two searches differ
}

// option is a move and its result.
type option struct {
	to    state
	score int32
	move  uint8
}

// maxPlies is the largest supported number of plies.
const maxPlies = 200

func newWithin(g *geometry, r *rules, t *table, stop *atomic.Bool, count *atomic.Int64) *within {
	x := &within{g: g, r: r, table: t, stop: stop, count: count, moves: make([][]option, maxPlies+1)}
	for i := range x.moves {
		x.moves[i] = make([]option, 0, g.points+1)
	}
	return x
}

// tick counts a position and checks now and then whether to stop.
func (x *within) tick() {
	x.nodes++
	if x.nodes&(1<<10-1) == 0 {
		x.flushCount()
		x.stopped = x.stopped || x.stop.Load() || x.limit > 0 && x.nodes >= x.limit
	}
}

func (x *within) flushCount() {
	x.count.Add(x.nodes - x.counted)
	x.counted = x.nodes
}

// wins reports whether the attacker wins within d plies from s, a position without a winner. After
// a stop the answer is meaningless.
func (x *within) wins(s *state, d int) bool {
	if s.turn == attacker {
		if d < 1 {
			return false
		}
		return s.wins(x.g, x.r, attacker, s.ko) != 0 || d > 1 && x.attack(s, d-(d+1)%2)
	}
	d &^= 1
	return d >= 2 && s.wins(x.g, x.r, defender, s.ko) == 0 && x.defend(s, d)
}

// attack searches a position in which the attacker is to move and has no immediate win; d is odd
// and at least 3.
func (x *within) attack(s *state, d int) bool {
	key, as := s.key(x.g)
	known := x.table.find(key)
	if known.win != 0 && int(known.win) <= d {
		return true
	}
	if int(known.fail) >= d || x.stopped {
		return false
	}
	if d > 3 && x.tooFar(s, (d+1)/2) {
		return false
	}
	before := x.nodes
	list := x.attacks(s, d, as.from[known.move])
	x.moves[d] = list
	for i := range list {
		o := best(list, i)
		if x.defend(&o.to, d-1) && !x.stopped {
			x.learn(attacker, o.move, d)
			x.keep(key, bound{win: uint8(d), fail: known.fail, move: as.to[o.move]}, before)
			return true
		}
		if x.stopped {
			return false
		}
	}
	x.keep(key, bound{win: known.win, fail: uint8(d), move: known.move}, before)
	return false
}

// defend searches a position in which the defender is to move and has no immediate win; d is even
// and at least 2.
func (x *within) defend(s *state, d int) bool {
	threats := x.g.threats(s, x.r)
	if d == 2 && threats == 0 && x.r.need > 0 {
		return false
	}
	key, as := s.key(x.g)
	known := x.table.find(key)
	if known.win != 0 && int(known.win) <= d {
		return true
	}
	if int(known.fail) >= d || x.stopped {
		return false
	}
	if d > 2 && x.tooFar(s, d/2) {
		return false
	}
	before := x.nodes
	list, saved := x.defences(s, d, as.from[known.move])
	if saved {
		x.keep(key, bound{win: known.win, fail: uint8(d), move: noMove}, before)
		return false
	}
	x.moves[d] = list
	for i := range list {
		o := best(list, i)
		if !x.attack(&o.to, d-1) {
			if x.stopped {
				return false
			}
			x.learn(defender, o.move, d)
			x.keep(key, bound{win: known.win, fail: uint8(d), move: as.to[o.move]}, before)
			return false
		}
		if x.stopped {
			return false
		}
	}
	x.keep(key, bound{win: uint8(d), fail: known.fail, move: known.move}, before)
	return true
}

// tooFar reports that the attacker needs more own moves than given: one for every missing point of
// a row, including points of the defender. Without captures more is known.
func (x *within) tooFar(s *state, moves int) bool {
	if !x.r.captures {
		return x.g.hopeless(s, moves)
	}
	if moves > x.r.need-2 {
		return false
	}
	for _, w := range x.g.windows {
		if bits.OnesCount64(w&^s.stones[attacker]) <= moves {
			return false
		}
	}
	return x.r.need > 0
}

// keep stores a result with its work.
func (x *within) keep(key uint64, b bound, before int64) {
	b.work = uint8(bits.Len64(uint64(x.nodes - before)))
	x.table.store(key, b)
}

// learn makes a move that was good elsewhere be tried earlier.
func (x *within) learn(side uint8, move uint8, d int) {
	h := &x.history[side]
	if h[move] += uint32(d * d); h[move] > 1<<12 {
		for i := range h {
			h[i] /= 2
		}
	}
}

// attacks returns the attacker's moves that may win within d plies: those after which the defender
// does not win immediately.
func (x *within) attacks(s *state, d int, first uint8) []option {
	g, list := x.g, x.moves[d][:0]
	candidates := s.empty(g)
	if d == 3 {
		candidates = x.threatening(s, candidates)
	}
	for m := candidates; m != 0; m &= m - 1 {
		p := bits.TrailingZeros64(m)
		to, _, legal := s.play(g, x.r, p)
		if !legal {
			continue
		}
		x.tick()
		if to.wins(g, x.r, defender, to.ko) != 0 {
			continue
		}
		threats := g.threats(&to, x.r)
		if d == 3 && threats == 0 && x.r.need > 0 {
			continue
		}
		score := x.order(s, attacker, p) + int32(min(bits.OnesCount64(threats), 3))<<16
		if uint8(p) == first {
			score = 1 << 24
		}
		list = append(list, option{to, score, uint8(p)})
	}
	return list
}

// threatening returns the empty points on which a stone may leave the attacker with a row that
// lacks one stone on an empty point. A win within three plies needs that, because the defender's
// reply adds no stone of the attacker.
func (x *within) threatening(s *state, empty uint64) uint64 {
	if x.r.need == 0 {
		return empty
	}
	g := x.g
	own, opp := s.stones[attacker], s.stones[defender]
	var points uint64
	for _, w := range g.windows {
		lacks := w &^ own
		if lacks&opp != 0 {
			continue
		}
		switch bits.OnesCount64(lacks) {
		case 1:
			return empty
		case 2:
			points |= lacks
		}
	}
	if x.r.captures {
		points |= g.inAtari(opp, empty)
	}
	return points
}

// threats returns the points where the attacker would complete a row (or capture a chain), even if
// the move is illegal now.
func (g *geometry) threats(s *state, r *rules) uint64 {
	if r.need == 0 {
		return g.inAtari(s.stones[defender], s.empty(g))
	}
	return g.completing(s.stones[attacker], s.empty(g))
}

// defences returns the defender's moves after which the attacker does not win immediately. saved
// reports that one of them, or the lack of any move, shows that the attacker does not win within d
// plies.
func (x *within) defences(s *state, d int, first uint8) (list []option, saved bool) {
	g := x.g
	list = x.moves[d][:0]
	some := false
	for m := x.answers(s); m != 0; m &= m - 1 {
		p := bits.TrailingZeros64(m)
		to, _, legal := s.play(g, x.r, p)
		if !legal {
			continue
		}
		x.tick()
		some = true
		if to.wins(g, x.r, attacker, to.ko) != 0 {
			continue
		}
		if d == 2 {
			return list, true
		}
		score := x.order(s, defender, p)
		if uint8(p) == first {
			score = 1 << 24
		}
		list = append(list, option{to, score, uint8(p)})
	}
	if x.r.pass {
		if s.passed {
			return list, true // a draw
		}
		to := s.passTurn()
		x.tick()
		if to.wins(g, x.r, attacker, none) == 0 {
			if d == 2 {
				return list, true
			}
			score := int32(x.history[defender][pass])
			if first == pass {
				score = 1 << 24
			}
			list = append(list, option{to, score, pass})
		}
	} else if !some && !s.canPlay(g, x.r) {
		return list, true // a draw; in Atari-Go the side that moved last would have won before
	}
	return list, false
}

// answers returns a superset of the empty points that prevent the attacker's immediate win. A stone
// elsewhere stops a row at t only if it captures, or takes t's last free neighbour so that a stone
// on t has no liberty.
func (x *within) answers(s *state) uint64 {
	g, empty := x.g, s.empty(x.g)
	threats := s.wins(g, x.r, attacker, none)
	if threats == 0 || x.r.need == 0 {
		return empty
	}
	only := empty
	for m := threats; m != 0; m &= m - 1 {
		stops := m & -m
		if x.r.captures {
			free := g.near[bits.TrailingZeros64(m)] & empty
			if free&(free-1) == 0 {
				return empty
			}
		}
		only &= stops
	}
	if x.r.captures {
		only |= g.inAtari(s.stones[attacker], empty)
	}
	return only
}

// order rates a move: rows that it helps, rows that it blocks.
func (x *within) order(s *state, side uint8, p int) int32 {
	own, opp := s.stones[side], s.stones[1-side]
	score := int32(x.history[side][p]) + int32((uint32(p)*0x9e3779b9+x.salt)>>30)
	for _, w := range x.g.through[p] {
		if w&opp == 0 {
			n := bits.OnesCount64(w & own)
			score += int32(4 << (2 * n))
		}
		if w&own == 0 {
			n := bits.OnesCount64(w & opp)
			score += int32(4 << (2 * n))
		}
	}
	return score
}

// best moves the best of list[i:] to i and returns it.
func best(list []option, i int) *option {
	at := i
	for j := i + 1; j < len(list); j++ {
		if list[j].score > list[at].score {
			at = j
		}
	}
	list[i], list[at] = list[at], list[i]
	return &list[i]
}
