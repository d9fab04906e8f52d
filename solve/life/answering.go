package life

import (
	"context"
	"time"

	"moyo/game"
	"moyo/solve/dfpn"
	"moyo/solve/life/tsumego"
)

// answer solves for a state, with either side to move.
func (s *Solver) answer(ctx context.Context, at state) (*Answer, error) {
	began := time.Now()
	done := s.watch(ctx)
	defer done()
	a := &Answer{
		ID: s.problem.ID, Question: s.problem.Question, Verdict: Unknown, Fate: NoFate, Best: game.Pass,
		Region: s.area.points, Found: s.found, Walls: s.problem.Walls, All: s.opt.AllMoves,
	}
	if a.Question != tsumego.Status {
		a.Question = tsumego.Question(at.turn) // the defender wants to live, the attacker to kill
	}
	s.judge(a, at)
	a.Assumes = s.assumes(a, at)
	a.Nodes, a.Memory, a.Elapsed = s.nodes.Load(), s.table.Bytes(), time.Since(began)
	return a, nil
}

// judge finds the verdict, then the fate, the first moves and the best line.
func (s *Solver) judge(a *Answer, at state) {
	const stages = 4
	s.stage.begin("who gets their way", 0, stages)
	e := s.gather(at)
	a.conclude(e, s.area.color)
	c, g, ok := e.claim()
	if !ok {
		a.All = false // no move is known to win
		return
	}
	s.stage.begin("what becomes of it", 1, stages)
	s.findFate(a, at, c)
	if s.opt.FateOnly {
		return
	}
	s.stage.begin("first moves", 2, stages)
	if a.Verdict != Lose {
		s.firstMoves(a, at, c, e.moveFor(g))
		if s.opt.Score && a.Verdict == Win {
			s.addScores(a, at)
		}
	}
	if a.Question == tsumego.Status {
		s.findTenuki(a, at)
	}
	s.stage.begin("the best play", 3, stages)
	a.Line = s.line(at, c, a.Best)
}

// conclude stores the result of the evidence. No other code decides who wins.
func (a *Answer) conclude(e *evidence, colors [2]game.Color) {
	a.Verdict, a.Against, a.Ko = e.verdict(), e.against(), e.koOf(colors)
	if a.Verdict == InKo {
		a.Fate = FateKo
	}
}

// assumes returns the assumption of an answer's verdict. A region that moyo found may need no assumption. The claim
// that the defender is not captured is proved if no stone of the defender counts as safe because it reaches beyond
// the region: all other assumptions help only the attacker. The claim that the attacker captures is proved if no
// stone of the attacker does, and there are no walls.
func (s *Solver) assumes(a *Answer, at state) Assumption {
	if a.Verdict == Unknown {
		return ""
	}
	if !s.found {
		return AssumesNothing
	}
	wins := [2]bool{attacker: (a.Verdict == Win) == (at.turn == attacker)}
	wins[defender] = !wins[attacker]
	for side := range s.area.safe {
		rests := !s.area.safe[side].empty() || side == attacker && len(s.problem.Walls) > 0
		if rests && (wins[side] || a.Verdict == InKo) {
			return AssumesRegion
		}
	}
	return AssumesNothing
}

// gather searches until the evidence decides the problem, or the search is stopped.
func (s *Solver) gather(at state) *evidence {
	e := &evidence{me: at.turn}
	if t := s.problem.Threats; t != nil {
		e.threats = &given{t.Of(s.area.color[e.me]), t.Of(s.area.color[e.me^1])}
	}
	s.complete(e, at)
	return e
}

// findFate finds whether the target is dead, alive or in seki, if no ko decides.
func (s *Solver) findFate(a *Answer, at state, c claim) {
	if a.Verdict == InKo {
		return
	}
	if (a.Verdict == Win) == (at.turn == attacker) {
		a.Fate = Dead
		return
	}
	at = s.area.withThreats(at, c.threats)
	switch s.decide(at, defender, max(s.nodes.Load(), sizes[0].nodes)) {
	case dfpn.Won:
		a.Fate = Alive
	case dfpn.Lost:
		a.Fate = Seki
	}
}

// children calls f with each legal move of a state except the pass, by number, and the resulting
// state.
func (a *area) children(at state, f func(m int, next state) bool) {
	for free := a.free(&at); !free.empty(); {
		p := free.pop()
		next := at
		if _, ok := a.play(&next, p); ok && !f(p, next) {
			return
		}
	}
}

// firstMoves finds the moves that keep a claim of the side to move true. first is one of them, or -1.
func (s *Solver) firstMoves(a *Answer, at state, c claim, first int) {
	at = s.area.withThreats(at, c.threats)
	if first >= 0 && first < len(s.area.points) {
		a.FirstMoves = append(a.FirstMoves, s.area.move(first))
	}
	pass := s.findPass(a, at, c)
	s.area.children(at, func(m int, next state) bool {
		if !a.All && len(a.FirstMoves) == 0 && s.known(next, c) == dfpn.Won {
			a.FirstMoves = append(a.FirstMoves, s.area.move(m))
		}
		return a.All || len(a.FirstMoves) == 0
	})
	s.area.children(at, func(m int, next state) bool {
		if !a.All && len(a.FirstMoves) > 0 {
			return false
		}
		if s.stop.Load() {
			a.All = false
			return false
		}
		switch v := s.keeps(next, at.turn, c); {
		case v == dfpn.Open:
			a.All = false
		case v == dfpn.Won && m != first:
			a.FirstMoves = append(a.FirstMoves, s.area.move(m))
		}
		return true
	})
	a.All = a.All && pass != dfpn.Open
	if len(a.FirstMoves) > 0 {
		a.Best = a.FirstMoves[0]
	}
	if pass == dfpn.Won {
		a.Tenuki = Win
		a.FirstMoves = append(a.FirstMoves, game.Pass)
	}
}

// findPass determines whether a pass keeps a claim, completely if all moves are wanted.
func (s *Solver) findPass(a *Answer, at state, c claim) dfpn.Value {
	me := at.turn
	s.area.pass(&at)
	nodes := max(s.nodes.Load()/4, sizes[0].nodes/4)
	if a.All {
		nodes = 0
	}
	v := s.holds(at, c, nodes)
	if v == dfpn.Lost {
		v = s.holdsAgainstMost(at, me, c, nodes)
	}
	return v
}

// keeps determines whether a claim of a side holds in a state. A claim against unlimited threats
// may hold only against MaxThreats, because that also counts as a win.
func (s *Solver) keeps(at state, me uint8, c claim) dfpn.Value {
	v := c.truth(s.decide(at, attacker, 0))
	if v == dfpn.Lost {
		v = s.holdsAgainstMost(at, me, c, 0)
	}
	return v
}

// holdsAgainstMost determines whether a claim that fails against unlimited threats holds against
// MaxThreats. It first tries none, which is often refuted quickly.
func (s *Solver) holdsAgainstMost(at state, me uint8, c claim, nodes int64) dfpn.Value {
	if s.problem.Threats != nil || c.threats[me] != 0 || c.threats[me^1] != tsumego.Unlimited {
		return dfpn.Lost
	}
	if v := s.holds(at, claimOf(me, 0, 0), nodes); v != dfpn.Won {
		return v
	}
	return s.holds(at, claimOf(me, 0, MaxThreats), nodes)
}

// findTenuki finds the verdict if the side to move plays elsewhere, if not yet known: the opposite
// of the other side's.
func (s *Solver) findTenuki(a *Answer, at state) {
	if a.Tenuki != "" || a.Verdict == Lose {
		return
	}
	s.area.pass(&at)
	a.Tenuki = map[Verdict]Verdict{Win: Lose, Lose: Win, InKo: InKo}[s.gather(at).verdict()]
}

// known looks up whether a claim holds in a state with the claim's threats. It returns Open if the
// table does not know.
func (s *Solver) known(at state, c claim) dfpn.Value {
	r := reading{area: s.area, prover: attacker}
	v := r.value(&at)
	if v == dfpn.Open {
		if n, ok := s.lookUp(&at); ok {
			v = n.Value()
		}
	}
	return c.truth(v)
}

// lookUp returns the table's answer to the attacker's question about a state: its own numbers or, if
// these are open, those of a harder or an easier state that decide it.
func (s *Solver) lookUp(at *state) (dfpn.Numbers, bool) {
	n, ok := s.table.Known(at.key)
	if ok && n.Value() != dfpn.Open {
		return n, true
	}
	r := reading{area: s.area, prover: attacker}
	harder, easier := r.alike(at)
	if h, found := s.table.Known(harder); found && harder != 0 && h.Value() == dfpn.Won {
		return h, true
	}
	if e, found := s.table.Known(easier); found && easier != 0 && e.Value() == dfpn.Lost {
		return e, true
	}
	return n, ok
}
