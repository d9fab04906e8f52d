package league

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"moyo/contest/arena"
	"moyo/contest/arena/chart"
)

//go:embed index.html
var indexText string

//go:embed event.html
var eventText string

var (
	indexPage = template.Must(template.New("index").Parse(indexText))
	eventPage = template.Must(template.New("event").Parse(eventText))
)

// The numbers of entries on the pages.
const (
	mostBars  = 40 // ratings in the chart
	mostCross = 24 // players in the crosstable
	mostFirst = 12 // openings
)

// index is the data of the list of events.
type index struct {
	Server, Director string
	Join             string // the director's name as a shell argument, "" if it would need quoting
	Events           []page
	At               string
}

// page is the data of an event's page.
type page struct {
	Name, Folder, Game, Board, Clock string
	At                               string
	Games, Players, Unrated          int
	Now                              []current
	Ratings                          []ratingRow
	Chart, Courses                   template.HTML
	Cross                            []crossRow
	First, Second                    openingTable
	Last                             []gameRow
}

// current is a running tournament.
type current struct {
	Number int
	Link   string
}

type ratingRow struct {
	Place, Games             int
	Name, Elo, Error, Points string
}

type crossRow struct {
	Place int
	Name  string
	Cells []crossCell
}

type crossCell struct{ Points, Detail string }

type openingTable struct {
	Title  string
	Rows   []openingRow
	Others int
}

type openingRow struct {
	Moves, Score string
	Games        int
	Bar          template.HTML
}

type gameRow struct {
	Ended, Black, White, Result, How string
	Plies                            int
	Link, Record                     string
}

// plain matches shell arguments that need no quotes.
var plain = regexp.MustCompile(`^[\p{L}\p{N}_.][\p{L}\p{N}_.-]*$`)

// publish writes the pages of events with changes, and the list of events.
func (d *Director) publish() error {
	news := false
	for _, s := range d.archives {
		news = news || s.news
	}
	if !news {
		return nil
	}
	list := index{Server: d.cfg.Client.Root(), Director: d.name, At: d.at()}
	if plain.MatchString(d.name) {
		list.Join = d.name
	}
	for _, s := range d.archives {
		p := d.page(s)
		list.Events = append(list.Events, p)
		if s.news {
			if err := d.write(filepath.Join(s.dir, "index.html"), eventPage, p); err != nil {
				return err
			}
		}
	}
	err := d.cfg.Replace(filepath.Join(d.cfg.Dir, "style.css"), func(w io.Writer) error {
		_, err := io.WriteString(w, chart.Style)
		return err
	})
	if err == nil {
		err = d.write(filepath.Join(d.cfg.Dir, "index.html"), indexPage, list)
	}
	if err != nil {
		return err
	}
	for _, s := range d.archives {
		s.news = false
	}
	return nil
}

func (d *Director) write(name string, t *template.Template, data any) error {
	return d.cfg.Replace(name, func(w io.Writer) error { return t.Execute(w, data) })
}

func (d *Director) at() string { return d.cfg.Now().UTC().Format("2006-01-02 15:04 MST") }

// page returns the data of an event's page.
func (d *Director) page(s *archive) page {
	t := s.table
	p := page{
		Name: s.Name, Folder: s.Folder(), Game: d.cfg.Title(s.Rules.ID()), Board: s.Board.Title(), Clock: s.Clock.Text(), At: d.at(),
		Games: len(t.games), Players: len(t.names),
	}
	root := d.cfg.Client.Root()
	for _, e := range s.state.Tournaments {
		if e.Over.IsZero() {
			p.Now = append(p.Now, current{e.Number, root + "/tournament/" + e.ID})
		}
	}
	all := pairs(t.games)
	ratings, players := t.rate(all)
	p.Unrated = len(t.names) - len(ratings)
	p.Ratings, p.Chart = ratingRows(ratings)
	p.Courses = chart.Courses(t.courses(players[:min(len(players), chart.MostCourses)]))
	p.Cross = crossRows(t, all, players[:min(len(players), mostCross)])
	p.First, p.Second = t.openings.table("First move", 1), t.openings.table("First two moves", 2)
	for _, g := range slices.Backward(t.last[max(0, len(t.last)-lastGames):]) {
		row := gameRow{
			Ended: g.Ended.Format(time.DateTime), Black: g.Black, White: g.White,
			Result: g.Words(), How: g.How, Plies: g.Plies, Link: root + "/game/" + g.ID,
		}
		if s.hasRecord(g.ID) {
			row.Record = "games/" + g.ID + ".sgf"
		}
		p.Last = append(p.Last, row)
	}
	return p
}

func ratingRows(ratings []arena.Rating) (rows []ratingRow, drawn template.HTML) {
	var bars []chart.Bar
	for i, r := range ratings {
		rows = append(rows, ratingRow{
			Place: i + 1, Games: r.Games, Name: r.Name, Elo: chart.Signed(r.Elo),
			Error: fmt.Sprintf("%.0f", r.Error), Points: percent(r.Points / float64(max(r.Games, 1))),
		})
		if i < mostBars {
			bars = append(bars, chart.Bar{Name: r.Name, Elo: r.Elo, Low: r.Elo - r.Error, High: r.Elo + r.Error})
		}
	}
	return rows, chart.Ratings(bars)
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// crossRows returns the crosstable.
func crossRows(t *table, all map[[2]int]tally, players []int) (rows []crossRow) {
	for i, a := range players {
		row := crossRow{Place: i + 1, Name: t.names[a]}
		for _, b := range players {
			row.Cells = append(row.Cells, cellOf(between(all, a, b)))
		}
		rows = append(rows, row)
	}
	return rows
}

// between returns the result of player a against player b.
func between(all map[[2]int]tally, a, b int) tally {
	if a < b {
		return all[[2]int{a, b}]
	}
	t := all[[2]int{b, a}]
	return tally{t.losses, t.draws, t.wins}
}

func cellOf(t tally) crossCell {
	if t.games() == 0 {
		return crossCell{}
	}
	return crossCell{
		fmt.Sprintf("%g/%d", float64(t.wins)+float64(t.draws)/2, t.games()), fmt.Sprintf("+%d =%d −%d", t.wins, t.draws, t.losses),
	}
}

// table returns the most frequent openings of the given number of moves.
func (o *openings) table(title string, moves int) openingTable {
	list, others := o.most(moves, mostFirst)
	table := openingTable{Title: title, Others: others}
	for _, at := range list {
		table.Rows = append(table.Rows, openingRow{at.moves, percent(at.share()), at.games(), chart.Shares(at.black, at.draw, at.white)})
	}
	return table
}
