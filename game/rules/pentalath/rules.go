// Package pentalath is Pentalath, the game of hexagonal boards in which stones are
// captured as in Go and five in a row win; other boards with lines do too.
// [Parse] turns an id such as "pentalath:n=5" into [Rules], whose New makes a
// [Position].
//
// The rules in words, with their source, are in docs/rules.md.
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

// The numbers of stones in a row that can be asked for.
const (
	MinN = 3
	MaxN = 8
)

// Rules are the rules of the game with its options fixed. Use [New].
type Rules struct {
	rows placing.Rows
	law  placing.Law
}

// New returns the rules for n in a row, MinN to MaxN.
func New(n int) (*Rules, error) {
	if n < MinN || n > MaxN {
		return nil, fmt.Errorf("n %d: want %d to %d stones in a row", n, MinN, MaxN)
	}
	rows := placing.Rows{N: n, Orthogonal: true}
	// There is no ko on hexagons; on other boards there is.
	law := placing.Law{Ko: placing.PositionalKo, Breath: true, Takes: placing.Surround, Wins: rows.Wins, Stuck: placing.Draw}
	return &Rules{rows, law}, nil
}

// Parse returns the rules of an id such as "pentalath:n=5", with or without the
// "pentalath:". Left out, n is 5.
func Parse(id string) (game.Rules, error) {
	n := 5
	return option.Parse(Name, id, option.Only("n", &n), func() (*Rules, error) { return New(n) })
}

// ID returns the canonical id.
func (r *Rules) ID() string { return fmt.Sprintf("%s:n=%d", Name, r.rows.N) }

// New returns the empty position on b. The error says why the game cannot be
// played there: no lines, or none long enough.
func (r *Rules) New(b *board.Board) (game.Position, error) {
	return placing.Begun(r.Start(b))
}

// Position is a game being played.
//
// Outcome().How is "five" (or whatever number of stones in a row wins), or
// "blocked" for a draw where the side to move has no legal move.
type Position = placing.RowedChained

// Start is New with the concrete type.
func (r *Rules) Start(b *board.Board) (*Position, error) {
	return placing.NewRowedChained(r, &r.law, r.rows, b)
}
