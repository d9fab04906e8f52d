package life

import (
	"math"

	"moyo/game"
)

// scoreNodes limits the search for the score of one move.
const scoreNodes = 400_000

// captureScore is the value of the targets: more than any territory.
const captureScore = 1000

// addScores finds the best of the winning moves by the score after both sides have played on in the
// region until both pass, and that score. If any score is missing, the best move does not change.
func (s *Solver) addScores(a *Answer, at state) {
	best, points := game.Pass, math.MinInt
	for _, m := range a.FirstMoves {
		if m == game.Pass {
			continue
		}
		n, _ := s.area.numberOf(m)
		next := s.area.withThreats(at, [2]uint8{})
		if next.ko == int16(n) {
			next = s.area.withoutKo(next)
		}
		s.area.play(&next, n)
		score, ok := s.score(next)
		if !ok {
			return
		}
		if -score > points {
			best, points = m, -score
		}
	}
	if best != game.Pass && points > -captureScore/2 {
		a.Best = best
		points %= captureScore
		a.Score = &points
	}
}

// score returns the area of the side to move in the region minus that of the other, with best play
// of both until both pass, without ko threats. It returns false if that takes too long. A capture
// of the targets adds captureScore.
func (s *Solver) score(at state) (int, bool) {
	c := scoreSearch{area: s.area, solver: s, known: map[scoreKey]bound{}, path: map[uint64]bool{}}
	v := c.search(at, false, -math.MaxInt32, math.MaxInt32)
	return v, c.nodes <= scoreNodes && !s.stop.Load()
}

// scoreSearch is an alpha-beta search for the score. It does not allow moves back to a position of
// the path (superko), so its stored results may depend on the path. It is used only for points,
// never for life and death.
type scoreSearch struct {
	area   *area
	solver *Solver
	known  map[scoreKey]bound
	path   map[uint64]bool
	nodes  int
}

type scoreKey struct {
	key    uint64
	passed bool
}

// bound is what is known of a score: at least low, at most high.
type bound struct{ low, high int32 }

func (c *scoreSearch) search(at state, passed bool, alpha, beta int32) int {
	if c.nodes++; c.nodes > scoreNodes || c.solver.stop.Load() {
		return 0
	}
	key := scoreKey{at.key, passed}
	b, ok := c.known[key]
	if !ok {
		b = bound{-math.MaxInt32, math.MaxInt32}
	}
	if b.low >= beta || b.low == b.high {
		return int(b.low)
	}
	if b.high <= alpha {
		return int(b.high)
	}
	c.path[at.key] = true
	best := c.moves(at, passed, max(alpha, b.low), min(beta, b.high))
	delete(c.path, at.key)
	if best > alpha {
		b.low = best
	}
	if best < beta {
		b.high = best
	}
	c.known[key] = b
	return int(best)
}

// moves returns the best score of all moves, the pass first.
func (c *scoreSearch) moves(at state, passed bool, alpha, beta int32) int32 {
	after := at
	c.area.pass(&after)
	var best int32
	if passed {
		best = int32(c.count(&at))
	} else {
		best = -int32(c.search(after, true, -beta, -alpha))
	}
	c.area.children(at, func(_ int, next state) bool {
		if best >= beta {
			return false
		}
		if !c.path[next.key] {
			best = max(best, -int32(c.search(next, false, -beta, -max(alpha, best))))
		}
		return true
	})
	return best
}

// count returns the area of the side to move minus that of the other.
func (c *scoreSearch) count(s *state) int {
	var area [2]int
	for side := range area {
		area[side] = s.stones[side].count()
	}
	for rest := c.area.free(s); !rest.empty(); {
		part := c.area.spread(single(rest.first()), rest)
		rest = rest.without(part)
		border := c.area.around(part).or(part)
		d := border.meets(s.stones[defender]) || part.meets(c.area.safe[defender])
		a := border.meets(s.stones[attacker]) || part.meets(c.area.safe[attacker])
		if d && !a {
			area[defender] += part.count()
		} else if a && !d {
			area[attacker] += part.count()
		}
	}
	points := area[s.turn] - area[s.turn^1]
	if c.area.cleared(s) {
		if s.turn == attacker {
			return points + captureScore
		}
		return points - captureScore
	}
	return points
}
