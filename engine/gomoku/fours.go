package gomoku

import (
	"moyo/board"
	"moyo/engine/alphabeta"
	"moyo/game/rules/gomoku/pattern"
)

// Quiesce searches for a win by fours alone (VCF). If it finds none it returns
// the static evaluation, after the answer if the opponent threatens a five.
func (s *state) Quiesce(alpha, beta, ply int, nodes *int64) int {
	if score, ok := s.Decided(ply); ok {
		return score
	}
	if s.b.Count(3-s.me, pattern.Win) > 0 && !s.fence && ply < alphabeta.MaxPly-2 {
		p, _ := s.b.FivePoint(3 - s.me)
		*nodes++
		s.Play(int32(p))
		score := -s.Quiesce(-beta, -alpha, ply+1, nodes)
		s.Undo()
		return score
	}
	stand := s.Eval()
	if stand >= beta || !s.mayHaveFours() {
		return stand
	}
	budget := foursBudget
	before := budget
	n := s.winByFours(maxFours, board.None, &budget)
	*nodes += int64(before - budget)
	if n > 0 {
		return alphabeta.Win - ply - n
	}
	return stand
}

const (
	foursBudget = 20 // positions in a search of fours at a leaf
	maxFours    = 20 // fours in a row
	freeFours   = 2  // of these, how many may be anywhere
)

// mayHaveFours reports whether a search of fours could find a win.
func (s *state) mayHaveFours() bool {
	return s.b.Has(s.me, pattern.FourPlus, pattern.FourFour) && !s.fence
}

// winByFours returns the number of plies in which the side to move wins by
// playing nothing but fours, or 0 if it finds no such win within depth fours
// and the budget of positions. The opponent must not threaten a five that the
// side to move has no four against.
func (s *state) winByFours(depth int, last board.Point, budget *int) int {
	*budget--
	me, foe := s.me, 3-s.me
	if s.b.Count(me, pattern.Win) > 0 {
		return 1
	}
	if *budget <= 0 || depth == 0 {
		return 0
	}
	key := s.Key()
	if n, ok := s.fours.find(key, depth); ok {
		return n
	}
	n := 0
	if threats := s.b.Count(foe, pattern.Win); threats > 1 {
		return 0
	} else if threats == 1 {
		p, _ := s.b.FivePoint(foe)
		if k := s.b.Class(p, me); k >= pattern.FourPlain && k <= pattern.FourFour {
			n = s.four(p, depth, budget)
		}
	} else if last != board.None && s.catches() { // Decided has checked the first position
		n = pliesOfFours
	} else {
		n = s.tryFours(depth, last, budget)
	}
	if n > 0 || *budget > 0 {
		s.fours.enter(key, depth, n)
	}
	return n
}

// tryFours plays the fours in the order of what else they make. It leaves out
// plain fours, which open nothing new. Later in a line it tries only fours in
// sight of the last one, so that independent fours are not tried in every order.
func (s *state) tryFours(depth int, last board.Point, budget *int) int {
	var list [64]board.Point
	for k := pattern.FourFour; k > pattern.FourPlain; k-- {
		for _, p := range s.b.Of(s.me, k, list[:0]) {
			if depth <= maxFours-freeFours && !s.b.InSight(last, p) {
				continue
			}
			if n := s.four(p, depth, budget); n > 0 {
				return n
			}
		}
	}
	return 0
}

// four plays a four and the opponent's answer, and returns the plies to the
// win, or 0.
func (s *state) four(p board.Point, depth int, budget *int) int {
	me, foe := s.me, 3-s.me
	if s.ban[me] && s.b.Banned(p, me) {
		return 0
	}
	s.Play(int32(p))
	answer, fives := s.b.FivePoint(me)
	n := 0
	switch {
	case fives > 1, fives == 1 && s.sure && s.ban[foe] && s.b.Banned(answer, foe):
		if s.b.Count(foe, pattern.Win) == 0 {
			n = 3
		}
	case fives == 1:
		s.Play(int32(answer))
		if !s.over {
			if n = s.winByFours(depth-1, p, budget); n > 0 {
				n += 2
			}
		}
		s.Undo()
	}
	s.Undo()
	return n
}

const foursBits = 17

// foursTable remembers positions searched for fours, newest first. Entries of
// an earlier epoch, that is of an earlier search, are not found.
type foursTable struct {
	epoch   uint32
	entries [1 << foursBits]foursEntry
}

type foursEntry struct {
	key   uint64
	epoch uint32
	depth int8
	plies int8
}

// find returns the result of an earlier search: a win, or a failure with at least depth fours.
func (t *foursTable) find(key uint64, depth int) (plies int, ok bool) {
	e := &t.entries[key>>(64-foursBits)]
	if e.key != key || e.epoch != t.epoch || e.plies == 0 && int(e.depth) < depth {
		return 0, false
	}
	return int(e.plies), true
}

func (t *foursTable) enter(key uint64, depth, plies int) {
	t.entries[key>>(64-foursBits)] = foursEntry{key, t.epoch, int8(depth), int8(plies)}
}
