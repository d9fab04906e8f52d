package life

import (
	"context"
	"strconv"
	"time"

	"moyo/game"
	"moyo/solve/dfpn"
	"moyo/solve/life/tsumego"
)

// answer solves for a state, whichever side is to move in it.
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
	a.Nodes, a.Memory, a.Elapsed = s.nodes.Load(), s.table.Bytes(), time.Since(began)
	return a, nil
}

// judge finds the verdict, then the fate, the first moves and the best line.
func (s *Solver) judge(a *Answer, at state) {
	const stages = 4
	s.stage.begin("who gets their way", 0, stages)
	c, ok := s.verdict(a, at)
	if !ok {
		return
	}
	s.stage.begin("what becomes of it", 1, stages)
	s.findFate(a, at, c)
	s.stage.begin("first moves", 2, stages)
	if a.Verdict != Lose {
		s.firstMoves(a, at, c)
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

// verdict finds the verdict and returns the claim that proves it: that the side to move
// wins or, where it loses, that the other side does.
func (s *Solver) verdict(a *Answer, at state) (claim, bool) {
	me := at.turn
	if t := s.problem.Threats; t != nil {
		c := claimOf(me, t.Of(s.area.color[me]), t.Of(s.area.color[me^1]))
		a.Against = t.Of(s.area.color[me^1])
		return s.setVerdict(a, c, s.holds(at, c, 0))
	}
	sure, best := claimOf(me, 0, tsumego.Unlimited), claimOf(me, tsumego.Unlimited, 0)
	yes, perhaps := s.either(at, sure, best)
	a.Against = tsumego.Unlimited
	switch {
	case yes == dfpn.Won:
		return s.setVerdict(a, sure, dfpn.Won)
	case perhaps == dfpn.Lost:
		return s.setVerdict(a, best, dfpn.Lost)
	case yes == dfpn.Open || perhaps == dfpn.Open:
		return claim{}, false
	}
	a.Verdict, a.Fate = InKo, FateKo
	c, ok := s.ko(a, at)
	if ok && a.Ko != nil && a.Ko.Threats > MaxThreats {
		return s.dropKo(a, me)
	}
	return c, ok
}

// dropKo turns the answer of a ko that MaxThreats threats do not turn into a plain win of
// the side that takes first.
func (s *Solver) dropKo(a *Answer, me uint8) (claim, bool) {
	winner := me
	a.Verdict, a.Fate, a.Against = Win, NoFate, MaxThreats
	if a.Ko.TakesFirst != s.area.color[me] {
		winner, a.Verdict = me^1, Lose
	}
	a.Ko = nil
	return claimOf(winner, 0, MaxThreats), true
}

// setVerdict records the verdict that follows from a claim of the side to move.
func (s *Solver) setVerdict(a *Answer, c claim, v dfpn.Value) (claim, bool) {
	switch v {
	case dfpn.Won:
		a.Verdict = Win
		return c, true
	case dfpn.Lost:
		a.Verdict = Lose
		return claim{c.threats, !c.captured}, true
	}
	return c, false
}

// ko finds which side takes the ko first and how many threats the other needs to win it.
func (s *Solver) ko(a *Answer, at state) (claim, bool) {
	me := at.turn
	first := s.holds(at, claimOf(me, 0, 0), 0)
	if first == dfpn.Open {
		return claimOf(me, tsumego.Unlimited, 0), true
	}
	winner, want := me, dfpn.Lost
	if first == dfpn.Lost {
		winner, want = me^1, dfpn.Won
	}
	a.Ko = &Ko{TakesFirst: s.area.color[winner], Threats: MaxThreats + 1}
	for n := 1; n <= MaxThreats; n++ {
		v := s.holds(at, claimWithThreats(me, winner, n), 0)
		if v == dfpn.Open {
			return claimOf(me, tsumego.Unlimited, 0), true
		}
		if v == want {
			a.Ko.Threats = n
			break
		}
	}
	a.Ko.Kind = koKind(a.Ko.Threats)
	if winner == me {
		return claimWithThreats(me, winner, a.Ko.Threats-1), true
	}
	return claimWithThreats(me, winner, a.Ko.Threats), true
}

// claimWithThreats is the claim of the side to move where the side that is not the winner
// has n threats.
func claimWithThreats(me, winner uint8, n int) claim {
	if winner == me {
		return claimOf(me, 0, uint8(n))
	}
	return claimOf(me, uint8(n), 0)
}

func koKind(threats int) string {
	if threats == 1 {
		return "direct"
	}
	return strconv.Itoa(threats) + "-step"
}

// findFate finds whether the target is dead, alive or in seki, where no ko decides.
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

// children calls f with each legal move of a state but the pass, by numbers, and what it
// leads to.
func (a *area) children(at state, f func(m int, next state) bool) {
	for free := a.free(&at); !free.empty(); {
		p := free.pop()
		next := at
		if _, ok := a.play(&next, p); ok && !f(p, next) {
			return
		}
	}
}

// firstMoves finds the moves that keep a claim of the side to move true.
func (s *Solver) firstMoves(a *Answer, at state, c claim) {
	at = s.area.withThreats(at, c.threats)
	after := at
	s.area.pass(&after)
	budget := max(s.nodes.Load(), sizes[0].nodes)
	if s.holds(after, c, budget) == dfpn.Won || s.winsUpToMaxThreats(after, at.turn, c, budget) {
		a.Tenuki = Win
	}
	s.area.children(at, func(m int, next state) bool {
		if !a.All && len(a.FirstMoves) == 0 && s.known(next, c) == dfpn.Won {
			a.FirstMoves = append(a.FirstMoves, s.area.move(m))
		}
		return a.All || len(a.FirstMoves) == 0
	})
	s.area.children(at, func(m int, next state) bool {
		if !a.All && len(a.FirstMoves) > 0 || s.stop.Load() {
			a.All = a.All && !s.stop.Load()
			return false
		}
		switch s.decide(next, attacker, 0) {
		case dfpn.Open:
			a.All = false
		case c.provedBy():
			a.FirstMoves = append(a.FirstMoves, s.area.move(m))
		default:
			if s.winsUpToMaxThreats(next, at.turn, c, 0) {
				a.FirstMoves = append(a.FirstMoves, s.area.move(m))
			}
		}
		return true
	})
	if len(a.FirstMoves) > 0 {
		a.Best = a.FirstMoves[0]
	}
	if a.Tenuki == Win {
		a.FirstMoves = append(a.FirstMoves, game.Pass)
	}
}

// findTenuki finds the verdict if the side to move plays elsewhere, where it is not known
// yet: the opposite of the other side's.
func (s *Solver) findTenuki(a *Answer, at state) {
	if a.Tenuki != "" || a.Verdict == Lose {
		return
	}
	s.area.pass(&at)
	var other Answer
	if _, ok := s.verdict(&other, at); !ok {
		return
	}
	a.Tenuki = map[Verdict]Verdict{Win: Lose, Lose: Win, InKo: InKo}[other.Verdict]
}

// winsUpToMaxThreats reports whether a side that does not win against unlimited threats
// after a move wins against MaxThreats, which counts as a win.
func (s *Solver) winsUpToMaxThreats(next state, me uint8, c claim, nodes int64) bool {
	if s.problem.Threats != nil || c.threats[me] != 0 || c.threats[me^1] != tsumego.Unlimited {
		return false
	}
	return s.holds(next, claimOf(me, 0, 0), nodes) == dfpn.Won && s.holds(next, claimOf(me, 0, MaxThreats), nodes) == dfpn.Won
}

// known looks up whether a claim holds in a state whose threats are the claim's: Open where
// the table does not know.
func (s *Solver) known(at state, c claim) dfpn.Value {
	r := newReading(s.area, at, attacker)
	v := r.value(&at)
	if v == dfpn.Open {
		if n, ok := s.table.Known(r.Key()); ok {
			v = n.Value()
		}
	}
	return c.truth(v)
}
