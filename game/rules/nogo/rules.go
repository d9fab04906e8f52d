// Package nogo implements NoGo (Anti-Atari-Go) on any board: stones are placed as in Go, but no
// stones may be captured, neither the opponent's nor one's own. A side without a legal move loses.
// [Parse] turns the id "nogo" into [Rules], whose New makes a [Position].
//
// docs/rules.md has the rules in words, with their source.
package nogo

import (
	"fmt"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/option"
	"moyo/game/rules/internal/placing"
)

// Name is the name of the game in ids, and its complete id, because it has no options.
const Name = "nogo"

// ruleSet is the rules. Stones stay, so no position can recur.
var ruleSet = placing.RuleSet{Ko: placing.NoKo, Breath: true, Stay: true, Takes: placing.Surround, Wins: never, Stuck: stuck}

// Rules are the rules of the game.
type Rules struct{}

// Parse returns the rules of the id "nogo" or "".
func Parse(id string) (game.Rules, error) {
	unknown := func(key, _ string) error {
		return fmt.Errorf("option %q: %s has no options", option.Clip(key), Name)
	}
	return option.Parse(Name, id, unknown, func() (Rules, error) { return Rules{}, nil })
}

// ID returns the id.
func (Rules) ID() string { return Name }

// New returns the empty position on b. It returns an error for a board of a single point, on which
// no move is possible.
func (r Rules) New(b *board.Board) (game.Position, error) {
	return placing.Begun(r.Start(b))
}

// Position is a game in progress.
//
// Outcome().How is "no move left": the side to move has no legal move and loses.
type Position = placing.Chained

// Start is New with the concrete type.
func (r Rules) Start(b *board.Board) (*Position, error) {
	if b.Len() < 2 {
		return nil, fmt.Errorf("%s has no room for a stone with a liberty", b.Title())
	}
	return placing.NewChained(r, &ruleSet, b), nil
}

// never is the Wins of the rules: no stone wins directly.
func never(*placing.Game, game.Point) string { return "" }

// stuck makes a side without a legal move lose.
func stuck(c game.Color, _ bool) game.Outcome {
	return game.Outcome{Over: true, Winner: c.Other(), How: "no move left"}
}
