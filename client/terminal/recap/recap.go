// Package recap shows reviews of games: in characters, as JSON and as a page.
package recap

import (
	"fmt"
	"math"
	"strings"

	"moyo/board"
	"moyo/client/terminal/picture"
	"moyo/client/terminal/words"
	"moyo/game"
	"moyo/study/review"
)

// Game is a reviewed game.
type Game struct {
	Name         string // of the file, and which of its games
	Black, White string // players, "" if unknown
	Result       string // as in the record
	First        int    // number of the first move in the record, if this is a part of a game; else 0
	Position     game.Position
	Letters      board.Letters // the players' letters for columns; not in JSON
	Report       review.Report
}

// named returns a move's name for people.
func (g Game) named(m game.Move) string {
	if m < 0 {
		return game.Format(g.Position, m)
	}
	return g.Letters.Name(g.Position.Board(), m.Point())
}

// names returns the names of the moves of a variation.
func (g Game) names(moves []game.Move) []string {
	all := make([]string, len(moves))
	for i, m := range moves {
		all[i] = g.named(m)
	}
	return all
}

// stones returns the stones before move i.
func (g Game) stones(i int) []game.Color {
	stones, _ := game.Start(g.Position)
	for _, t := range g.Position.Turns()[:i] {
		t.Do(stones)
	}
	return stones
}

// heading names the game and its players.
func (g Game) heading() string {
	text := words.File(g.Name)
	if players := g.players(); players != "" {
		text += ": " + players
	}
	return text
}

// players returns the players and the result; "" if unknown.
func (g Game) players() string {
	var parts []string
	if g.Black != "" || g.White != "" {
		parts = append(parts, fmt.Sprintf("%s (Black), %s (White)", orUnknown(g.Black), orUnknown(g.White)))
	}
	if g.Result != "" {
		parts = append(parts, words.ID(g.Result))
	}
	return strings.Join(parts, ", ")
}

// turning names the turning point, which must exist.
func (g Game) turning() string {
	m := g.Report.Moves[g.Report.Turning]
	return fmt.Sprintf("The turning point was move %d, %s's %s.", g.Report.Turning+1, words.Side(m.Side), g.named(m.Move))
}

func orUnknown(name string) string {
	if name == "" {
		return "?"
	}
	return words.ID(name)
}

// how describes how much of a review is done.
func how(rep review.Report) string {
	text := fmt.Sprintf("%d of %d positions evaluated, %s nodes", rep.Evaluated, len(rep.Positions), words.Thousands(float64(rep.Nodes)))
	switch {
	case !rep.Whole:
		text += "; stopped: only the last part is known"
	case !rep.Ended:
		text += "; stopped: best so far"
	}
	if rep.Rough {
		text += "; rough: the engine's network does not support this board or these rules"
	}
	return text
}

// standing describes the value of a position: a proven result without percentages, otherwise a win
// probability.
func standing(w review.Evaluation) string {
	var text string
	switch {
	case w.Level == 0:
		return "not evaluated"
	case w.Over || w.Solved:
		text = [...]string{"White wins", "a draw", "Black wins"}[int(math.Round(2*w.Black))]
		if w.Over {
			return text
		}
		return text + " for certain"
	case w.Black >= 0.5:
		text = "Black " + guessed(w.Black)
	default:
		text = "White " + guessed(1-w.Black)
	}
	if w.Counted {
		text += ", " + lead(w.Lead)
	}
	return text
}

// guessed formats a win probability that is not certain, and never as 0 or 100 %.
func guessed(chance float64) string { return percent(min(max(chance, 0.01), 0.99)) }

func percent(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }

func lead(points float64) string {
	if points < 0 {
		return fmt.Sprintf("W+%.1f", -points)
	}
	return fmt.Sprintf("B+%.1f", points)
}

// verdict classifies a bad move, with "perhaps" if that is uncertain.
func verdict(m review.Move) string {
	if !m.Sure && m.Class != review.Best && m.Class != review.Good {
		return "perhaps " + string(m.Class)
	}
	return string(m.Class)
}

// cost describes what a move lost, and what would have been better.
func (g Game) cost(i int) string {
	m, w := g.Report.Moves[i], g.Report.Positions[i]
	text := fmt.Sprintf("cost %s of win probability", percent(m.Loss))
	if m.Counted {
		text += fmt.Sprintf(" and about %.0f points", m.Points)
	}
	if m.Better == game.NoMove {
		return text
	}
	text += "; better"
	if m.Proven {
		text += ", for certain,"
	}
	text += " was " + g.named(m.Better)
	if len(w.Line) > 1 {
		text += ": " + strings.Join(g.names(w.Line[:min(len(w.Line), 8)]), " ")
	}
	return text
}

// worst returns the indices of the worst moves of both sides.
func (g Game) worst() []int {
	return append(append([]int{}, g.Report.Sides[game.Black].Worst...), g.Report.Sides[game.White].Worst...)
}

// graphSize is the space for a graph, in characters.
var graphSize = picture.Size{Width: 64, Height: 6}

// Text shows a game with all findings, colored or in plain ASCII.
func Text(g Game, colored bool) string {
	var b strings.Builder
	rep := g.Report
	fmt.Fprintf(&b, "%s\n%s\n\n", g.heading(), how(rep))
	b.WriteString(Graph(chances(rep), graphSize, colored))
	fmt.Fprintf(&b, "At the end: %s\n\n", standing(rep.Positions[len(rep.Positions)-1]))
	b.WriteString(sides(rep))
	if rep.Turning >= 0 {
		fmt.Fprintf(&b, "\n%s\n", g.turning())
	}
	for _, i := range g.worst() {
		m := rep.Moves[i]
		fmt.Fprintf(&b, "\nMove %d, %s %s: %s. It %s.\n", i+1, words.Side(m.Side), g.named(m.Move), verdict(m), g.cost(i))
		shown := picture.Stones{Colors: g.stones(i)}
		if m.Move >= 0 {
			shown.Colors[m.Move.Point()], shown.Last = m.Side, []game.Move{m.Move}
		}
		var good []game.Move
		if m.Better >= 0 && m.Better != m.Move {
			good = []game.Move{m.Better}
		}
		b.WriteString(picture.Problem{Board: g.Position.Board(), Letters: g.Letters, Shown: shown, Good: good, Colored: colored}.Text())
	}
	if len(g.worst()) == 0 {
		b.WriteString("\nNo mistakes were found.\n")
	}
	return b.String()
}

// chances returns Black's win probability in each position, NaN if unknown.
func chances(rep review.Report) []float64 {
	all := make([]float64, len(rep.Positions))
	for i, w := range rep.Positions {
		if all[i] = w.Black; w.Level == 0 {
			all[i] = math.NaN()
		}
	}
	return all
}

// Graph draws values from 0 to 1 as columns: Black's share from below. If there are more values
// than columns, a column shows the mean of its values.
func Graph(values []float64, size picture.Size, colored bool) string {
	blocks := []rune(" .:#")
	if colored {
		blocks = []rune(" ▁▂▃▄▅▆▇█")
	}
	width := min(size.Width, len(values))
	var b strings.Builder
	for row := range size.Height {
		label := "     "
		switch row {
		case 0:
			label = "Black"
		case size.Height - 1:
			label = "White"
		}
		b.WriteString(label + " |")
		for col := range width {
			b.WriteRune(cell(mean(values[col*len(values)/width:max((col+1)*len(values)/width, col*len(values)/width+1)]),
				size.Height-1-row, size.Height, blocks))
		}
		b.WriteString("|\n")
	}
	return b.String()
}

// mean returns the mean of the known values, NaN without any.
func mean(values []float64) float64 {
	sum, n := 0.0, 0
	for _, v := range values {
		if !math.IsNaN(v) {
			sum += v
			n++
		}
	}
	return sum / float64(n)
}

// cell returns the character of a row, counted from below, in a column of that value.
func cell(value float64, row, rows int, blocks []rune) rune {
	if math.IsNaN(value) {
		return '?'
	}
	full := float64(len(blocks) - 1)
	return blocks[int(math.Round(min(max(value*float64(rows)-float64(row), 0), 1)*full))]
}

// classes are the classes of moves that are counted, with their headings.
var classes = []struct {
	class review.Class
	title string
}{
	{review.Best, "best moves"}, {review.Good, "good moves"}, {review.Inaccuracy, "inaccuracies"},
	{review.Mistake, "mistakes"}, {review.Blunder, "blunders"},
}

// row is a line of the table of both sides.
type row struct{ Label, Black, White string }

// rows describe how well each side played.
func rows(rep review.Report) []row {
	black, white := rep.Sides[game.Black], rep.Sides[game.White]
	of := func(label string, say func(review.Side) string) row { return row{label, say(black), say(white)} }
	all := []row{
		of("accuracy", func(s review.Side) string { return accuracy(s.Part) }),
		of("lost per move, win %", func(s review.Side) string { return fmt.Sprintf("%.1f %%", 100*s.Loss) }),
	}
	if counted(rep) {
		all = append(all, of("lost per move, points", func(s review.Side) string { return fmt.Sprintf("%.1f", s.Points) }))
	}
	for _, c := range classes {
		all = append(all, of(c.title, func(s review.Side) string { return fmt.Sprint(s.Counts[c.class]) }))
	}
	for i, phase := range []string{"opening", "middle", "end"} {
		all = append(all, of("accuracy in the "+phase, func(s review.Side) string { return accuracy(s.Phases[i]) }))
	}
	return all
}

// sides shows how well each side played, as a table.
func sides(rep review.Report) string {
	var b strings.Builder
	for _, r := range append([]row{{"", "Black", "White"}}, rows(rep)...) {
		fmt.Fprintf(&b, "%-24s %8s %8s\n", r.Label, r.Black, r.White)
	}
	return b.String()
}

func accuracy(p review.Part) string {
	if p.Moves == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f %%", p.Accuracy)
}

// counted reports whether points are known.
func counted(rep review.Report) bool {
	for _, w := range rep.Positions {
		if w.Counted && !w.Over {
			return true
		}
	}
	return false
}

// Summary shows several games, one per line.
func Summary(games []Game) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-43s %6s %10s %10s %13s %13s %8s\n",
		"game", "moves", "accuracy B", "accuracy W", "bad moves B", "bad moves W", "turning")
	for _, g := range games {
		black, white := g.Report.Sides[game.Black], g.Report.Sides[game.White]
		turning := "-"
		if g.Report.Turning >= 0 {
			turning = fmt.Sprint(g.Report.Turning + 1)
		}
		fmt.Fprintf(&b, "%-43s %6d %10s %10s %13s %13s %8s\n",
			words.File(g.Name), len(g.Report.Moves), accuracy(black.Part), accuracy(white.Part), badMoves(black), badMoves(white), turning)
	}
	b.WriteString("Bad moves: blunders / mistakes / inaccuracies.\n")
	return b.String()
}

func badMoves(s review.Side) string {
	return fmt.Sprintf("%d / %d / %d", s.Counts[review.Blunder], s.Counts[review.Mistake], s.Counts[review.Inaccuracy])
}

// pointsOf returns the points of moves, without passes.
func pointsOf(moves []game.Move) []board.Point {
	var points []board.Point
	for _, m := range moves {
		if m >= 0 {
			points = append(points, m.Point())
		}
	}
	return points
}
