package life

import (
	"strconv"

	"moyo/game"
	"moyo/solve/dfpn"
	"moyo/solve/life/tsumego"
)

// given are the threats of the side to move and of the other in a question.
type given struct{ own, other uint8 }

// covers reports whether a yes for g implies a yes for h: more threats never hurt their owner.
func (g given) covers(h given) bool { return h.own >= g.own && h.other <= g.other }

// evidence is the results of finished searches about W(own, other) of docs/tsumego.md: whether the side to
// move succeeds. It is the only source of verdicts. Unfinished searches leave no trace, so any earlier
// answer is either unknown or equal to the final one.
type evidence struct {
	me       uint8 // the side to move
	findings []finding
	threats  *given // the threats in the problem, if any
}

// finding is a finished search: its answer, and the winning move of the side to move, or -1.
type finding struct {
	given given
	yes   bool
	move  int
}

// enter adds the result of a search for W(g). Open adds nothing. move is the first winning move found,
// or -1.
func (e *evidence) enter(g given, v dfpn.Value, move int) {
	if v != dfpn.Open {
		e.findings = append(e.findings, finding{g, v == dfpn.Won, move})
	}
}

// of returns W(g) as far as it follows from the findings.
func (e *evidence) of(g given) dfpn.Value {
	for _, f := range e.findings {
		switch {
		case f.yes && f.given.covers(g):
			return dfpn.Won
		case !f.yes && g.covers(f.given):
			return dfpn.Lost
		}
	}
	return dfpn.Open
}

// moveFor returns a move with which the side to move succeeds at g, or -1 if none was recorded.
func (e *evidence) moveFor(g given) int {
	for _, f := range e.findings {
		if f.yes && f.move >= 0 && f.given.covers(g) {
			return f.move
		}
	}
	return -1
}

// The questions that verdicts depend on.
var (
	winsAgainstAny  = given{0, tsumego.Unlimited}
	winsAgainstMost = given{0, MaxThreats}
	winsWithAny     = given{tsumego.Unlimited, 0}
	winsWithMost    = given{MaxThreats, 0}
	winsEven        = given{0, 0}
)

// verdict returns the result of the evidence for the side to move.
func (e *evidence) verdict() Verdict {
	if e.threats != nil {
		return map[dfpn.Value]Verdict{dfpn.Won: Win, dfpn.Lost: Lose, dfpn.Open: Unknown}[e.of(*e.threats)]
	}
	most, least := e.of(winsWithMost), e.of(winsAgainstMost)
	switch {
	case least == dfpn.Won:
		return Win
	case most == dfpn.Lost:
		return Lose
	case least == dfpn.Lost && most == dfpn.Won:
		return InKo
	}
	return Unknown
}

// against returns the threats against which a win or a loss was proved.
func (e *evidence) against() uint8 {
	switch {
	case e.threats != nil:
		return e.threats.other
	case e.of(winsAgainstAny) == dfpn.Won || e.of(winsWithAny) == dfpn.Lost:
		return tsumego.Unlimited
	}
	return MaxThreats
}

// koWith returns the question for a ko in which the side that takes first has no threat and the other has n.
func koWith(takesFirst bool, n uint8) given {
	if takesFirst {
		return given{0, n}
	}
	return given{n, 0}
}

// ko returns whether the side to move takes the ko first, and how many threats change its result: 0
// if a search for it is unfinished.
func (e *evidence) ko() (takesFirst bool, threats uint8) {
	even := e.of(winsEven)
	if e.verdict() != InKo || even == dfpn.Open {
		return false, 0
	}
	takesFirst = even == dfpn.Won
	for n := uint8(1); n <= MaxThreats; n++ {
		switch v := e.of(koWith(takesFirst, n)); {
		case v == dfpn.Open:
			return takesFirst, 0
		case (v == dfpn.Won) != takesFirst:
			return takesFirst, n
		}
	}
	return takesFirst, 0
}

// next returns the questions, at most two, to search for a verdict or the number of a ko's threats; none
// if everything is known.
func (e *evidence) next() []given {
	open := func(list ...given) (some []given) {
		for _, g := range list {
			if e.of(g) == dfpn.Open {
				some = append(some, g)
			}
		}
		return some
	}
	if e.threats != nil {
		return open(*e.threats)
	}
	switch e.verdict() {
	case Win, Lose:
		return nil
	}
	if _, n := e.ko(); n > 0 {
		return nil
	}
	win, lose := open(winsAgainstAny), open(winsWithAny)
	if len(win)+len(lose) > 0 {
		// If only unlimited threats change a ko, it is not a ko: the next best question comes immediately.
		if len(win) == 0 {
			win = open(winsAgainstMost)
		}
		if len(lose) == 0 {
			lose = open(winsWithMost)
		}
		return append(win, lose...)
	}
	if even := open(winsEven); even != nil {
		return even
	}
	takesFirst := e.of(winsEven) == dfpn.Won
	for n := uint8(1); n < MaxThreats; n++ {
		if g := koWith(takesFirst, n); e.of(g) == dfpn.Open {
			return append([]given{g}, open(koWith(takesFirst, MaxThreats))...)
		}
	}
	return open(koWith(takesFirst, MaxThreats))
}

// claim returns what the evidence proves: that the side to move succeeds or, if it does not, that the
// other side does. For a ko it is the best result of the side to move; ok is false if the number of
// threats is open.
func (e *evidence) claim() (c claim, g given, ok bool) {
	switch v := e.verdict(); {
	case v == Unknown:
		return claim{}, g, false
	case v != InKo:
		g = e.decisive(v == Win)
	default:
		takesFirst, n := e.ko()
		if n == 0 {
			return claim{}, g, false
		}
		if takesFirst {
			n--
		}
		g = koWith(takesFirst, n)
	}
	c = claimOf(e.me, g.own, g.other)
	c.captured = c.captured == (e.verdict() != Lose)
	return c, g, true
}

// decisive returns the question whose answer decides between win and loss.
func (e *evidence) decisive(win bool) given {
	switch n := e.against(); {
	case e.threats != nil:
		return *e.threats
	case win:
		return given{0, n}
	default:
		return given{n, 0}
	}
}

// koOf returns the ko of the evidence, or nil if there is no ko or its numbers are open.
func (e *evidence) koOf(colors [2]game.Color) *Ko {
	takesFirst, n := e.ko()
	if n == 0 {
		return nil
	}
	k := &Ko{TakesFirst: colors[e.me^1], Threats: int(n), Kind: koKind(int(n))}
	if takesFirst {
		k.TakesFirst = colors[e.me]
	}
	return k
}

func koKind(threats int) string {
	if threats == 1 {
		return "direct"
	}
	return strconv.Itoa(threats) + "-step"
}
