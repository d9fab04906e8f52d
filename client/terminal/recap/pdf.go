package recap

import (
	"context"
	"fmt"
	"io"

	"moyo/client/terminal/words"
	"moyo/game/record/diagram"
	"moyo/study/review"
)

// shapesOnPaper are the marks of bad moves in a PDF.
var shapesOnPaper = map[review.Class]int{review.Inaccuracy: 1, review.Mistake: 2, review.Blunder: 3}

// PDF writes a game on A4 pages: its graph, how each side played, and its worst moves as diagrams
// with better ones. o configures the boards.
func PDF(ctx context.Context, w io.Writer, g Game, o diagram.Options) error {
	rep := g.Report
	o.Letters = g.Letters
	r := diagram.Report{
		Document: diagram.Document{Options: o, Head: []string{g.players(), how(rep)}}, Board: g.Position.Board(),
		Graph: diagram.Graph{Label: "Black's win probability after each move", Values: chances(rep)},
		Table: [][3]string{{"", "Black", "White"}}, Texts: []string{"At the end: " + standing(rep.Positions[len(rep.Positions)-1]) + "."},
	}
	r.Title = "Review of " + words.File(g.Name)
	for i, m := range rep.Moves {
		if shape := shapesOnPaper[m.Class]; shape > 0 {
			r.Graph.Marks = append(r.Graph.Marks, diagram.Mark{After: i + 1, Shape: shape, Color: m.Side, Sure: m.Sure})
		}
	}
	if rep.Turning >= 0 {
		r.Texts = append(r.Texts, g.turning())
	}
	r.Texts = append(r.Texts, "Percentages and points are estimates. Only results marked as certain are proven.")
	for _, row := range rows(rep) {
		r.Table = append(r.Table, [3]string{row.Label, row.Black, row.White})
	}
	for _, i := range g.worst() {
		m := rep.Moves[i]
		stones, marks := g.better(i)
		said := fmt.Sprintf("%s %s: %s. It %s.", words.Side(m.Side), g.named(m.Move), verdict(m), g.cost(i))
		r.Figures = append(r.Figures, &diagram.Figure{
			Stones: stones, Marks: marks, Comments: []diagram.Comment{{Move: fmt.Sprint(i + 1), Text: said}},
		})
	}
	if len(r.Figures) == 0 {
		r.Texts = append(r.Texts, "No mistakes were found.")
	}
	return diagram.ReportPDF(ctx, w, r)
}
