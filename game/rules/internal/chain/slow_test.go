package chain

import (
	"slices"

	"moyo/game"
)

// slow is a simple second implementation of Stones: it keeps only colours, and searches the whole
// board for everything else.
type slow struct {
	t     *Topology
	color []game.Color
}

func newSlow(t *Topology) *slow { return &slow{t, make([]game.Color, t.Len())} }

// chain returns the stones connected with p and their liberties, ascending.
func (s *slow) chain(p uint16) (stones, liberties []uint16) {
	seen := make([]bool, s.t.Len())
	seen[p] = true
	stones = []uint16{p}
	for i := 0; i < len(stones); i++ {
		for _, q := range s.t.Neighbors(stones[i]) {
			if seen[q] || s.color[q] != s.color[p] && s.color[q] != game.Empty {
				continue
			}
			seen[q] = true
			if s.color[q] == game.Empty {
				liberties = append(liberties, q)
			} else {
				stones = append(stones, q)
			}
		}
	}
	slices.Sort(stones)
	slices.Sort(liberties)
	return stones, liberties
}

// place puts a stone down and returns its captures, ascending.
func (s *slow) place(p uint16, c game.Color) (captured []uint16) {
	s.color[p] = c
	for _, q := range s.t.Neighbors(p) {
		if s.color[q] != c.Other() {
			continue
		}
		if stones, liberties := s.chain(q); len(liberties) == 0 {
			captured = append(captured, stones...)
			for _, x := range stones {
				s.color[x] = game.Empty
			}
		}
	}
	slices.Sort(captured)
	return captured
}

func (s *slow) clone() *slow { return &slow{s.t, slices.Clone(s.color)} }

// suicide reports whether a stone of c on p ends without liberties.
func (s *slow) suicide(p uint16, c game.Color) bool {
	after := s.clone()
	after.place(p, c)
	_, liberties := after.chain(p)
	return len(liberties) == 0
}

// class is the definition of Stones.Classify, literally.
func (s *slow) class(p uint16, c game.Color) Class {
	if s.suicide(p, c) {
		return Illegal
	}
	for _, q := range s.t.Neighbors(p) {
		if s.color[q] != c {
			return Useful
		}
		if _, liberties := s.chain(q); len(liberties) == 1 {
			return Useful
		}
	}
	if len(s.t.Neighbors(p)) == 0 {
		return Illegal
	}
	return Eye
}
