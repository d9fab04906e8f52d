package life

// answers returns the points where the side to move has to play, where the other side threatens to settle the
// problem with its next move: every other move, a pass among them, leaves the threat standing. yes is false where
// nothing is threatened.
func (a *area) answers(s *state) (only set, yes bool) {
	if s.turn == attacker {
		return a.answersToLife(s)
	}
	return a.answersToDeath(s)
}

// answersToDeath returns the defender's moves that answer all threats of the attacker's to leave no more than one
// eye ("one eye" of docs/tsumego.md). That depends on the attacker's safe stones alone, and on the target's chain, where more stones
// only make it smaller: so whatever is played, the threat stands, unless its point is taken, or stones that it would save
// are captured.
func (a *area) answersToDeath(s *state) (only set, yes bool) {
	targets, n := a.remaining(s)
	strong := a.spread(a.safe[attacker].and(s.stones[attacker]), s.stones[attacker])
	free := a.free(s)
	for near := a.around(strong).or(a.safe[attacker]).and(free); !near.empty(); {
		k := near.pop()
		if a.takes(s, k, attacker) {
			continue
		}
		own := s.stones[attacker].or(single(k))
		if dead, _ := a.oneEye(s, a.spread(strong.or(single(k)), own), targets, n); !dead {
			continue
		}
		if !yes {
			only, yes = a.captures(s), true
			if !only.has(k) {
				only = only.or(single(k))
			}
			continue
		}
		return only.and(a.captures(s)), true
	}
	return only, yes
}

// takes says whether a stone of a side on p, an empty point, would capture.
func (a *area) takes(s *state, p int, side uint8) bool {
	other := s.stones[side^1]
	free := a.free(s).without(single(p))
	for near := a.adj[p].and(other); !near.empty(); {
		if !a.hasLiberty(near.pop(), side^1, other, free) {
			return true
		}
	}
	return false
}

// captures returns the points where the side to move would capture.
func (a *area) captures(s *state) (points set) {
	other, free := s.stones[s.turn^1], a.free(s)
	for rest := other; !rest.empty(); {
		chain, touched := a.chain(rest.first(), other)
		rest = rest.without(chain)
		if liberty := touched.and(free); liberty.one() && !chain.meets(a.safe[s.turn^1]) {
			points = points.or(liberty)
		}
	}
	return points
}

// answersToLife returns the attacker's moves that answer all threats of the defender's to become unconditionally alive
// with one move. What is played in an eye to be does not hurt as long as an empty point of it is left; so the answers are the
// threat's own point, the last point of an eye, and captures.
func (a *area) answersToLife(s *state) (only set, yes bool) {
	passed := *s
	a.pass(&passed)
	targets, _ := a.remaining(s)
	free := a.free(s)
	for rest := free; !rest.empty(); {
		d := rest.pop()
		if !a.adj[d].meets(s.stones[defender]) {
			continue
		}
		c := passed
		if _, ok := a.play(&c, d); !ok {
			continue
		}
		alive, last, ok := a.benson(&c, targets)
		if !ok || !alive.has(d) {
			continue
		}
		may := last.or(single(d))
		if !yes {
			only, yes = free.and(may.or(a.captures(s))), true
		} else {
			only = only.and(may.or(a.captures(s)))
		}
		if only.empty() {
			break
		}
	}
	return only, yes
}
