package life

// remaining returns the targets that are not captured yet, as stones, and their number. If the
// region must be cleared these are all stones of the defender.
func (a *area) remaining(s *state) (stones set, n int) {
	if len(a.targets) == 0 {
		return s.stones[defender], 0
	}
	for i, t := range a.targets {
		if s.captured>>i&1 == 0 {
			stones = stones.or(single(t))
			n++
		}
	}
	return stones, n
}

// cleared reports whether the attacker has reached the goal.
func (a *area) cleared(s *state) bool {
	if len(a.targets) > 0 {
		return int(s.captured) == 1<<len(a.targets)-1
	}
	return s.captured >= 2 || s.turn == attacker && s.stones[defender].empty()
}

// fate is what has been proved about the target in a state.
type fate uint8

const (
	open fate = iota
	lives
	dies
)

// certain returns the fate that is certain in a state, with either side to move and any number of
// threats. Most states in which the target is lost or alive with best play are still open.
func (a *area) certain(s *state) fate {
	f, _ := a.evaluate(s, true)
	return f
}

// roomWeight and freeWeight are the added difficulty of capturing a target for each point where it
// might make eyes, and each liberty. They were chosen by the nodes of closed problems of 10 and 12
// empty points, of which they save half.
const (
	roomWeight = 16
	freeWeight = 8
)

// evaluate returns the fate that is certain in a state, and an estimate of the difficulty of
// capturing the target, from its liberties and the points where the defender might make eyes.
// Unless thorough, it checks for unconditional life only after a move of the defender, because no
// other move can create it.
func (a *area) evaluate(s *state, thorough bool) (f fate, difficulty int) {
	if a.cleared(s) {
		return dies, 0
	}
	targets, n := a.remaining(s)
	if !a.safe[defender].empty() {
		if safe, _ := a.connected(s, defender); safe.meets(targets) {
			return lives, 0
		}
	}
	strong, _ := a.connected(s, attacker)
	dead, difficulty := a.oneEye(s, strong, targets, n)
	if dead {
		return dies, difficulty
	}
	if thorough || s.turn == attacker {
		if _, yes := a.benson(s, targets); yes {
			return lives, difficulty
		}
	}
	return open, difficulty
}

// oneEye reports whether the defender cannot make two eyes: see docs/tsumego.md. strong are the
// attacker's connected stones. n is the number of remaining targets, 0 if the region must be
// cleared. It also returns the difficulty for evaluate.
func (a *area) oneEye(s *state, strong, targets set, n int) (yes bool, difficulty int) {
	rest := a.full.without(strong)
	room := rest.without(a.around(strong)).without(a.safe[attacker])
	if n == 0 {
		return !a.safe[defender].meets(rest) && a.clique(room), room.count() * roomWeight
	}
	for !targets.empty() {
		t := targets.pop()
		chain, touched := a.chain(t, s.stones[defender])
		mine := room.without(chain)
		difficulty = max(difficulty, mine.count()*roomWeight+touched.and(a.free(s)).count()*freeWeight)
		if a.clique(mine) && !a.safe[defender].meets(rest) {
			continue
		}
		part := a.spread(single(t), rest)
		if a.safe[defender].meets(part) || !a.clique(mine.and(part)) {
			return false, difficulty
		}
	}
	return true, difficulty
}

// clique reports whether any two points of a set are neighbours.
func (a *area) clique(room set) bool {
	for !room.empty() {
		if p := room.pop(); !room.without(a.adj[p]).empty() {
			return false
		}
	}
	return true
}

// maxChains limits the chains that benson handles. With more it finds no life.
const maxChains = 24

// maxEyes limits the eyes. Of more it uses the first.
const maxEyes = 20

// benson reports whether a target is unconditionally alive (Benson 1976). Safe chains count as alive, and parts of the
// region that reach outside are not eyes. If so, it returns all stones that are.
func (a *area) benson(s *state, targets set) (alive set, yes bool) {
	own := s.stones[defender]
	free := a.free(s)
	var eyes [maxEyes]eye
	n := a.eyes(s, own, free, &eyes)
	if n < 2 {
		return alive, false
	}
	var chains [maxChains]set
	count := 0
	for rest := own; !rest.empty(); {
		c, _ := a.chain(rest.first(), own)
		rest = rest.without(c)
		if c.meets(a.safe[defender]) {
			alive = alive.or(c)
			continue
		}
		if count == maxChains {
			return alive, false
		}
		chains[count] = c
		count++
		alive = alive.or(c)
	}
	for changed := true; changed; {
		changed = false
		for i := 0; i < count; i++ {
			vital := 0
			for j := 0; j < n && vital < 2; j++ {
				if eyes[j].border.without(alive).empty() && eyes[j].vitalTo(a, chains[i]) {
					vital++
				}
			}
			if vital < 2 {
				alive = alive.without(chains[i])
				count--
				chains[i] = chains[count]
				i--
				changed = true
			}
		}
		if !alive.meets(targets) {
			return alive, false
		}
	}
	return alive, alive.meets(targets)
}

// eye is a part of the region cut off by the defender's stones.
type eye struct {
	free   set // its empty points
	border set // the stones around it
}

// vitalTo reports whether all empty points of the eye are liberties of the chain.
func (e *eye) vitalTo(a *area, chain set) bool {
	for f := e.free; !f.empty(); {
		if !a.adj[f.pop()].meets(chain) {
			return false
		}
	}
	return true
}

// eyes collects the parts of the region that the stones own cut off and that touch nothing outside
// except stones of the defender.
func (a *area) eyes(s *state, own, free set, eyes *[maxEyes]eye) int {
	n := 0
	for rest := a.full.without(own); !rest.empty() && n < maxEyes; {
		part := a.spread(single(rest.first()), a.full.without(own))
		rest = rest.without(part)
		f := part.and(free)
		if part.meets(a.safe[attacker]) || f.empty() {
			continue
		}
		eyes[n] = eye{free: f, border: a.around(part).and(own)}
		n++
	}
	return n
}
