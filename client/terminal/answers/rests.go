package answers

import (
	"fmt"
	"strings"

	"moyo/client/terminal/words"
	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// Condition is how a sentence goes on that says a verdict: ", if nothing beyond the marked region helps Black" where
// it rests on the region, else "". The loser is the side that gets nothing, or game.Empty in a ko, which either may win.
func Condition(rests life.Assumption, loser game.Color) string {
	if rests != life.AssumesRegion {
		return ""
	}
	side := "either side"
	if loser != game.Empty {
		side = words.Side(loser)
	}
	return ", if nothing beyond the marked region helps " + side
}

// condition is the Condition of an answer's verdict for the side to move.
func condition(p *tsumego.Problem, a *life.Answer) string {
	loser := map[life.Verdict]game.Color{life.Win: p.ToPlay.Other(), life.Lose: p.ToPlay}[a.Verdict]
	return Condition(a.Assumes, loser)
}

// elsewhere is the answer if the side to move plays elsewhere. Where that turns the verdict, nobody has said what
// it rests on: a region that moyo found may matter to it.
func elsewhere(a *life.Answer) *life.Answer {
	turned := *a
	turned.Verdict, turned.Ko, turned.Fate = a.Tenuki, nil, life.NoFate
	if a.Found && a.Tenuki != a.Verdict && a.Verdict != life.InKo {
		turned.Assumes = life.AssumesRegion
	}
	return &turned
}

// attacks says whether the side to move wants the target captured.
func attacks(p *tsumego.Problem, a *life.Answer) bool {
	return a.Question == tsumego.Kill || a.Question == tsumego.Status && p.Defender() != p.ToPlay
}

// Ground says what region was solved, and what was taken for granted about the rest.
func Ground(p *tsumego.Problem, a *life.Answer) []string {
	var lines []string
	switch {
	case a.Found && len(a.Region) == p.Board.Len():
		lines = append(lines, "moyo took the whole board for the region.")
	case a.Found:
		then := map[life.Assumption]string{
			life.AssumesNothing: "; nothing beyond it can change the verdict",
			life.AssumesRegion:  "; chains that reach beyond it are taken to be safe",
		}[a.Assumes]
		lines = append(lines, fmt.Sprintf("moyo chose the region, %s%s.", words.Count(len(a.Region), "point"), then))
	}
	if len(a.Walls) == 0 {
		return lines
	}
	attacker, at := words.Side(p.Defender().Other()), strings.Join(words.Points(p.Board, a.Walls), " ")
	switch lives := (a.Verdict == life.Lose) == attacks(p, a); {
	case !a.Found:
		return append(lines, fmt.Sprintf("The problem takes %s's stones to stand on %s.", attacker, at))
	case (a.Verdict == life.Win || a.Verdict == life.Lose) && lives:
		return append(lines, fmt.Sprintf("%s's stones were taken to stand on %s beyond it, and do not help even so.", attacker, at))
	}
	return append(lines, fmt.Sprintf("%s's stones are taken to stand on %s beyond it.", attacker, at))
}
