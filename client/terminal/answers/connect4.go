package answers

import (
	"context"
	"fmt"
	"io"
	"strings"

	solve "moyo/solve/connect4"
)

// NoMoves represents an empty list of moves.
const NoMoves = "."

// Connect4 is an answer about a position of Connect Four as JSON. Without a score, Lower and Upper are its
// known bounds.
type Connect4 struct {
	Moves   string `json:"moves"`
	Score   *int   `json:"score"`
	Plies   *int   `json:"plies"`             // until the game ends
	Lower   *int   `json:"lower,omitempty"`   // without a score
	Upper   *int   `json:"upper,omitempty"`   // without a score
	Columns []*int `json:"columns,omitempty"` // the score of each column, null if it is full
	Nodes   int64  `json:"nodes"`
	Micros  int64  `json:"us"`
}

// SolveConnect4 solves p, or every move in p if everyColumn is set. The caller sets Moves and
// Micros. With an error it returns what was known by then.
func SolveConnect4(ctx context.Context, s *solve.Solver, p solve.Position, everyColumn bool) (Connect4, error) {
	if _, over := p.Over(); !everyColumn || over {
		score, err := s.Score(ctx, p)
		a := Connect4{Nodes: s.Nodes()}
		if err != nil {
			lower, upper := s.Bounds()
			a.Lower, a.Upper = &lower, &upper
			return a, err
		}
		a.settle(p, score)
		return a, nil
	}
	columns, nodes, err := s.Analyze(ctx, p)
	a := Connect4{Nodes: nodes}
	if err != nil {
		return a, err
	}
	a.Columns = make([]*int, len(columns))
	best, first := 0, true
	for x := range columns {
		if !columns[x].Open {
			continue
		}
		score := columns[x].Score
		a.Columns[x] = &score
		if first || score > best {
			best, first = score, false
		}
	}
	a.settle(p, best)
	return a, nil
}

// settle enters the score of p.
func (a *Connect4) settle(p solve.Position, score int) {
	plies := p.Plies(score)
	a.Score, a.Plies = &score, &plies
}

// Print writes the answer as a line of text: the moves, the score or the scores of the columns, nodes
// and microseconds. An unknown score is printed as its bounds, such as -3..18, or as a question mark.
func (a *Connect4) Print(w io.Writer) error {
	words := []string{a.Moves}
	if a.Moves == "" {
		words[0] = NoMoves
	}
	switch {
	case a.Score == nil && a.Lower == nil:
		words = append(words, "?")
	case a.Score == nil:
		words = append(words, fmt.Sprintf("%d..%d", *a.Lower, *a.Upper))
	case a.Columns == nil:
		words = append(words, fmt.Sprint(*a.Score))
	}
	for _, score := range a.Columns {
		if score == nil {
			words = append(words, "-")
		} else {
			words = append(words, fmt.Sprint(*score))
		}
	}
	_, err := fmt.Fprintf(w, "%s %d %d\n", strings.Join(words, " "), a.Nodes, a.Micros)
	return err
}
