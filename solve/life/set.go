package life

import "math/bits"

// set is a set of points of a region by their numbers.
type set struct{ lo, hi uint64 }

func single(p int) set {
	if p < 64 {
		return set{lo: 1 << uint(p)}
	}
	return set{hi: 1 << uint(p-64)}
}

func (s set) has(p int) bool {
	if p < 64 {
		return s.lo>>uint(p)&1 != 0
	}
	return s.hi>>uint(p-64)&1 != 0
}

func (s set) or(t set) set      { return set{s.lo | t.lo, s.hi | t.hi} }
func (s set) and(t set) set     { return set{s.lo & t.lo, s.hi & t.hi} }
func (s set) without(t set) set { return set{s.lo &^ t.lo, s.hi &^ t.hi} }
func (s set) empty() bool       { return s.lo|s.hi == 0 }
func (s set) meets(t set) bool  { return s.lo&t.lo|s.hi&t.hi != 0 }
func (s set) count() int        { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// one says whether s has exactly one point.
func (s set) one() bool {
	if s.lo == 0 {
		return s.hi != 0 && s.hi&(s.hi-1) == 0
	}
	return s.hi == 0 && s.lo&(s.lo-1) == 0
}

// first returns the smallest number in s, which is not empty.
func (s set) first() int {
	if s.lo != 0 {
		return bits.TrailingZeros64(s.lo)
	}
	return 64 + bits.TrailingZeros64(s.hi)
}

// pop takes the smallest number out of s, which is not empty.
func (s *set) pop() int {
	if s.lo != 0 {
		p := bits.TrailingZeros64(s.lo)
		s.lo &= s.lo - 1
		return p
	}
	p := 64 + bits.TrailingZeros64(s.hi)
	s.hi &= s.hi - 1
	return p
}
