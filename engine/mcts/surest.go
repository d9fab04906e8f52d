package mcts

import "math"

// leastBound is with how many visits a move can be the surest, whatever the others have.
const leastBound = 2

// bounded says whether moves are chosen by their lower bounds.
func (s *search) bounded() bool { return s.judged && s.opt.PUCT.Bound > 0 }

// surest moves the child to play to the front of those that are ranked by visits: where positions are judged, that with
// the best lower bound of its value, so that a move which many visits have brought low is not played for their number.
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

// lowerBound returns a mean less so many of its standard errors, from the sum of the squared distances of the values from
// it. That few values lie together says little: another one, 1 away, counts as 1/visits^2.
func lowerBound(visits, mean, squares, errors float64) float64 {
	other := 1 / (visits * visits)
	return mean - errors*math.Sqrt((squares+other)/(visits+other)/visits)
}

// mostIsSurest says whether the most visited move is the one to play.
func (s *search) mostIsSurest() bool {
	if !s.bounded() {
		return true
	}
	ranked := s.tree.ranked(s.tree.at(firstNode), candidates)
	most := ranked[0]
	s.surest(ranked)
	return ranked[0] == most
}
