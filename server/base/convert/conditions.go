package convert

import (
	"context"
	"time"

	"moyo/board"
	"moyo/catalog"
	"moyo/game/clock"
	"moyo/server/base/wire"
)

// Boards finds boards by their specs.
type Boards interface {
	Get(ctx context.Context, spec string) (*board.Board, error)
}

// Conditions describe how games are played, in words.
type Conditions struct {
	BoardTitle       string // the spec of the board if it cannot be found
	GameTitle        string
	RulesText        string
	Words            wire.Rules // the same for the page
	ClockText, Speed string     // "" without a time limit
}

// ConditionsOf returns the conditions of games by the spec of the board, the id of the rules and the spec of the clock.
func ConditionsOf(ctx context.Context, boards Boards, spec, rules, timed string) Conditions {
	words := catalog.Describe(rules)
	c := Conditions{BoardTitle: spec, GameTitle: words.Name, RulesText: words.Text, Words: Rules(words)}
	if b, err := boards.Get(ctx, spec); err == nil {
		c.BoardTitle = b.Title()
	}
	if t, err := clock.Parse(timed); err == nil && t.Counts() {
		c.ClockText, c.Speed = t.Text(), string(t.Speed())
	}
	return c
}

// Stamp returns a time as the wire has it, "" for the zero time.
func Stamp(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}
