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

// Differs says in words how a problem asks something else than what is proved, and how
// much of it; nothing where it is the very problem. One without a region is taken to have
// that of the proof.
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

// onBoardOf says whether a problem is on the very board of a statement, with the same points and neighbours: a spec
// that only names a board does not tell.
func onBoardOf(asked *tsumego.Problem, s *proof.Statement) bool {
	a, b := asked.Board, s.Board
	return a == b || a.Len() == b.Len() && slices.Equal(a.Edges(), b.Edges())
}

// differsWithin compares what goes beyond the position: targets, region, walls and
// threats.
func differsWithin(asked tsumego.Problem, p *proof.Proof) (list []string) {
	s := &p.Statement
	if len(asked.Region) == 0 {
		if found, err := life.FindRegion(asked); err == nil {
			asked.Target = found.Target // its own, or the groups that the solver then asks of
		}
		asked.Region, asked.Walls = s.Region, s.Walls
	}
	of, err := life.Statement(asked)
	if err != nil {
		return []string{"in the region of the proof it cannot be asked: " + err.Error()}
	}
	sameTargets := *s
	if sameTargets.Targets = of.Targets; sameTargets.Hash() != s.Hash() {
		list = append(list, fmt.Sprintf("it asks of %s, the proof of %s", inQuestion(of), inQuestion(s)))
	}
	list = append(list, differsIn("region", s, of.Region, s.Region)...)
	list = append(list, differsIn("walls", s, of.Walls, s.Walls)...)
	if t := asked.Threats; t != nil && !slices.ContainsFunc(p.Claims, func(c proof.Claim) bool { return tells(s, c, *t) }) {
		list = append(list, fmt.Sprintf("the threats are %s, of which no claim tells", *t))
	}
	return list
}

// differsIn says which points are in one set alone, both ascending.
func differsIn(what string, s *proof.Statement, asked, proved []game.Point) (list []string) {
	only := func(a, b []game.Point) []game.Point {
		return slices.DeleteFunc(slices.Clone(a), func(q game.Point) bool { _, both := slices.BinarySearch(b, q); return both })
	}
	if more := only(asked, proved); len(more) > 0 {
		list = append(list, fmt.Sprintf("of its %s, not of the proof's: %s", what, pointsText(s, more)))
	}
	if less := only(proved, asked); len(less) > 0 {
		list = append(list, fmt.Sprintf("of the proof's %s, not of its own: %s", what, pointsText(s, less)))
	}
	return list
}

// tells says whether a claim tells who wins with such threats: more of them never hurt
// who has them.
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

// pointsText names points, if there are many the first.
func pointsText(s *proof.Statement, points []game.Point) string {
	names := words.Points(s.Board, points)
	if n := len(names); n > mostNamed {
		names = append(names[:mostNamed], fmt.Sprintf("and %d more", n-mostNamed))
	}
	return strings.Join(names, " ")
}
