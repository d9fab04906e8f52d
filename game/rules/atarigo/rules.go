// Package atarigo implements Atari-Go (capture Go, ponnuki Go) on any board: stones are placed and
// captured as in Go, and the first side to capture a given number of stones, usually one, wins.
// [Parse] turns an id such as "atari-go:captures=1" into [Rules], whose New makes a [Position].
//
// docs/rules.md has the rules in words, with their source.
package atarigo

import (
	"fmt"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/option"
	"moyo/game/rules/internal/placing"
)

// Name is the name of the game in ids.
const Name = "atari-go"

// MaxCaptures is the largest number of captures that rules may require.
const MaxCaptures = 20

// Rules are the rules of the game with fixed options. Use [New].
type Rules struct {
	captures int
	ruleSet  placing.RuleSet
}

// New returns the rules under which captures stones, 1 to MaxCaptures, win.
func New(captures int) (*Rules, error) {
	if captures < 1 || captures > MaxCaptures {
		return nil, fmt.Errorf("captures %d: want 1 to %d stones", captures, MaxCaptures)
	}
	r := &Rules{captures: captures}
	r.ruleSet = placing.RuleSet{Ko: placing.SimpleKo, Breath: true, Counted: true, Takes: placing.Surround, Wins: r.wins, Stuck: stuck}
	return r, nil
}

// Parse returns the rules of an id such as "atari-go:captures=3". The prefix "atari-go:" is
// optional, and captures defaults to 1.
func Parse(id string) (game.Rules, error) {
	captures := 1
	return option.Parse(Name, id, option.Only("captures", &captures), func() (*Rules, error) { return New(captures) })
}

// Captures returns the number of captured stones that win.
func (r *Rules) Captures() int { return r.captures }

// ID returns the canonical id.
func (r *Rules) ID() string { return fmt.Sprintf("%s:captures=%d", Name, r.captures) }

// New returns the empty position on b. It returns an error for a board of a single point, on which
// no move is possible.
func (r *Rules) New(b *board.Board) (game.Position, error) {
	return placing.Begun(r.Start(b))
}

// Position is a game in progress.
//
// Outcome().How is "captures", or "no move left" if the side to move has no legal move and loses.
type Position = placing.Chained

// Start is New with the concrete type.
func (r *Rules) Start(b *board.Board) (*Position, error) {
	if b.Len() < 2 {
		return nil, fmt.Errorf("%s has no room for a stone with a liberty", b.Title())
	}
	return placing.NewChained(r, &r.ruleSet, b), nil
}

// wins reports whether the side that has just placed the stone on pt has captured enough.
func (r *Rules) wins(g *placing.Game, pt game.Point) string {
	if g.Captures(g.At(pt)) < r.captures {
		return ""
	}
	return "captures"
}

// stuck makes a side without a legal move lose. Passing is not allowed, so the side with fewer
// points to fill must in the end give up stones or cannot move.
func stuck(c game.Color, _ bool) game.Outcome {
	return game.Outcome{Over: true, Winner: c.Other(), How: "no move left"}
}
