package life

// answers returns the points where the side to move must play because the other side threatens to settle the
// problem with its next move: every other move, including a pass, leaves the threat. yes is false if no threat
// was found.
func (a *area) answers(s *state) (only set, yes bool) {
	if s.turn == attacker {
		return a.answersToLife(s)
	}
	return a.answersToDeath(s)
}

// answersToDeath returns the defender's moves that may answer all threats of the attacker to leave it at most one eye ("one
// eye" of docs/tsumego.md). That depends on the attacker's connected stones and on the target's chain, and more stones only
// make it surer. So a threat that connects stones remains after every move, unless its point is taken, stones that it would
// save are captured, or another connection must be answered first.
func (a *area) answersToDeath(s *state) (only set, yes bool) {
	targets, n := a.remaining(s)
	strong, _ := a.connected(s, attacker)
	for near := a.around(strong).or(a.safe[attacker]).and(a.free(s)); !near.empty(); {
		k := near.pop()
		c := *s
		c.stones[attacker] = c.stones[attacker].or(single(k))
		then, spare := a.connected(&c, attacker)
		if dead, _ := a.oneEye(&c, then, targets, n); !dead {
			continue
		}
		others := a.captures(s).or(spare)
		if yes { // two threats: no move stops both
			return only.and(others.or(single(k))), true
		}
		only, yes = others.or(single(k)), true
	}
	return only, yes
}

// captures returns the points on which the side to move would capture.
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

// answersToLife returns the attacker's moves that may answer all threats of the defender to become unconditionally alive with
// one move, or to connect to something safe. An attacking stone in a future eye does no harm: every empty point of a vital eye
// is a liberty, so fewer are better, and one stays empty or becomes empty, because the attacker's stones need a liberty. The
// remaining answers are the threat's own point, captures, and moves after which the threat itself would capture more and leave
// too large an eye; or, for a connection, one of two points that it needs.
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
		if others, ok := a.savedBy(s, &c, d, targets); ok {
			only, yes = only.and(others.or(single(d)).or(a.captures(s))), true
		}
	}
	return only, yes
}

// savedBy reports whether the defender's move d, which led from s to c, makes a target certainly alive, and returns the
// attacker's moves in s, other than captures, that may prevent it.
func (a *area) savedBy(s, c *state, d int, targets set) (unless set, yes bool) {
	if !a.safe[defender].empty() {
		if strong, spare := a.connected(c, defender); strong.has(d) && strong.meets(targets) {
			return spare, true
		}
	}
	alive, yes := a.benson(c, targets)
	return a.shortens(s, d), yes && alive.has(d)
}

// shortens returns the attacker's moves, other than captures, that may leave own stones with no liberty but
// d.
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
