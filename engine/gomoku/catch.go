package gomoku

import (
	"moyo/board"
	"moyo/game/rules/gomoku/pattern"
)

// mayBeForbidden are the classes of the points that Renju's rule may forbid.
var mayBeForbidden = [...]pattern.Class{pattern.Ban, pattern.ThreeThree, pattern.FourThree, pattern.FourFour}

// catches reports whether the side to move, if neither side can make a five, has a four whose only answer is forbidden
// to the opponent. The point that answers a four would complete a five itself, and Black's forbidden points are few.
func (s *state) catches() bool {
	me, foe := s.me, 3-s.me
	if !s.sure || !s.ban[foe] || !s.b.Has(me, pattern.FourPlain, pattern.FourFour) {
		return false
	}
	for _, k := range mayBeForbidden {
		if s.b.Count(foe, k) == 0 {
			continue
		}
		s.quick = s.b.Of(foe, k, s.quick[:0])
		for _, q := range s.quick {
			four := s.b.Class(q, me)
			if four >= pattern.FourPlain && four <= pattern.FourFour && (k == pattern.Ban || s.b.MayBan(q, foe)) && s.catchesAt(q) {
				return true
			}
		}
	}
	return false
}

// catchesAt reports whether q answers a four of the side to move, and is forbidden to the opponent after the four.
func (s *state) catchesAt(q board.Point) bool {
	for a := range s.b.Axes() {
		if k := s.b.Kind(q, a, s.me); k < pattern.Four || k > pattern.OpenFour {
			continue
		}
		for _, p := range s.b.Window(q, a) {
			if p == board.None || s.b.At(p) != 0 || s.b.Kind(p, a, s.me) != pattern.Four {
				continue
			}
			s.b.Place(p, s.me)
			caught := s.b.Class(q, s.me) == pattern.Win && s.b.Banned(q, 3-s.me)
			s.b.Undo()
			if caught {
				return true
			}
		}
	}
	return false
}
