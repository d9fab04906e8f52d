// Package pente implements Pente on any board with lines: five stones in a row win, and so do ten
// captured stones, which are captured two at a time between two others. [Parse] turns an id such as
// "pente:n=5,captures=10" into [Rules], whose New makes a [Position].
//
// docs/rules.md has the rules in words, with their source.
package pente

import (
	"fmt"
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/option"
	"moyo/game/rules/internal/placing"
)

// Name is the name of the game in ids.
const Name = "pente"

// The limits of the options.
const (
	MinN        = 3
	MaxN        = 8
	MinCaptures = 2
	MaxCaptures = 40
)

// Options are the options of the game. The zero value is not valid; start from [Default] or
// [Parse].
type Options struct {
	N        int // stones in a row that win, MinN to MaxN
	Captures int // captured stones that win, MinCaptures to MaxCaptures
}

// Default returns five in a row and ten captured stones.
func Default() Options { return Options{N: 5, Captures: 10} }

// Rules are the rules of the game with fixed options. Use [New].
type Rules struct {
	opt     Options
	ruleSet placing.RuleSet
}

// New returns the rules with those options.
func New(opt Options) (*Rules, error) {
	switch {
	case opt.N < MinN || opt.N > MaxN:
		return nil, fmt.Errorf("n %d: want %d to %d stones in a row", opt.N, MinN, MaxN)
	case opt.Captures < MinCaptures || opt.Captures > MaxCaptures:
		return nil, fmt.Errorf("captures %d: want %d to %d stones", opt.Captures, MinCaptures, MaxCaptures)
	}
	r := &Rules{opt: opt}
	r.ruleSet = placing.RuleSet{Ko: placing.NoKo, Counted: true, Takes: takes, Wins: r.wins, Stuck: placing.Draw}
	return r, nil
}

// Parse returns the rules of an id such as "pente:captures=10". The prefix "pente:" is optional,
// and missing options are those of [Default].
func Parse(id string) (game.Rules, error) {
	opt := Default()
	return option.Parse(Name, id, opt.set, func() (*Rules, error) { return New(opt) })
}

// set reads one option.
func (o *Options) set(key, value string) (err error) {
	switch key {
	case "n":
		o.N, err = option.Number(key, value)
	case "captures":
		o.Captures, err = option.Number(key, value)
	default:
		err = fmt.Errorf("option %q: want n or captures", option.Clip(key))
	}
	return err
}

// Options returns the options.
func (r *Rules) Options() Options { return r.opt }

// ID returns the canonical id.
func (r *Rules) ID() string {
	return fmt.Sprintf("%s:n=%d,captures=%d", Name, r.opt.N, r.opt.Captures)
}

// New returns the empty position on b. It returns an error if b has no lines, or none that is long
// enough.
func (r *Rules) New(b *board.Board) (game.Position, error) {
	return placing.Begun(r.Start(b))
}

// Position is a game in progress.
//
// Outcome().How is "five" (or the length of a row that wins), "captures", or "board full" for a
// draw.
type Position = placing.Rowed

// Start is New with the concrete type.
func (r *Rules) Start(b *board.Board) (*Position, error) {
	return placing.NewRowed(r, &r.ruleSet, r.rows(), b)
}

// rows returns which rows win.
func (r *Rules) rows() placing.Rows { return placing.Rows{N: r.opt.N} }

// wins returns how the owner of the stone just placed on pt has won: by a row, or by captures.
func (r *Rules) wins(g *placing.Game, pt game.Point) string {
	if how := r.rows().Wins(g, pt); how != "" {
		return how
	}
	if g.Captures(g.At(pt)) >= r.opt.Captures {
		return "captures"
	}
	return ""
}

// takes appends the pairs that a stone of the side to move on pt flanks together with another one:
// exactly two stones of the opponent, in a line from pt, and then one of its own. Suicide does not
// exist, because only moves of the other side capture stones.
func takes(g *placing.Game, pt game.Point, buf []game.Point) (taken []game.Point, ok bool) {
	lines := g.Board().Lines()
	c := g.ToPlay()
	for d := range lines.Dirs {
		var pair [2]game.Point
		at, found := lines.Next(pt, d), 0
		for found < 2 && at.To != board.None && g.At(at.To) == c.Other() {
			pair[found] = at.To
			found++
			at = lines.Next(at.To, int(at.Dir))
		}
		if found < 2 || at.To == board.None || g.At(at.To) != c {
			continue
		}
		for _, q := range pair {
			if !slices.Contains(buf, q) {
				buf = append(buf, q)
			}
		}
	}
	return buf, true
}
