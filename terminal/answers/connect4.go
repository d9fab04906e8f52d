package answers

import (
	"context"
	"fmt"
	"io"
	"strings"

	solve "moyo/solve/connect4"
)

// NoMoves stands for the empty board where moves would stand.
const NoMoves = "."

// Connect4 is an answer about a position of Connect Four for machines.
type Connect4 struct {
	Moves   string `json:"moves"`
	Score   int    `json:"score"`
	Plies   int    `json:"plies"`             // until the game ends
	Columns []*int `json:"columns,omitempty"` // the score of each column, null where it is full
	Nodes   int64  `json:"nodes"`
	Micros  int64  `json:"us"`
}

// SolveConnect4 solves p, or every move there where everyColumn is set. Moves and Micros
// are left to the caller.
func SolveConnect4(ctx context.Context, s *solve.Solver, p solve.Position, everyColumn bool) (Connect4, error) {
	if _, over := p.Over(); !everyColumn || over {
		score, err := s.Score(ctx, p)
		return Connect4{Score: score, Plies: p.Plies(score), Nodes: s.Nodes()}, err
	}
	columns, nodes, err := s.Analyze(ctx, p)
	if err != nil {
		return Connect4{}, err
	}
	a := Connect4{Nodes: nodes, Columns: make([]*int, len(columns))}
	first := true
	for x := range columns {
		if !columns[x].Open {
			continue
		}
		score := columns[x].Score
		a.Columns[x] = &score
		if first || score > a.Score {
			a.Score, first = score, false
		}
	}
	a.Plies = p.Plies(a.Score)
	return a, nil
}

// Print writes the answer as a line of text: the moves, the score or those of the
// columns, nodes and microseconds.
func (a *Connect4) Print(w io.Writer) error {
	words := []string{a.Moves}
	if a.Moves == "" {
		words[0] = NoMoves
	}
	if a.Columns == nil {
		words = append(words, fmt.Sprint(a.Score))
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
