package life

// answers returns the points where the side to move has to play, where the other side threatens to settle the
// problem with its next move: every other move, a pass among them, leaves the threat standing. yes is false where
// no threat was found.
func (a *area) answers(s *state) (only set, yes bool) {
	if s.turn == attacker {
		return a.answersToLife(s)
	}
	return a.answersToDeath(s)
}

// answersToDeath returns the defender's moves that may answer all threats of the attacker's to leave it one eye at
// most ("one eye" of docs/tsumego.md). That rests on the attacker's safe stones and on the target's chain, for which more
// stones only make it surer. So a threat that makes stones safe stands whatever is played, unless its point is taken, or
// stones that it would save are captured.
func (a *area) answersToDeath(s *state) (only set, yes bool) {
	targets, n := a.remaining(s)
	strong := a.spread(a.safe[attacker].and(s.stones[attacker]), s.stones[attacker])
	free := a.free(s)
	for near := a.around(strong).or(a.safe[attacker]).and(free); !near.empty(); {
		k := near.pop()
		safer := a.spread(strong.or(single(k)), s.stones[attacker].or(single(k)))
		if dead, _ := a.oneEye(s, safer, targets, n); !dead {
			continue
		}
		captures := a.captures(s)
		if yes { // two threats: no move is on both
			return only.and(captures.or(single(k))), true
		}
		only, yes = captures.or(single(k)), true
	}
	return only, yes
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

// answersToLife returns the attacker's moves that may answer all threats of the defender's to become unconditionally
// alive with one move. What is played where an eye will be does no harm: every empty point of a vital eye is a liberty, so
// the fewer there are the better, and one stays empty or becomes it, as the attacker's stones need a liberty. So what is left are the threat's own
// point, captures, and moves after which the threat itself would capture more and leave an eye too large.
func (a *area) answersToLife(s *state) (only set, yes bool) {
	passed := *s
	a.pass(&passed)
	targets, _ := a.remaining(s)
	free := a.free(s)
	only = free
	for near := a.around(s.stones[defender]).and(free); !near.empty() && !only.empty(); {
		d := near.pop()
		c := passed
		if _, ok := a.play(&c, d); !ok {
			continue
		}
		alive, ok := a.benson(&c, targets)
		if ok && alive.has(d) {
			only, yes = only.and(a.captures(s).or(single(d)).or(a.shortens(s, d))), true
		}
	}
	return only, yes
}

// shortens returns the attacker's moves, no captures, that may leave stones of its own with no liberty but d.
func (a *area) shortens(s *state, d int) (points set) {
	own, free := s.stones[attacker], a.free(s).without(single(d))
	for near := a.adj[d].and(own); !near.empty(); {
		chain, touched := a.chain(near.first(), own)
		near = near.without(chain)
		if liberty := touched.and(free); liberty.one() {
			points = points.or(liberty)
		}
	}
	for near := a.adj[d].and(free); !near.empty(); {
		if p := near.pop(); !a.adj[p].meets(free) {
			points = points.or(single(p))
		}
	}
	return points
}
