package main

import (
	"fmt"
	"image/color"
	"slices"
	"strings"
	"time"
	"unicode"

	"charm.land/lipgloss/v2"

	"moyo/board"
	"moyo/game"
	"moyo/tsumego"
)

// lifeAnswer is the answer for machines.
type lifeAnswer struct {
	ID         string   `json:"id"`
	Question   string   `json:"question"`
	Verdict    string   `json:"verdict"`
	Status     string   `json:"status"`
	Ko         *lifeKo  `json:"ko"`
	FirstMoves []string `json:"first_moves"`
	Best       *string  `json:"best"`
	Score      *int     `json:"score"`
	Line       []string `json:"line"`
	Nodes      int64    `json:"nodes"`
	Ms         int64    `json:"ms"`
}

type lifeKo struct {
	TakesFirst string `json:"takes_first"`
	Threats    int    `json:"threats"`
}

func lifeAnswerOf(it *tsumego.Item, a *tsumego.Answer) lifeAnswer {
	texts := func(moves []game.Move) []string {
		list := make([]string, len(moves))
		for i, m := range moves {
			list[i] = tsumego.MoveText(it.Board, m)
		}
		return list
	}
	out := lifeAnswer{
		ID: a.ID, Question: a.Question.String(), Verdict: string(a.Verdict), Status: string(a.Fate),
		FirstMoves: texts(a.FirstMoves), Score: a.Score, Line: texts(a.Line), Nodes: a.Nodes, Ms: a.Elapsed.Milliseconds(),
	}
	if a.Ko != nil {
		out.Ko = &lifeKo{a.Ko.TakesFirst.String()[:1], a.Ko.Threats}
	}
	if a.Best >= 0 {
		best := tsumego.MoveText(it.Board, a.Best)
		out.Best = &best
	}
	return out
}

// lifeText says an answer in words, under the position.
func lifeText(it *tsumego.Item, a *tsumego.Answer, colored bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", shownID(it.ID), askedText(&it.Problem))
	b.WriteString(lifePicture{
		board: it.Board, shown: setStones{stones: it.Stones}, region: a.Region, targets: it.Target, good: a.FirstMoves, colored: colored,
	}.text())
	for _, line := range answerLines(&it.Problem, a) {
		b.WriteString(line + "\n")
	}
	took := a.Elapsed.Round(10 * time.Microsecond)
	if took >= time.Second {
		took = took.Round(10 * time.Millisecond)
	}
	fmt.Fprintf(&b, "%s nodes in %v.\n\n", thousands(float64(a.Nodes)), took)
	return b.String()
}

// shownID is an ID from a file as a terminal may be given it.
func shownID(id string) string {
	return clipText(strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, id))
}

// askedText says what a problem asks.
func askedText(p *tsumego.Problem) string {
	what := "its groups"
	if len(p.Target) > 0 {
		what = strings.Join(pointNames(p.Board, p.Target), " or ")
	}
	side := sideName(p.ToPlay)
	switch p.Question {
	case tsumego.Live:
		return fmt.Sprintf("%s to move, and %s to live.", side, what)
	case tsumego.Kill:
		if len(p.Target) == 0 {
			what = sideName(p.ToPlay.Other())
		}
		return fmt.Sprintf("%s to move and kill %s.", side, strings.ReplaceAll(what, " or ", " and "))
	}
	return fmt.Sprintf("%s to move: what becomes of %s?", side, what)
}

// answerLines say the verdict, the moves and the line of an answer.
func answerLines(p *tsumego.Problem, a *tsumego.Answer) []string {
	lines := []string{verdictText(p, a)}
	names := func(moves []game.Move) string { return strings.Join(moveNames(p.Board, moves), " ") }
	switch {
	case len(a.FirstMoves) == 0 && a.Verdict == tsumego.Win:
		lines = append(lines, "With which first move could not be told any more.")
	case len(a.FirstMoves) == 0:
	case a.Verdict == tsumego.InKo:
		lines = append(lines, "The best ko begins with: "+names(a.FirstMoves)+".")
	case a.All:
		lines = append(lines, "First moves that work, all of them: "+names(a.FirstMoves)+".")
	default:
		lines = append(lines, "First move: "+names(a.FirstMoves[:1])+".")
	}
	if a.Score != nil {
		lines = append(lines, fmt.Sprintf("Best for points: %s, which gains %d.", names([]game.Move{a.Best}), *a.Score))
	}
	if a.Tenuki == tsumego.Win && a.Verdict == tsumego.Win {
		lines = append(lines, "There is no need to play here: a pass works too.")
	}
	if a.Tenuki == tsumego.Lose || a.Tenuki == tsumego.InKo {
		elsewhere := *a
		elsewhere.Verdict, elsewhere.Ko, elsewhere.Fate = a.Tenuki, nil, tsumego.NoFate
		lines = append(lines, "Playing elsewhere instead: "+verdictText(p, &elsewhere))
	}
	if a.Against == tsumego.MaxThreats && (a.Verdict == tsumego.Win || a.Verdict == tsumego.Lose) && p.Threats == nil {
		lines = append(lines, fmt.Sprintf("There is a ko that up to %d threats do not turn.", tsumego.MaxThreats))
	}
	if len(a.Line) > 0 {
		lines = append(lines, "Line: "+names(a.Line))
	}
	if a.Found {
		lines = append(lines, fmt.Sprintf("moyo chose the region, %s; what lies beyond is taken to be safe.", count(len(a.Region), "point")))
		if len(a.Walls) > 0 {
			lines = append(lines, "The attacker is nearer to "+strings.Join(pointNames(p.Board, a.Walls), " ")+" beyond it, and taken to hold them.")
		}
	}
	return lines
}

// verdictText says the verdict in a sentence.
func verdictText(p *tsumego.Problem, a *tsumego.Answer) string {
	side, other := sideName(p.ToPlay), sideName(p.ToPlay.Other())
	attacks := a.Question == tsumego.Kill || a.Question == tsumego.Status && p.Defender() != p.ToPlay
	switch {
	case a.Verdict == tsumego.InKo && a.Ko != nil:
		return fmt.Sprintf("Ko: %s takes first; %s", sideName(a.Ko.TakesFirst), koText(a.Ko))
	case a.Verdict == tsumego.InKo:
		return "It comes down to a ko."
	case a.Verdict == tsumego.Win && attacks:
		return side + " kills."
	case a.Verdict == tsumego.Win && a.Fate == tsumego.Seki:
		return side + " lives in seki."
	case a.Verdict == tsumego.Win:
		return side + " lives."
	case a.Verdict == tsumego.Lose && attacks && a.Fate == tsumego.Seki:
		return side + " cannot kill: " + other + " lives in seki."
	case a.Verdict == tsumego.Lose && attacks:
		return side + " cannot kill: " + other + " lives."
	case a.Verdict == tsumego.Lose:
		return side + " cannot live."
	}
	return "Not decided."
}

// koText says how many threats the loser of a ko needs.
func koText(k *tsumego.Ko) string {
	loser := sideName(k.TakesFirst.Other())
	return fmt.Sprintf("%s needs %s more (%s ko).", loser, count(k.Threats, "threat"), k.Kind)
}

func moveNames(b *board.Board, moves []game.Move) []string {
	names := make([]string, len(moves))
	for i, m := range moves {
		if names[i] = "pass"; m >= 0 {
			names[i] = b.Name(m.Point())
		}
	}
	return names
}

// setStones are stones without a history, to be drawn.
type setStones struct {
	stones []game.Color
	last   []game.Move // the last move, if there is one to show
}

func (s setStones) At(p game.Point) game.Color { return s.stones[p] }
func (s setStones) Moves() []game.Move         { return s.last }

// lifePicture draws a position of a problem: the region tinted or, without colours,
// the points outside left blank; brackets around the targets, stars on good moves.
type lifePicture struct {
	board   *board.Board
	shown   shown
	region  []game.Point
	targets []game.Point
	good    []game.Move
	colored bool
}

// lifeSize is the room for boards that fit any.
var lifeSize = pictureSize{width: 72, height: 28}

func (l lifePicture) text() string {
	set := asciiGlyphs
	if l.colored {
		set = colorGlyphs
	}
	pic := newPicture(l.board, lifeSize, tilt, set)
	inside := make([]bool, l.board.Len())
	for _, q := range l.region {
		inside[q] = true
	}
	if !l.colored && pic.isCells() && len(l.region) > 0 {
		for q, in := range inside {
			if !in && l.shown.At(game.Point(q)) == game.Empty {
				pic.set(pic.x[q], pic.y[q], ' ', styleLine)
			}
		}
	}
	var good []game.Point
	for _, m := range l.good {
		if m >= 0 {
			good = append(good, m.Point())
		}
	}
	pic.place(l.shown, set, overlay{cursor: board.None, hint: board.None, offered: good})
	for _, q := range l.targets {
		if l.shown.At(q) != game.Empty {
			pic.bracket(q, '<', '>')
		}
	}
	if l.colored {
		return tinted(pic, inside)
	}
	text := strings.Trim(pic.text(), "\n") + "\n"
	if !pic.isCells() && len(l.region) > 0 {
		text += "Region: " + strings.Join(pointNames(l.board, l.region), " ") + "\n"
	}
	return text
}

// inPlay is the ground of the region.
var inPlay = lipgloss.Color("#bf924a")

// tinted returns a picture with looks, the ground of the region darker than the
// rest.
func tinted(pic *picture, inside []bool) string {
	look := &offGround
	if pic.isCells() {
		look = &onGround
	}
	dark := make([]bool, len(pic.cells))
	for q, in := range inside {
		for dx := -1; in && dx <= 1; dx++ {
			if x := pic.x[q] + dx; x >= 0 && x < pic.width {
				dark[pic.y[q]*pic.width+x] = true
			}
		}
	}
	var b strings.Builder
	for y := range pic.height {
		row := pic.cells[y*pic.width : (y+1)*pic.width]
		if !pic.isCells() && !slices.ContainsFunc(row, func(c cell) bool { return c.r != ' ' }) {
			continue
		}
		for x, c := range row {
			style := look[c.s]
			if dark[y*pic.width+x] {
				style = style.Background(tint(pic))
			}
			b.WriteString(style.Render(string(c.r)))
		}
		b.WriteByte('\n')
	}
	for _, l := range pic.legend {
		b.WriteString(l + "\n")
	}
	return b.String()
}

// tint is the ground of the region, on boards with a ground and without.
func tint(pic *picture) color.Color {
	if pic.isCells() {
		return inPlay
	}
	return lipgloss.Color("#3a4a5a")
}
