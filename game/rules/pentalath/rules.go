// Package pentalath implements Pentalath, a game on hexagonal boards with captures as in Go, in
// which five in a row win. Other boards with lines work too. [Parse] turns an id such as
// "pentalath:n=5" into [Rules], whose New makes a [Position].
//
// docs/rules.md has the rules in words, with their source.
package pentalath

import (
	"fmt"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/option"
	"moyo/game/rules/internal/placing"
)

// Name is the name of the game in ids.
const Name = "pentalath"

// The limits of the number of stones in a row.
const (
	MinN = 3
	MaxN = 8
)

// Rules are the rules of the game with fixed options. Use [New].
type Rules struct {
	rows    placing.Rows
	ruleSet placing.RuleSet
}

// New returns the rules for n in a row, MinN to MaxN.
func New(n int) (*Rules, error) {
	if n < MinN || n > MaxN {
		return nil, fmt.Errorf("n %d: want %d to %d stones in a row", n, MinN, MaxN)
	}
	rows := placing.Rows{N: n, Orthogonal: true}
	// Hexagons have no ko; other boards do.
	ruleSet := placing.RuleSet{Ko: placing.PositionalKo, Breath: true, Takes: placing.Surround, Wins: rows.Wins, Stuck: placing.Draw}
	return &Rules{rows, ruleSet}, nil
}

// Parse returns the rules of an id such as "pentalath:n=5". The prefix "pentalath:" is optional,
// and n defaults to 5.
func Parse(id string) (game.Rules, error) {
	n := 5
	return option.Parse(Name, id, option.Only("n", &n), func() (*Rules, error) { return New(n) })
}

// ID returns the canonical id.
func (r *Rules) ID() string { return fmt.Sprintf("%s:n=%d", Name, r.rows.N) }

// New returns the empty position on b. It returns an error if b has no lines, or none that is long
// enough.
func (r *Rules) New(b *board.Board) (game.Position, error) {
	return placing.Begun(r.Start(b))
}

// Position is a game in progress.
//
// Outcome().How is "five" (or the length of a row that wins), or "blocked" for a draw if the side
// to move has no legal move.
type Position = placing.RowedChained

// Start is New with the concrete type.
func (r *Rules) Start(b *board.Board) (*Position, error) {
	return placing.NewRowedChained(r, &r.ruleSet, r.rows, b)
}
