package diagram

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"

	"moyo/board"
	"moyo/game"
)

// Report is a review of a game for printing: its course as a graph, statistics of both sides, and
// boards with texts. The caller provides the texts.
type Report struct {
	Document
	Board *board.Board
	Graph Graph
	Table [][3]string // rows of a label and the values of Black and White; the first row is the header
	Texts []string
	// Figures show moves, such as mistakes with better moves.
	Figures []*Figure
}

// Graph is the course of a game.
type Graph struct {
	Label  string
	Values []float64 // after each number of moves: 0 at the bottom, 1 at the top; NaN if unknown
	Marks  []Mark
}

// Mark marks a move on a graph: a ring, a triangle or a diamond for 1, 2 and 3, in the colour of its
// player. The outline is broken if the mark is uncertain.
type Mark struct {
	After int // moves
	Shape int
	Color game.Color
	Sure  bool
}

// The dimensions of a report's graph and table, in millimetres.
const (
	graphHigh  = 42.0
	graphLeft  = 14.0 // for the labels beside it
	markSize   = 1.5
	columnWide = 32.0
)

// ReportPDF writes a report on A4 pages, in the typefaces of [PDF].
func ReportPDF(ctx context.Context, w io.Writer, r Report) error {
	r.print, r.Size = true, inner
	p := newPaper(r.Title)
	p.paragraph(r.Title, titleText, true)
	for _, line := range r.Head {
		p.paragraph(line, headText, false)
	}
	p.y += figureGap
	p.graph(r.Graph)
	for _, text := range r.Texts {
		p.comment(Comment{Text: text})
	}
	p.table(r.Table)
	for _, f := range r.Figures {
		if err := cmp.Or(ctx.Err(), p.err()); err != nil {
			return err
		}
		picture, err := r.board(r.Board, f.Stones, f.Marks, Overlay{})
		if err != nil {
			return err
		}
		p.whole([]*plate{newPlate(r.Board, picture, f)})
	}
	if err := p.err(); err != nil {
		return err
	}
	return p.pdf.Output(w)
}

// whole draws a row on a page with enough space for its texts too, if a page has.
func (p *paper) whole(plates []*plate) {
	said := 0.0
	for _, f := range plates {
		for _, c := range f.Comments {
			p.font(bodyText, false)
			said += float64(len(p.wrapped(c.Text, room, 0))+1) * lineHeight(bodyText)
		}
	}
	p.need(min(plates[0].height+said+2*figureGap, foot-margin))
	p.row(plates)
}

// graph draws the course of a game across the page.
func (p *paper) graph(g Graph) {
	if len(g.Values) < 2 {
		return
	}
	p.need(graphHigh + lineHeight(noteText))
	left, top, wide := margin+graphLeft, p.y, room-graphLeft
	x := func(i int) float64 { return left + wide*float64(i)/float64(len(g.Values)-1) }
	y := func(v float64) float64 { return top + graphHigh*(1-min(max(v, 0), 1)) }
	p.pdf.SetFillColor(236, 236, 236)
	p.pdf.Rect(left, top, wide, graphHigh, "F")
	p.pdf.SetDrawColor(130, 130, 130)
	p.pdf.SetLineWidth(0.15)
	p.pdf.SetDashPattern([]float64{1, 1}, 0)
	for _, v := range []float64{0.25, 0.5, 0.75} {
		p.pdf.Line(left, y(v), left+wide, y(v))
		p.text(margin, y(v)+1, noteText, false, fmt.Sprintf("%.0f %%", 100*v), false)
	}
	p.pdf.SetDashPattern(nil, 0)
	p.pdf.SetDrawColor(0, 0, 0)
	p.pdf.SetLineWidth(0.4)
	for i := 1; i < len(g.Values); i++ {
		if !math.IsNaN(g.Values[i-1]) && !math.IsNaN(g.Values[i]) {
			p.pdf.Line(x(i-1), y(g.Values[i-1]), x(i), y(g.Values[i]))
		}
	}
	for _, m := range g.Marks {
		if m.After < len(g.Values) && !math.IsNaN(g.Values[m.After]) {
			p.mark(m, x(m.After), y(g.Values[m.After]))
		}
	}
	p.y += graphHigh + lineHeight(noteText)
	p.text(pageWidth/2, p.y-0.2*lineHeight(noteText), noteText, false, g.Label, true)
	p.y += figureGap / 2
}

// corners are the corners of marks around their centre, by shape. A ring has none.
var corners = [][][2]float64{2: {{0, -1.2}, {1.2, 1}, {-1.2, 1}}, 3: {{0, -1.4}, {1.4, 0}, {0, 1.4}, {-1.4, 0}}}

func (p *paper) mark(m Mark, x, y float64) {
	fill := 255
	if m.Color == game.Black {
		fill = 0
	}
	p.pdf.SetFillColor(fill, fill, fill)
	p.pdf.SetDrawColor(192, 57, 43)
	p.pdf.SetLineWidth(0.35)
	if !m.Sure {
		p.pdf.SetDashPattern([]float64{0.6, 0.5}, 0)
	}
	if m.Shape < 2 || m.Shape >= len(corners) {
		p.pdf.Ellipse(x, y, markSize, markSize, 0, "FD")
	} else {
		shape := corners[m.Shape]
		p.pdf.MoveTo(x+shape[0][0]*markSize, y+shape[0][1]*markSize)
		for _, c := range shape[1:] {
			p.pdf.LineTo(x+c[0]*markSize, y+c[1]*markSize)
		}
		p.pdf.ClosePath()
		p.pdf.DrawPath("FD")
	}
	p.pdf.SetDashPattern(nil, 0)
}

// table writes rows of a label and two columns.
func (p *paper) table(rows [][3]string) {
	p.y += figureGap / 2
	for i, row := range rows {
		p.need(lineHeight(bodyText))
		p.y += lineHeight(bodyText)
		base := p.y - 0.3*lineHeight(bodyText)
		p.text(margin, base, bodyText, false, row[0], false)
		for k, cell := range row[1:] {
			p.font(bodyText, i == 0)
			right := margin + room/2 + float64(k)*columnWide + columnWide/2
			p.text(right-p.pdf.GetStringWidth(p.legible(cell)), base, bodyText, i == 0, cell, false)
		}
	}
	p.y += figureGap
}
