package recap

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"

	"moyo/board"
	"moyo/client/terminal/words"
	"moyo/game"
	"moyo/game/draw"
	"moyo/study/review"
)

//go:embed page.html
var page string

var pageTemplate = template.Must(template.New("review").Parse(page))

type pageGame struct {
	Heading, How, End, Turning, Black, White string
	Moves                                    int
	Graph                                    template.HTML
	Rows                                     []row
	Worst                                    []pageMove
}

type pageMove struct {
	Title, Text string
	Board       template.HTML
}

// Page writes games as a self-contained page.
func Page(w io.Writer, games []Game) error {
	var all []pageGame
	for _, g := range games {
		shown, err := pageOf(g)
		if err != nil {
			return err
		}
		all = append(all, shown)
	}
	return pageTemplate.Execute(w, all)
}

func pageOf(g Game) (pageGame, error) {
	rep := g.Report
	p := pageGame{
		Heading: g.heading(), How: how(rep), End: standing(rep.Positions[len(rep.Positions)-1]), Moves: len(rep.Moves),
		Black: accuracy(rep.Sides[game.Black].Part), White: accuracy(rep.Sides[game.White].Part), Graph: svgGraph(rep), Rows: rows(rep),
	}
	if rep.Turning >= 0 {
		p.Turning = g.turning()
	}
	for _, i := range g.worst() {
		m := rep.Moves[i]
		drawn, err := g.drawBetter(i)
		if err != nil {
			return p, err
		}
		p.Worst = append(p.Worst, pageMove{
			Title: fmt.Sprintf("Move %d, %s %s: %s", i+1, words.Side(m.Side), g.named(m.Move), verdict(m)),
			Text:  "It " + g.cost(i) + ".", Board: drawn,
		})
	}
	return p, nil
}

// betterMoves is how many moves of a better line a board shows.
const betterMoves = 9

// better returns the board before move i. The move that was played is a cross, and the better line
// is numbered stones.
func (g Game) better(i int) (stones []game.Color, marks []draw.Mark) {
	stones = g.stones(i)
	m, w := g.Report.Moves[i], g.Report.Positions[i]
	side := m.Side
	for n, move := range w.Line[:min(len(w.Line), betterMoves)] {
		for _, p := range pointsOf([]game.Move{move}) {
			if stones[p] == game.Empty { // a number where stones were captured, or in a ko, would cover another
				stones[p] = side
				marks = append(marks, draw.Mark{Point: p, Kind: draw.Label, Text: fmt.Sprint(n + 1)})
			}
		}
		side = side.Other()
	}
	if m.Move >= 0 && stones[m.Move.Point()] == game.Empty {
		marks = append(marks, draw.Mark{Point: board.Point(m.Move), Kind: draw.Forbidden})
	}
	return stones, marks
}

// drawBetter draws the board of better.
func (g Game) drawBetter(i int) (template.HTML, error) {
	stones, marks := g.better(i)
	drawn, err := draw.New(g.Position.Board(), draw.Options{Size: 420, Stones: stones, Marks: marks, Coordinates: true, Letters: g.Letters})
	if err != nil {
		return "", err
	}
	return template.HTML(drawn.SVG()), nil // generated here: shapes, and names of points that draw escapes
}

// The graph of a page, in pixels.
const (
	graphWidth  = 960
	graphHeight = 200
	graphLeft   = 60
	graphEdge   = 10
)

// svgGraph draws Black's win probability, with marks on bad moves.
func svgGraph(rep review.Report) template.HTML {
	var b strings.Builder
	x := func(ply int) float64 {
		return graphLeft + float64(graphWidth-graphLeft-graphEdge)*float64(ply)/float64(max(len(rep.Moves), 1))
	}
	y := func(value float64) float64 { return graphEdge + (graphHeight-2*graphEdge)*(1-value) }
	fmt.Fprintf(&b, `<svg class="graph" viewBox="0 0 %d %d" role="img" aria-label="Black's win probability after each move">`,
		graphWidth, graphHeight)
	fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="#8883"/>`,
		graphLeft, graphEdge, graphWidth-graphLeft-graphEdge, graphHeight-2*graphEdge)
	for _, v := range []float64{0.25, 0.5, 0.75} {
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#888" stroke-dasharray="4 `+
			`4"/><text x="%d" y="%.1f" text-anchor="end" dominant-baseline="middle">%s</text>`,
			graphLeft, y(v), graphWidth-graphEdge, graphLeft-6, y(v), percent(v))
	}
	var line strings.Builder
	pen := "M"
	for i, v := range chances(rep) {
		if math.IsNaN(v) {
			pen = "M"
			continue
		}
		fmt.Fprintf(&line, "%s%.1f %.1f", pen, x(i), y(v))
		pen = "L"
	}
	fmt.Fprintf(&b, `<path d="%s" fill="none" stroke="currentColor" stroke-width="2"/>`, line.String())
	for i, m := range rep.Moves {
		if shape := shapes[m.Class]; shape != "" {
			b.WriteString(mark(m, shape, x(i+1), y(rep.Positions[i+1].Black), i+1))
		}
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String()) // numbers, and no text of a record
}

// shapes are the marks of bad moves.
var shapes = map[review.Class]string{
	review.Inaccuracy: "M-4.5 0a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0Z",
	review.Mistake:    "M0-6L6 5H-6Z", review.Blunder: "M0-7.5L7.5 0L0 7.5L-7.5 0Z",
}

func mark(m review.Move, shape string, x, y float64, number int) string {
	fill, dash := "#111", ""
	if m.Side == game.White {
		fill = "#fff"
	}
	if !m.Sure {
		dash = ` stroke-dasharray="2.4 2"`
	}
	return fmt.Sprintf(`<path transform="translate(%.1f %.1f)" d="%s" fill="%s" stroke="#c0392b" `+
		`stroke-width="2"%s><title>Move %d: %s</title></path>`, x, y, shape, fill, dash, number, verdict(m))
}
