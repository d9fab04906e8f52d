package gomoku

import (
	"moyo/board"
	"moyo/engine/alphabeta"
	"moyo/game/rules/gomoku/pattern"
)

// Moves appends the moves worth a search: a win; or the answers to the
// opponent's threats, with the own fours; or the points close to stones and
// those where either side could make something.
func (s *state) Moves(buf []alphabeta.Move) []alphabeta.Move {
	me, foe := s.me, 3-s.me
	start := len(buf)
	switch {
	case s.b.Count(me, pattern.Win) > 0:
		return s.append(buf, s.b.Of(me, pattern.Win, s.points[:0])) // any of them
	case s.b.Count(foe, pattern.Win) > 0:
		p, _ := s.b.FivePoint(foe)
		s.points = s.b.Blocks(p, foe, s.points[:0])
		buf = s.append(buf, s.points)
	case s.b.Count(me, pattern.FourFour) > 0 && s.playable(me, pattern.FourFour):
		buf = s.append(buf, s.b.Of(me, pattern.FourFour, s.points[:0]))
		if !s.sure {
			buf = s.ownFours(buf)
		}
	case s.b.Count(foe, pattern.FourFour) > 0:
		if buf = s.answers(buf); len(buf) == start {
			buf = s.hopeless(buf)
		}
	default:
		buf = s.developing(buf)
		s.foresee(buf[start:])
	}
	if len(buf) == start {
		buf = s.anywhere(buf)
	}
	s.refine(buf[start:])
	return buf
}

// append appends the playable points as moves.
func (s *state) append(buf []alphabeta.Move, points []board.Point) []alphabeta.Move {
	for _, p := range points {
		if !s.ban[s.me] || !s.b.Banned(p, s.me) {
			buf = append(buf, s.move(p))
		}
	}
	return buf
}

// move returns a point as a move with its order and kind.
func (s *state) move(p board.Point) alphabeta.Move {
	me, foe := s.me, 3-s.me
	m := alphabeta.Move{
		Point: int32(p),
		Score: s.w.Own[me][s.b.Code(p, me)] + s.w.Against[foe][s.b.Code(p, foe)],
	}
	switch k := s.b.Class(p, me); {
	case k == pattern.FourPlain: // no use by itself
		m.Kind = alphabeta.Quiet
	case k == pattern.FourPlus:
		m.Kind = alphabeta.Threat
	case k > pattern.FourPlus && k <= pattern.Win:
		m.Kind = alphabeta.Check
	case k >= pattern.ThreeOpen && k <= pattern.ThreeThree:
		m.Kind = alphabeta.Threat
	}
	return m
}

// answers appends the points that stop every straight four of the opponent's,
// and the own fours, which come first.
func (s *state) answers(buf []alphabeta.Move) []alphabeta.Move {
	me, foe := s.me, 3-s.me
	s.quick = s.b.Of(foe, pattern.FourFour, s.quick[:0])
	need := uint8(0)
	for _, q := range s.quick {
		if s.ban[foe] && s.b.Banned(q, foe) {
			continue
		}
		if need == 255 {
			break
		}
		need++
		s.points = s.b.Stops(q, foe, s.points[:0])
		for _, x := range s.points {
			if s.counts[x] == need-1 {
				s.counts[x] = need
			}
		}
	}
	if need == 0 {
		return s.developing(buf)
	}
	for _, q := range s.quick {
		s.points = s.b.Stops(q, foe, s.points[:0])
		for _, x := range s.points {
			four := s.b.Class(x, me) >= pattern.FourPlain && s.b.Class(x, me) <= pattern.Win
			if s.counts[x] == need && !four && (!s.ban[me] || !s.b.Banned(x, me)) {
				m := s.move(x)
				m.Kind = max(m.Kind, alphabeta.Reply)
				buf = append(buf, m)
			}
			s.counts[x] = 0
		}
	}
	return s.ownFours(buf)
}

// hopeless appends one of the moves of a side that cannot answer the opponent's straight fours: Decided would find them after
// any. If the board has closed lines, or points are forbidden to the opponent, it appends none, and all moves have to be tried.
func (s *state) hopeless(buf []alphabeta.Move) []alphabeta.Move {
	if !s.sure || s.ban[3-s.me] {
		return buf
	}
	s.quick = s.b.Of(3-s.me, pattern.FourFour, s.quick[:0])
	for _, q := range s.quick {
		if !s.ban[s.me] || !s.b.Banned(q, s.me) {
			m := s.move(q)
			m.Lost = pliesOfFours
			return append(buf, m)
		}
	}
	return buf
}

// ownFours appends the points where the side to move makes a four.
func (s *state) ownFours(buf []alphabeta.Move) []alphabeta.Move {
	for k := pattern.FourPlain; k <= pattern.FourFour; k++ {
		if k == pattern.FourFour && s.sure && !s.ban[s.me] {
			continue // Moves has them
		}
		s.points = s.b.Of(s.me, k, s.points[:0])
		buf = s.append(buf, s.points)
	}
	return buf
}

// developing appends the points close to stones and those where either side has
// more than a lone two.
func (s *state) developing(buf []alphabeta.Move) []alphabeta.Move {
	s.points = s.b.Near(s.points[:0])
	buf = s.append(buf, s.points)
	s.points = s.b.Figures(s.points[:0], pattern.TwoPlus)
	for _, p := range s.points {
		if !s.b.IsNear(p) && (!s.ban[s.me] || !s.b.Banned(p, s.me)) {
			buf = append(buf, s.move(p))
		}
	}
	return buf
}

// The plies in which Decided finds a win by a straight four or two fours, by a four and a three, and by two threes.
const (
	pliesOfFours  = 3
	pliesOfThrees = 5
)

// foresee marks the moves after which Decided would find the opponent's four and three, or two threes. Those
// are the moves that make no three and are in no window with a point where the opponent has them. Where points
// are forbidden to the side to move, a move among many own stones could forbid one, which Decided does not
// consider. It requires that neither side can make a five and that the opponent can make no straight four.
func (s *state) foresee(list []alphabeta.Move) {
	me, foe := s.me, 3-s.me
	if !s.sure || s.fence || s.ban[foe] || s.b.Count(foe, pattern.FourThree)+s.b.Count(foe, pattern.ThreeThree) == 0 ||
		s.b.Has(foe, pattern.FourFour, pattern.Win) || s.b.Has(me, pattern.FourPlain, pattern.Win) ||
		s.b.Count(me, pattern.Ban) > 0 || s.b.Stones()+1 >= s.b.Len() {
		return
	}
	s.quick = s.b.Of(foe, pattern.FourThree, s.quick[:0])
	s.quick = s.b.Of(foe, pattern.ThreeThree, s.quick)
	s.sight = s.b.Sight(s.quick, s.sight[:0])
	for i := range list {
		p := board.Point(list[i].Point)
		if s.sight[p>>6]>>(p&63)&1 == 0 && s.b.Class(p, me) < pattern.ThreePlain && (!s.ban[me] || s.b.Crowd(p, me) < s.b.Line(me).N-1) {
			list[i].Lost = pliesOfThrees
		}
	}
}

// anywhere appends every playable point.
func (s *state) anywhere(buf []alphabeta.Move) []alphabeta.Move {
	for p := range board.Point(s.b.Len()) {
		if s.b.At(p) == 0 && (!s.ban[s.me] || !s.b.Banned(p, s.me)) {
			buf = append(buf, s.move(p))
		}
	}
	return buf
}

// empty returns every empty point, even losing ones: without other moves, one
// of them has to be played.
func (s *state) empty() []alphabeta.Move {
	var list []alphabeta.Move
	for p := range board.Point(s.b.Len()) {
		if s.b.At(p) == 0 {
			list = append(list, s.move(p))
		}
	}
	return list
}
