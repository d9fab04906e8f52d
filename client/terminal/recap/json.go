package recap

import (
	"math"

	"moyo/game"
	"moyo/study/review"
)

// Document is a reviewed game as JSON.
type Document struct {
	Name      string             `json:"name"`
	Black     string             `json:"black,omitempty"`
	White     string             `json:"white,omitempty"`
	Result    string             `json:"result,omitempty"`
	First     int                `json:"first,omitempty"` // see [Game]; other numbers of moves count from 1 here
	Board     string             `json:"board"`
	Rules     string             `json:"rules"`
	Positions []documentPosition `json:"positions"` // before the first move, and after each
	Moves     []documentMove     `json:"moves"`
	Sides     map[string]docSide `json:"sides"`
	Turning   int                `json:"turning"` // number of the move, from 1; 0 if unknown
	Nodes     int64              `json:"nodes"`
	Whole     bool               `json:"whole"`           // every position was evaluated
	Settled   bool               `json:"settled"`         // and no move's classification is open
	Rough     bool               `json:"rough,omitempty"` // the engine has a network that does not support the board or the rules
	Ended     bool               `json:"ended"`           // nothing was left to evaluate, or no budget
}

type documentPosition struct {
	Looks  int      `json:"looks"` // 0: nothing is known
	Black  float64  `json:"black"` // win probability
	Solved bool     `json:"solved,omitempty"`
	Mate   int      `json:"mate,omitempty"` // plies until Black (above 0) or White (below 0) has won
	Lead   *float64 `json:"lead,omitempty"` // of Black, in points
	Best   string   `json:"best,omitempty"`
	Line   []string `json:"line,omitempty"`
}

type documentMove struct {
	Move   string   `json:"move"`
	Color  string   `json:"color"`
	Class  string   `json:"class,omitempty"`
	Sure   bool     `json:"sure"`
	Loss   float64  `json:"loss"`
	Points *float64 `json:"points,omitempty"`
	Better string   `json:"better,omitempty"`
	Proven bool     `json:"proven,omitempty"`
}

type docSide struct {
	Accuracy float64              `json:"accuracy"`
	Loss     float64              `json:"loss"`
	Points   float64              `json:"points"`
	Moves    int                  `json:"moves"`
	Classes  map[review.Class]int `json:"classes"`
	Unsure   int                  `json:"unsure"`
	Worst    []int                `json:"worst"` // numbers of moves from 1, the worst first
}

// DocumentOf returns a game in its JSON form.
func DocumentOf(g Game) Document {
	rep := g.Report
	d := Document{
		Name: g.Name, Black: g.Black, White: g.White, Result: g.Result, First: g.First,
		Board: g.Position.Board().Spec(), Rules: g.Position.Rules().ID(),
		Sides: map[string]docSide{}, Turning: rep.Turning + 1, Nodes: rep.Nodes,
		Whole: rep.Whole, Settled: rep.Settled, Rough: rep.Rough, Ended: rep.Ended,
	}
	for _, w := range rep.Positions {
		p := documentPosition{Looks: w.Level, Black: digits(w.Black), Solved: w.Solved, Mate: w.Mate, Line: g.formats(w.Line)}
		if w.Counted {
			p.Lead = new(digits(w.Lead))
		}
		if w.Level > 0 && w.Best != game.NoMove {
			p.Best = game.Format(g.Position, w.Best)
		}
		d.Positions = append(d.Positions, p)
	}
	for _, m := range rep.Moves {
		j := documentMove{
			Move: game.Format(g.Position, m.Move), Color: m.Side.String(), Class: string(m.Class),
			Sure: m.Sure, Loss: digits(m.Loss), Proven: m.Proven,
		}
		if m.Counted {
			j.Points = new(digits(m.Points))
		}
		if m.Better != game.NoMove {
			j.Better = game.Format(g.Position, m.Better)
		}
		d.Moves = append(d.Moves, j)
	}
	for _, side := range []game.Color{game.Black, game.White} {
		s := rep.Sides[side]
		j := docSide{
			Accuracy: digits(s.Accuracy), Loss: digits(s.Loss), Points: digits(s.Points),
			Moves: s.Moves, Classes: s.Counts, Unsure: s.Unsure, Worst: []int{},
		}
		for _, i := range s.Worst {
			j.Worst = append(j.Worst, i+1)
		}
		d.Sides[side.String()] = j
	}
	return d
}

// digits rounds x to its significant digits.
func digits(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// formats returns the moves of a variation as files name them.
func (g Game) formats(moves []game.Move) []string {
	all := make([]string, len(moves))
	for i, m := range moves {
		all[i] = game.Format(g.Position, m)
	}
	return all
}
