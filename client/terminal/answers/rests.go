package answers

import (
	"fmt"
	"strings"

	"moyo/client/terminal/words"
	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// Condition returns the end of a sentence with a verdict: ", if nothing beyond the marked region helps Black" if it
// depends on the region, otherwise "". The loser is the side that fails, or game.Empty in a ko, which either side may
// win.
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

// elsewhere returns the answer if the side to move plays elsewhere. If that changes the verdict, its assumption
// is not known: a region that moyo found may matter.
func elsewhere(a *life.Answer) *life.Answer {
	turned := *a
	turned.Verdict, turned.Ko, turned.Fate = a.Tenuki, nil, life.NoFate
	if a.Found && a.Tenuki != a.Verdict && a.Verdict != life.InKo {
		turned.Assumes = life.AssumesRegion
	}
	return &turned
}

// attacks reports whether the side to move wants the target captured.
func attacks(p *tsumego.Problem, a *life.Answer) bool {
	return a.Question == tsumego.Kill || a.Question == tsumego.Status && p.Defender() != p.ToPlay
}

// Ground describes the region that was solved, and the assumptions about the rest.
func Ground(p *tsumego.Problem, a *life.Answer) []string {
	var lines []string
	switch {
	case a.Found && len(a.Region) == p.Board.Len():
		lines = append(lines, "moyo chose the whole board as the region.")
	case a.Found:
		then := map[life.Assumption]string{
			life.AssumesNothing: "; nothing beyond it can change the verdict",
			life.AssumesRegion:  "; chains that reach beyond it are assumed to be safe",
		}[a.Assumes]
		lines = append(lines, fmt.Sprintf("moyo chose the region, %s%s.", words.Count(len(a.Region), "point"), then))
	}
	if len(a.Walls) == 0 {
		return lines
	}
	attacker, at := words.Side(p.Defender().Other()), strings.Join(words.Points(p.Board, a.Walls), " ")
	switch lives := (a.Verdict == life.Lose) == attacks(p, a); {
	case !a.Found:
		return append(lines, fmt.Sprintf("The problem assumes that %s has stones on %s.", attacker, at))
	case (a.Verdict == life.Win || a.Verdict == life.Lose) && lives:
		return append(lines, fmt.Sprintf("Beyond it, %s was assumed to have stones on %s, and they do not help.", attacker, at))
	}
	return append(lines, fmt.Sprintf("Beyond it, %s is assumed to have stones on %s.", attacker, at))
}
