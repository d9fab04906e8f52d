package mcts

import "math"

// leastBound is the least number of visits of a move to be the surest, whatever the others have.
const leastBound = 2

// bounded reports whether moves are chosen by their lower bounds.
func (s *search) bounded() bool { return s.evaluates && s.opt.PUCT.Bound > 0 }

// surest moves the child to play to the front of those ranked by visits. Where positions are evaluated, that is the
// one with the best lower bound of its value, so that many visits alone do not select a move whose value has dropped.
func (s *search) surest(ranked []*node) {
	p := s.opt.PUCT
	if !s.bounded() || len(ranked) == 0 {
		return
	}
	least := max(leastBound, p.BoundLeast*float64(ranked[0].visits()))
	best, most := 0, math.Inf(-1)
	for i, n := range ranked {
		if visits, mean, squares := n.spread(0); visits >= least {
			if b := lowerBound(visits, mean, squares, p.Bound); b > most {
				best, most = i, b
			}
		}
	}
	n := ranked[best]
	copy(ranked[1:best+1], ranked[:best])
	ranked[0] = n
}

// lowerBound returns a mean less the given number of standard errors, from the sum of squared distances
// from it. Few values that happen to agree prove little: one more, at distance 1, counts as 1/visits^2.
func lowerBound(visits, mean, squares, errors float64) float64 {
	other := 1 / (visits * visits)
	return mean - errors*math.Sqrt((squares+other)/(visits+other)/visits)
}

// mostIsSurest reports whether the most visited move is the one to play.
func (s *search) mostIsSurest() bool {
	if !s.bounded() {
		return true
	}
	ranked := s.tree.ranked(s.tree.at(firstNode), candidates)
	most := ranked[0]
	s.surest(ranked)
	return ranked[0] == most
}
