package answers

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"moyo/client/terminal/words"
	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/proof"
	"moyo/solve/life/tsumego"
)

// Differs describes how a problem differs from what is proved, and by how much; the list is empty
// if they are equal. A problem without a region takes the proof's.
func Differs(asked tsumego.Problem, p *proof.Proof) (list []string, much int) {
	s := &p.Statement
	if a, b := asked.Board.Spec(), s.Board.Spec(); a != b {
		return []string{fmt.Sprintf("it is on %s, the proof on %s", a, b)}, math.MaxInt
	} else if !onBoardOf(&asked, s) {
		return []string{"it is on another board than the proof, although both are called " + a}, math.MaxInt
	}
	others := difference(asked.Stones, s.Stones)
	if len(others) > 0 {
		list = append(list, "other stones at "+pointsText(s, others))
	}
	if asked.ToPlay != s.ToPlay {
		list = append(list, fmt.Sprintf("%s is to move, in the proof %s", words.Side(asked.ToPlay), words.Side(s.ToPlay)))
	}
	if asked.Ko != s.Ko {
		list = append(list, fmt.Sprintf("the ko is at %s, in the proof at %s", words.Point(s.Board, asked.Ko), words.Point(s.Board, s.Ko)))
	}
	d := asked.Defender()
	if d != s.Defender {
		list = append(list, fmt.Sprintf("%s is to live, in the proof %s", words.Side(d), words.Side(s.Defender)))
	}
	if len(others) == 0 && d == s.Defender {
		list = append(list, differsWithin(asked, p)...)
	}
	return list, len(others) + len(list)
}

// onBoardOf reports whether a problem's board equals a statement's, with the same points and neighbours: a spec that
// is only a name is not enough.
func onBoardOf(asked *tsumego.Problem, s *proof.Statement) bool {
	a, b := asked.Board, s.Board
	return a == b || a.Len() == b.Len() && slices.Equal(a.Edges(), b.Edges())
}

// differsWithin compares targets, region, walls and threats.
func differsWithin(asked tsumego.Problem, p *proof.Proof) (list []string) {
	s := &p.Statement
	if len(asked.Region) == 0 {
		if found, err := life.FindRegion(asked); err == nil {
			asked.Target = found.Target // its own, or the groups that the solver then asks about
		}
		asked.Region, asked.Walls = s.Region, s.Walls
	}
	of, err := life.Statement(asked)
	if err != nil {
		return []string{"it cannot be asked in the region of the proof: " + err.Error()}
	}
	sameTargets := *s
	if sameTargets.Targets = of.Targets; sameTargets.Hash() != s.Hash() {
		list = append(list, fmt.Sprintf("it asks about %s, the proof about %s", inQuestion(of), inQuestion(s)))
	}
	list = append(list, differsIn("region", s, of.Region, s.Region)...)
	list = append(list, differsIn("walls", s, of.Walls, s.Walls)...)
	if t := asked.Threats; t != nil && !slices.ContainsFunc(p.Claims, func(c proof.Claim) bool { return tells(s, c, *t) }) {
		list = append(list, fmt.Sprintf("the threats are %s, which no claim covers", *t))
	}
	return list
}

// differsIn describes the points that are in only one of two ascending lists.
func differsIn(what string, s *proof.Statement, asked, proved []game.Point) (list []string) {
	only := func(a, b []game.Point) []game.Point {
		return slices.DeleteFunc(slices.Clone(a), func(q game.Point) bool { _, both := slices.BinarySearch(b, q); return both })
	}
	if more := only(asked, proved); len(more) > 0 {
		list = append(list, fmt.Sprintf("only in its %s, not in the proof's: %s", what, pointsText(s, more)))
	}
	if less := only(proved, asked); len(less) > 0 {
		list = append(list, fmt.Sprintf("only in the proof's %s, not in its own: %s", what, pointsText(s, less)))
	}
	return list
}

// tells reports whether a claim decides the winner with these threats: more threats never hurt
// their owner.
func tells(s *proof.Statement, c proof.Claim, t tsumego.Threats) bool {
	winner := s.Defender
	if c.Captured {
		winner = s.Defender.Other()
	}
	claimed := tsumego.Threats{Black: c.Black, White: c.White}
	return t.Of(winner) >= claimed.Of(winner) && t.Of(winner.Other()) <= claimed.Of(winner.Other())
}

// difference returns the points where two positions differ.
func difference(a, b []game.Color) (points []game.Point) {
	for q := range a {
		if a[q] != b[q] {
			points = append(points, game.Point(q))
		}
	}
	return points
}

// mostNamed is how many points a difference names.
const mostNamed = 12

// pointsText names points, but only the first if there are many.
func pointsText(s *proof.Statement, points []game.Point) string {
	names := words.Points(s.Board, points)
	if n := len(names); n > mostNamed {
		names = append(names[:mostNamed], fmt.Sprintf("and %d more", n-mostNamed))
	}
	return strings.Join(names, " ")
}
