package tsumego

import (
	"context"
	"strconv"
	"time"

	"moyo/engine/dfpn"
	"moyo/game"
)

// answer answers for a state, whoever is to move in it.
func (s *Solver) answer(ctx context.Context, at state) (*Answer, error) {
	began := time.Now()
	done := s.watch(ctx)
	defer done()
	a := &Answer{
		ID: s.problem.ID, Question: s.problem.Question, Verdict: Unknown, Fate: NoFate, Best: game.Pass,
		Region: s.area.points, Found: s.found, Walls: s.problem.Walls, All: s.opt.AllMoves,
	}
	if a.Question != Status {
		a.Question = Question(at.turn) // the defender wants to live, the attacker to kill
	}
	s.judge(a, at)
	a.Nodes, a.Memory, a.Elapsed = s.nodes.Load(), s.table.Bytes(), time.Since(began)
	return a, nil
}

// judge finds the verdict and what belongs to it.
func (s *Solver) judge(a *Answer, at state) {
	const stages = 4
	s.stage.begin("who gets their way", 0, stages)
	c, ok := s.verdict(a, at)
	if !ok {
		return
	}
	s.stage.begin("what becomes of it", 1, stages)
	s.fate(a, at, c)
	s.stage.begin("first moves", 2, stages)
	if a.Verdict != Lose {
		s.firstMoves(a, at, c)
		if s.opt.Score && a.Verdict == Win {
			s.addScores(a, at)
		}
	}
	if a.Question == Status {
		s.elsewhere(a, at)
	}
	s.stage.begin("the best play", 3, stages)
	a.Line = s.line(at, c, a.Best)
}

// verdict finds it and returns the claim that shows it, which is about the side to
// move but where it loses.
func (s *Solver) verdict(a *Answer, at state) (claim, bool) {
	me := at.turn
	if t := s.problem.Threats; t != nil {
		c := way(me, t.Of(s.area.color[me]), t.Of(s.area.color[me^1]))
		a.Against = t.Of(s.area.color[me^1])
		return s.settle(a, c, s.holds(at, c, 0))
	}
	sure, best := way(me, 0, Unlimited), way(me, Unlimited, 0)
	yes, perhaps := s.either(at, sure, best)
	a.Against = Unlimited
	switch {
	case yes == dfpn.Won:
		return s.settle(a, sure, dfpn.Won)
	case perhaps == dfpn.Lost:
		return s.settle(a, best, dfpn.Lost)
	case yes == dfpn.Open || perhaps == dfpn.Open:
		return claim{}, false
	}
	a.Verdict, a.Fate = InKo, FateKo
	c, ok := s.ko(a, at)
	if ok && a.Ko != nil && a.Ko.Threats > MaxThreats {
		return s.noKo(a, me)
	}
	return c, ok
}

// noKo makes what no number of threats turns the success of who takes first.
func (s *Solver) noKo(a *Answer, me uint8) (claim, bool) {
	winner := me
	a.Verdict, a.Fate, a.Against = Win, NoFate, MaxThreats
	if a.Ko.TakesFirst != s.area.color[me] {
		winner, a.Verdict = me^1, Lose
	}
	a.Ko = nil
	return way(winner, 0, MaxThreats), true
}

// settle enters the verdict of a claim of the side to move.
func (s *Solver) settle(a *Answer, c claim, v dfpn.Value) (claim, bool) {
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

// ko finds who takes first and how many threats turn that.
func (s *Solver) ko(a *Answer, at state) (claim, bool) {
	me := at.turn
	first := s.holds(at, way(me, 0, 0), 0)
	if first == dfpn.Open {
		return way(me, Unlimited, 0), true
	}
	winner, want := me, dfpn.Lost
	if first == dfpn.Lost {
		winner, want = me^1, dfpn.Won
	}
	a.Ko = &Ko{TakesFirst: s.area.color[winner], Threats: MaxThreats + 1}
	for n := 1; n <= MaxThreats; n++ {
		v := s.holds(at, threatened(me, winner, n), 0)
		if v == dfpn.Open {
			return way(me, Unlimited, 0), true
		}
		if v == want {
			a.Ko.Threats = n
			break
		}
	}
	a.Ko.Kind = koKind(a.Ko.Threats)
	if winner == me {
		return threatened(me, winner, a.Ko.Threats-1), true
	}
	return threatened(me, winner, a.Ko.Threats), true
}

// threatened is the claim of the side to move where the side that is not the winner
// has n threats.
func threatened(me, winner uint8, n int) claim {
	if winner == me {
		return way(me, 0, uint8(n))
	}
	return way(me, uint8(n), 0)
}

func koKind(threats int) string {
	if threats == 1 {
		return "direct"
	}
	return strconv.Itoa(threats) + "-step"
}

// fate finds what becomes of the target where no ko decides.
func (s *Solver) fate(a *Answer, at state, c claim) {
	if a.Verdict == InKo {
		return
	}
	if (a.Verdict == Win) == (at.turn == attacker) {
		a.Fate = Dead
		return
	}
	at = s.area.with(at, c.threats)
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

// firstMoves finds the moves after which a claim of the side to move holds.
func (s *Solver) firstMoves(a *Answer, at state, c claim) {
	at = s.area.with(at, c.threats)
	after := at
	s.area.pass(&after)
	budget := max(s.nodes.Load(), sizes[0].nodes)
	if s.holds(after, c, budget) == dfpn.Won || s.almost(after, at.turn, c, budget) {
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
		case c.want():
			a.FirstMoves = append(a.FirstMoves, s.area.move(m))
		default:
			if s.almost(next, at.turn, c, 0) {
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

// elsewhere finds the verdict if the side to move plays elsewhere, as the other side's turned
// round, where it is not known yet.
func (s *Solver) elsewhere(a *Answer, at state) {
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

// almost says whether a move after which a side does not hold out against unlimited threats
// does against MaxThreats, which counts as a win.
func (s *Solver) almost(next state, me uint8, c claim, nodes int64) bool {
	if s.problem.Threats != nil || c.threats[me] != 0 || c.threats[me^1] != Unlimited {
		return false
	}
	return s.holds(next, way(me, 0, 0), nodes) == dfpn.Won && s.holds(next, way(me, 0, MaxThreats), nodes) == dfpn.Won
}

// known says whether a claim holds in a state whose threats are the claim's, Open
// where the table does not tell.
func (s *Solver) known(at state, c claim) dfpn.Value {
	r := newReading(s.area, at, attacker)
	v := r.value(&at)
	if v == dfpn.Open {
		if n, ok := s.table.Known(r.Key()); ok {
			v = n.Value()
		}
	}
	return c.of(v)
}
