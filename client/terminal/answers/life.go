// Package answers presents what the solvers found: in words, with pictures and trees, for a
// terminal, and as plain data for programs.
package answers

import (
	"fmt"
	"strings"
	"time"

	"moyo/client/terminal/picture"
	"moyo/client/terminal/words"
	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/format"
	"moyo/solve/life/tsumego"
)

// Life is an answer about a problem of life and death as JSON. Assumes is the verdict's assumption,
// null if none exists or the method does not report it.
type Life struct {
	ID         string   `json:"id"`
	Question   string   `json:"question"`
	Verdict    string   `json:"verdict"`
	Status     string   `json:"status"`
	Ko         *LifeKo  `json:"ko"`
	FirstMoves []string `json:"first_moves"`
	Best       *string  `json:"best"`
	Score      *int     `json:"score"`
	Line       []string `json:"line"`
	Assumes    *string  `json:"assumes"`
	Region     []string `json:"region"`
	Found      bool     `json:"found"`
	Walls      []string `json:"walls"`
	Nodes      int64    `json:"nodes"`
	Ms         int64    `json:"ms"`
}

// LifeKo is the ko that decides an answer.
type LifeKo struct {
	TakesFirst string `json:"takes_first"`
	Threats    int    `json:"threats"`
}

// LifeOf returns the answer to it.
func LifeOf(it *format.Item, a *life.Answer) Life {
	texts := func(moves []game.Move) []string {
		list := make([]string, len(moves))
		for i, m := range moves {
			list[i] = format.MoveText(it.Board, m)
		}
		return list
	}
	points := func(list []game.Point) []string {
		moves := make([]game.Move, len(list))
		for i, q := range list {
			moves[i] = game.Place(q)
		}
		return texts(moves)
	}
	out := Life{
		ID: a.ID, Question: a.Question.String(), Verdict: string(a.Verdict), Status: string(a.Fate),
		FirstMoves: texts(a.FirstMoves), Score: a.Score, Line: texts(a.Line),
		Region: points(a.Region), Found: a.Found, Walls: points(a.Walls), Nodes: a.Nodes, Ms: a.Elapsed.Milliseconds(),
	}
	if a.Assumes != "" {
		assumes := string(a.Assumes)
		out.Assumes = &assumes
	}
	if a.Ko != nil {
		out.Ko = &LifeKo{a.Ko.TakesFirst.String()[:1], a.Ko.Threats}
	}
	if a.Best >= 0 {
		best := format.MoveText(it.Board, a.Best)
		out.Best = &best
	}
	return out
}

// LifeText returns an answer in words, below the position.
func LifeText(it *format.Item, a *life.Answer, colored bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", words.ID(it.ID), Asked(&it.Problem))
	b.WriteString(picture.Problem{
		Board: it.Board, Shown: picture.Stones{Colors: it.Stones}, Region: a.Region, Walls: a.Walls, Attacker: it.Defender().Other(),
		Targets: it.Target, Good: a.FirstMoves, Colored: colored,
	}.Text())
	for _, line := range LifeLines(&it.Problem, a) {
		b.WriteString(line + "\n")
	}
	took := a.Elapsed.Round(10 * time.Microsecond)
	if took >= time.Second {
		took = took.Round(10 * time.Millisecond)
	}
	fmt.Fprintf(&b, "%s nodes in %v.\n\n", words.Thousands(float64(a.Nodes)), took)
	return b.String()
}

// Asked returns a problem's question.
func Asked(p *tsumego.Problem) string {
	what := "its groups"
	if len(p.Target) > 0 {
		what = strings.Join(words.Points(p.Board, p.Target), " or ")
	}
	side := words.Side(p.ToPlay)
	switch p.Question {
	case tsumego.Live:
		return fmt.Sprintf("%s to move, and %s to live.", side, what)
	case tsumego.Kill:
		if len(p.Target) == 0 {
			what = words.Side(p.ToPlay.Other())
		}
		return fmt.Sprintf("%s to move and kill %s.", side, strings.ReplaceAll(what, " or ", " and "))
	}
	return fmt.Sprintf("%s to move: what happens to %s?", side, what)
}

// LifeLines returns the verdict, the moves and the main line of an answer.
func LifeLines(p *tsumego.Problem, a *life.Answer) []string {
	lines := []string{verdictText(p, a)}
	if life.BentFour(p, a) {
		lines = append(lines,
			fmt.Sprintf("This is the bent four in the corner: by Japanese rules %s is dead as it is, without playing the ko.",
				words.Side(p.Defender())))
	}
	names := func(moves []game.Move) string { return strings.Join(words.Moves(p.Board, moves), " ") }
	switch {
	case len(a.FirstMoves) == 0 && a.Verdict == life.Win:
		lines = append(lines, "The time was not enough to find the first move.")
	case len(a.FirstMoves) == 0:
	case a.Verdict == life.InKo:
		lines = append(lines, "The best ko begins with: "+names(a.FirstMoves)+".")
	case a.All && a.Found:
		lines = append(lines, "All first moves in the region that work: "+names(a.FirstMoves)+".")
	case a.All:
		lines = append(lines, "All first moves that work: "+names(a.FirstMoves)+".")
	default:
		lines = append(lines, "First move: "+names(a.FirstMoves[:1])+".")
	}
	if a.Score != nil {
		lines = append(lines, fmt.Sprintf("Best for points: %s, which gains %d.", names([]game.Move{a.Best}), *a.Score))
	}
	if a.Tenuki == life.Win && a.Verdict == life.Win {
		lines = append(lines, "No move is needed here: a pass works too.")
	}
	if a.Tenuki == life.Lose || a.Tenuki == life.InKo {
		lines = append(lines, "Playing elsewhere instead: "+verdictText(p, elsewhere(a)))
	}
	if a.Against == life.MaxThreats && (a.Verdict == life.Win || a.Verdict == life.Lose) && p.Threats == nil {
		lines = append(lines, fmt.Sprintf("There is a ko, but up to %d threats do not change the result.", life.MaxThreats))
	}
	if len(a.Line) > 0 {
		lines = append(lines, "Line: "+names(a.Line))
	}
	return append(append(lines, Ground(p, a)...), outsideLines(p)...)
}

// outsideLines names the targets that cannot be captured because the given region leaves out one of
// their liberties.
func outsideLines(p *tsumego.Problem) (lines []string) {
	if len(p.Region) == 0 {
		return nil
	}
	for _, t := range p.Target {
		if _, outside := p.Liberties(t); len(outside) > 0 {
			lines = append(lines, fmt.Sprintf("The region leaves out %s, a liberty of %s, which therefore cannot be filled: nothing can capture it.",
				words.Point(p.Board, outside[0]), words.Point(p.Board, t)))
		}
	}
	return lines
}

// verdictText returns the verdict as a sentence, with its assumption.
func verdictText(p *tsumego.Problem, a *life.Answer) string {
	return saidText(p, a) + condition(p, a) + "."
}

// saidText returns the verdict without a full stop.
func saidText(p *tsumego.Problem, a *life.Answer) string {
	side, other := words.Side(p.ToPlay), words.Side(p.ToPlay.Other())
	kills := attacks(p, a)
	switch {
	case a.Verdict == life.InKo && a.Ko != nil:
		return fmt.Sprintf("Ko: %s takes first; %s", words.Side(a.Ko.TakesFirst), koText(a.Ko))
	case a.Verdict == life.InKo:
		return "It comes down to a ko"
	case a.Verdict == life.Win && kills:
		return side + " kills"
	case a.Verdict == life.Win && a.Fate == life.Seki:
		return side + " lives in seki"
	case a.Verdict == life.Win:
		return side + " lives"
	case a.Verdict == life.Lose && kills && a.Fate == life.Seki:
		return side + " cannot kill: " + other + " lives in seki"
	case a.Verdict == life.Lose && kills:
		return side + " cannot kill: " + other + " lives"
	case a.Verdict == life.Lose:
		return side + " cannot live"
	}
	return "Not decided"
}

// koText returns how many threats the loser of a ko needs.
func koText(k *life.Ko) string {
	loser := words.Side(k.TakesFirst.Other())
	return fmt.Sprintf("%s needs %s (%s ko)", loser, words.Count(k.Threats, "more threat"), k.Kind)
}
