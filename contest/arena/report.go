package arena

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"time"

	"moyo/contest/arena/chart"
)

//go:embed report.html
var reportText string

var reportPage = template.Must(template.New("report").Parse(reportText))

// page is the data of the report's template.
type page struct {
	Title, Summary, Finished string
	Style                    template.CSS
	Facts                    [][2]string
	Scale                    string // what the Elo is relative to
	Standings                []standing
	Cross                    []crossRow
	Names                    []string
	Ratings, LLR             template.HTML
	Lengths, Times           template.HTML
	Openings, More           []openingRow // those with the most games, and the others
	Ends                     []endRow
	Faults                   []Record
	Games                    []gameRow
}

type standing struct {
	Place, Games      int
	Name, Elo, Points string
	PerMove, Longest  string
	Depth, Speed      string
	Late, Faults      int // games lost on time, and by other faults
}

type crossRow struct {
	Name  string
	Cells []crossCell
}

type crossCell struct{ Points, Elo, Pairs string }

// openingRow is the results of the games of one opening.
type openingRow struct {
	Text              string
	Games             int
	First             string // points of the first player, of two
	Bar               template.HTML
	black, draw, lost int
	first             float64
}

// openingTable is a table of openings; First is the player whose points it shows.
type openingTable struct {
	First string
	Rows  []openingRow
}

// Table returns the table of some openings.
func (p page) Table(rows []openingRow) openingTable {
	if len(p.Names) != 2 {
		return openingTable{Rows: rows}
	}
	return openingTable{p.Names[0], rows}
}

type endRow struct {
	How   string
	Games int
	Share string
}

type gameRow struct {
	Number                           int
	Black, White, Result, How, Moves string
	Opening                          string
}

// How many openings the report shows first, and in all.
const (
	shownOpenings = 15
	mostOpenings  = 1000
)

// WriteHTML writes the report of a match: one self-contained page, with charts as SVG.
func WriteHTML(w io.Writer, r *Results, cfg *Config) error {
	p := page{
		Style: template.CSS(chart.Style),
		Title: strings.Join(r.Names, " – "), Summary: r.Summary(), Names: r.Names,
		Facts: facts(r, cfg), Standings: standings(r), Cross: cross(r),
		Ratings: chart.Ratings(eloBars(r)), LLR: llrChart(r), Lengths: lengthsChart(r), Times: timesChart(r, cfg),
		Ends: ends(r), Games: games(r),
	}
	p.Scale = "relative to the other engine"
	if len(r.Names) > 2 {
		p.Scale = "relative to the average of all engines"
		p.Title = fmt.Sprintf("%d engines, %s", len(r.Names), cfg.Format)
	}
	p.Openings = openingRows(r)
	if len(p.Openings) > shownOpenings+5 {
		p.Openings, p.More = p.Openings[:shownOpenings], p.Openings[shownOpenings:]
	}
	for _, g := range r.Games {
		if g.Fault != "" {
			p.Faults = append(p.Faults, g)
		}
		if text := g.Finished.Format("2006-01-02 15:04 MST"); text > p.Finished {
			p.Finished = text
		}
	}
	return reportPage.Execute(w, p)
}

// Number returns the number of a record, from 1, as reports show it.
func (rec Record) Number() int { return rec.Game + 1 }

func facts(r *Results, cfg *Config) [][2]string {
	list := [][2]string{
		{"Game", cfg.Rules.ID()}, {"Board", cfg.Board.Title()},
		{"Games", fmt.Sprintf("%d of %d", len(r.Games), cfg.Games())},
	}
	same := true
	for _, p := range cfg.Players {
		same = same && p.Control == cfg.Players[0].Control
	}
	for i, p := range cfg.Players {
		if same && i == 0 {
			list = append(list, [2]string{"Limits", p.Control.String()})
		} else if !same {
			list = append(list, [2]string{p.Name, p.Control.String()})
		}
	}
	openings := "the empty board"
	if n := len(cfg.Openings); n > 0 {
		openings = fmt.Sprintf("%d, each with both colours", n)
	}
	if n := r.Repeats(); n > 0 {
		list = append(list, [2]string{"Repeated games", fmt.Sprintf("%d, which add no evidence", n)})
	}
	return append(list, [2]string{"Openings", openings}, [2]string{"Seed", fmt.Sprint(cfg.Seed)},
		[2]string{"Tolerance", fmt.Sprint(cfg.Tolerance)})
}

// String returns the limits in words.
func (c Control) String() string {
	var parts []string
	add := func(ok bool, format string, args ...any) {
		if ok {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	add(c.Move > 0, "%v a move", c.Move)
	add(c.Game > 0 && c.Increment == 0, "%v a game", c.Game)
	add(c.Game > 0 && c.Increment > 0, "%v per game and %v per move", c.Game, c.Increment)
	add(c.Clock.Counts(), "%s", c.Clock.Text())
	add(c.Nodes > 0, "%d nodes", c.Nodes)
	add(c.Depth > 0, "depth %d", c.Depth)
	add(len(parts) == 0, "the engines' own")
	add(c.Threads > 1, "%d threads", c.Threads)
	return strings.Join(parts, ", ")
}

func standings(r *Results) (list []standing) {
	faults := r.Faults()
	for i, rating := range r.Ratings() {
		use := r.Usage(slices.Index(r.Names, rating.Name))
		s := standing{
			Place: i + 1, Name: rating.Name, Games: rating.Games, Points: fmt.Sprintf("%g", rating.Points),
			Elo:     fmt.Sprintf("%s ± %.0f", chart.Signed(rating.Elo), rating.Error),
			PerMove: milliseconds(use.PerMove()), Longest: milliseconds(use.Longest),
			Depth: fmt.Sprintf("%.1f", use.MeanDepth()), Speed: thousands(use.PerSecond()),
		}
		if i := slices.Index(r.Names, rating.Name); len(r.Names) == 2 {
			elo, low, high := r.Between(i, 1-i).Pairs.Elo()
			s.Elo = fmt.Sprintf("%s (%s to %s)", chart.Signed(elo), chart.Signed(low), chart.Signed(high))
		}
		s.Late, s.Faults = forfeits(faults[rating.Name])
		list = append(list, s)
	}
	return list
}

func milliseconds(d time.Duration) string {
	if d < 10*time.Millisecond {
		return fmt.Sprintf("%.1f ms", float64(d)/1e6)
	}
	return fmt.Sprintf("%d ms", d.Milliseconds())
}

// thousands formats a speed briefly.
func thousands(v float64) string {
	switch {
	case v >= 1e6:
		return fmt.Sprintf("%.2f M", v/1e6)
	case v >= 1e3:
		return fmt.Sprintf("%.0f k", v/1e3)
	}
	return fmt.Sprintf("%.0f", v)
}

func cross(r *Results) (rows []crossRow) {
	for a, name := range r.Names {
		row := crossRow{Name: name}
		for b := range r.Names {
			t := r.Between(a, b)
			cell := crossCell{}
			if a != b && t.Games() > 0 {
				cell.Points = fmt.Sprintf("%g : %g", t.Points(), float64(t.Games())-t.Points())
				if t.Pairs.Pairs() > 0 {
					elo, low, high := t.Pairs.Elo()
					cell.Elo = fmt.Sprintf("Elo %s, %s to %s", chart.Signed(elo), chart.Signed(low), chart.Signed(high))
					cell.Pairs = fmt.Sprint([5]int(t.Pairs))
				}
			}
			row.Cells = append(row.Cells, cell)
		}
		rows = append(rows, row)
	}
	return rows
}

func openingRows(r *Results) (rows []openingRow) {
	index := map[string]int{}
	for _, g := range r.Games {
		i, ok := index[g.Opening]
		if !ok {
			i = len(rows)
			index[g.Opening] = i
			rows = append(rows, openingRow{Text: g.Opening})
		}
		row := &rows[i]
		row.Games++
		switch g.Points[0] {
		case 1:
			row.black++
		case 0:
			row.lost++
		default:
			row.draw++
		}
		row.first += g.Points[max(slices.Index(g.Players[:], r.Names[0]), 0)]
	}
	slices.SortStableFunc(rows, func(a, b openingRow) int { return b.Games - a.Games })
	rows = rows[:min(len(rows), mostOpenings)]
	for i := range rows {
		row := &rows[i]
		if row.Text == "" {
			row.Text = "empty board"
		}
		if len(r.Names) == 2 {
			row.First = fmt.Sprintf("%g", row.first)
		}
		row.Bar = chart.Shares(row.black, row.draw, row.lost)
	}
	return rows
}

func ends(r *Results) (rows []endRow) {
	count := map[string]int{}
	for _, g := range r.Games {
		count[g.How]++
	}
	for how, n := range count {
		rows = append(rows, endRow{how, n, fmt.Sprintf("%.0f %%", 100*float64(n)/float64(len(r.Games)))})
	}
	slices.SortFunc(rows, func(a, b endRow) int {
		if a.Games != b.Games {
			return b.Games - a.Games
		}
		return strings.Compare(a.How, b.How)
	})
	return rows
}

func games(r *Results) (rows []gameRow) {
	all := slices.Clone(r.Games)
	slices.SortFunc(all, func(a, b Record) int { return a.Game - b.Game })
	for _, g := range all {
		rows = append(rows, gameRow{g.Game + 1, g.Players[0], g.Players[1], g.Result, g.How, fmt.Sprint(len(g.Moves)), g.Opening})
	}
	return rows
}
