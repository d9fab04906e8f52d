package life

import "math/bits"

// set is a set of points of a region by number: three words of 64, enough for tsumego.MaxRegion.
type set struct{ lo, mid, hi uint64 }

func single(p int) set {
	switch bit := uint64(1) << uint(p&63); p >> 6 {
	case 0:
		return set{lo: bit}
	case 1:
		return set{mid: bit}
	default:
		return set{hi: bit}
	}
}

func (s set) has(p int) bool {
	word := s.lo
	switch p >> 6 {
	case 1:
		word = s.mid
	case 2:
		word = s.hi
	}
	return word>>uint(p&63)&1 != 0
}

func (s set) or(t set) set      { return set{s.lo | t.lo, s.mid | t.mid, s.hi | t.hi} }
func (s set) and(t set) set     { return set{s.lo & t.lo, s.mid & t.mid, s.hi & t.hi} }
func (s set) without(t set) set { return set{s.lo &^ t.lo, s.mid &^ t.mid, s.hi &^ t.hi} }
func (s set) empty() bool       { return s.lo|s.mid|s.hi == 0 }
func (s set) meets(t set) bool  { return s.lo&t.lo|s.mid&t.mid|s.hi&t.hi != 0 }

func (s set) count() int {
	return bits.OnesCount64(s.lo) + bits.OnesCount64(s.mid) + bits.OnesCount64(s.hi)
}

// one reports whether s has exactly one point.
func (s set) one() bool {
	switch {
	case s.lo != 0:
		return s.lo&(s.lo-1) == 0 && s.mid|s.hi == 0
	case s.mid != 0:
		return s.mid&(s.mid-1) == 0 && s.hi == 0
	}
	return s.hi != 0 && s.hi&(s.hi-1) == 0
}

// first returns the smallest number in s, which must not be empty.
func (s set) first() int {
	switch {
	case s.lo != 0:
		return bits.TrailingZeros64(s.lo)
	case s.mid != 0:
		return 64 + bits.TrailingZeros64(s.mid)
	}
	return 128 + bits.TrailingZeros64(s.hi)
}

// pop removes the smallest number from s, which must not be empty.
func (s *set) pop() int {
	if s.lo != 0 {
		p := bits.TrailingZeros64(s.lo)
		s.lo &= s.lo - 1
		return p
	}
	return s.popHigh()
}

func (s *set) popHigh() int {
	if s.mid != 0 {
		p := 64 + bits.TrailingZeros64(s.mid)
		s.mid &= s.mid - 1
		return p
	}
	p := 128 + bits.TrailingZeros64(s.hi)
	s.hi &= s.hi - 1
	return p
}
