// Package gomoku implements five in a row and similar games on any board with lines: Gomoku
// (freestyle and standard), Renju with its exact forbidden points, Caro, and n in a row in general,
// each with the opening rules of tournaments. [Parse] turns an id such as
// "gomoku:rule=renju,n=5,opening=swap2" into [Rules], whose New makes a [Position].
//
// # Rows
//
// All rules use the board's lines ([board.Lines]). A row is n consecutive points on a line, all
// different. The points just before and just after it are its ends. A row has no end where the line
// ends or returns to a point of the row itself. On a ring of n points, as on a small torus, n
// stones are therefore a row without ends: exactly n, and unblocked.
//
// docs/rules.md has the rules in words, with their sources.
package gomoku

import (
	"fmt"
	"strings"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/option"
	"moyo/game/rules/internal/placing"
	"moyo/game/rules/internal/row"
)

// Name is the name of the game in ids.
const Name = "gomoku"

// The limits of the number of stones in a row.
const (
	MinN = 3
	MaxN = row.Max
)

// Rule decides which rows win.
type Rule uint8

// The rules.
const (
	Freestyle Rule = iota // n or more
	Standard              // exactly n
	Renju                 // Black exactly five, with forbidden points; White five or more
	Caro8                 // n unless enemy stones are at both ends; more than n always
	Caro9                 // exactly n, unless enemy stones are at both ends
)

var ruleNames = []string{"freestyle", "standard", "renju", "caro8", "caro9"}

// String returns the option's value, such as "freestyle".
func (r Rule) String() string { return ruleNames[r] }

// Opening decides how the first stones are placed.
type Opening uint8

// The openings.
const (
	NoOpening   Opening = iota
	Swap                // three stones, then a choice of colour
	Swap2               // three stones, then a choice of colour or two more stones
	Pro                 // the third stone outside the central 5x5
	LongPro             // the third stone outside the central 7x7
	Soosorv8            // one of 26 openings, up to eight fifths
	Taraguchi10         // a chance to swap after each stone, or ten fifths
	RIF                 // one of 26 openings, a swap, two fifths
)

var openingNames = []string{"none", "swap", "swap2", "pro", "longpro", "soosorv", "taraguchi", "rif"}

// String returns the option's value, such as "swap2".
func (o Opening) String() string { return openingNames[o] }

// Options are the options of the game. The zero value is not valid; start from [Default] or
// [Parse].
type Options struct {
	Rule    Rule
	N       int // stones in a row, MinN to MaxN; 5 under Renju
	Opening Opening
	// Lose allows Black to play forbidden points under Renju and lose; otherwise they are illegal.
	Lose bool
}

// Default returns freestyle, five in a row, no opening.
func Default() Options { return Options{N: 5} }

// Rules are the rules of the game with fixed options. Use [New].
type Rules struct{ opt Options }

// New returns the rules with those options. Lose has an effect under Renju only.
func New(opt Options) (*Rules, error) {
	switch {
	case int(opt.Rule) >= len(ruleNames):
		return nil, fmt.Errorf("rule %d: want one of %s", opt.Rule, strings.Join(ruleNames, ", "))
	case int(opt.Opening) >= len(openingNames):
		return nil, fmt.Errorf("opening %d: want one of %s", opt.Opening, strings.Join(openingNames, ", "))
	case opt.N < MinN || opt.N > MaxN:
		return nil, fmt.Errorf("n %d: want %d to %d stones in a row", opt.N, MinN, MaxN)
	case opt.Rule == Renju && opt.N != 5:
		return nil, fmt.Errorf("n %d: Renju needs five in a row", opt.N)
	case opt.Opening != NoOpening && opt.N < leastOpenedN:
		return nil, fmt.Errorf("opening %s: needs n to be at least %d, so that the game cannot end during the opening", opt.Opening, leastOpenedN)
	}
	opt.Lose = opt.Lose && opt.Rule == Renju
	return &Rules{opt}, nil
}

// Parse returns the rules of an id such as "gomoku:rule=standard,n=5". The prefix "gomoku:" is
// optional. Missing options are freestyle, n=5, no opening, and forbidden=refused.
func Parse(id string) (game.Rules, error) {
	opt := Default()
	return option.Parse(Name, id, opt.set, func() (*Rules, error) { return New(opt) })
}

// set reads one option.
func (o *Options) set(key, value string) error {
	switch key {
	case "rule":
		i, err := option.OneOf(key, value, ruleNames)
		o.Rule = Rule(i)
		return err
	case "n":
		n, err := option.Number(key, value)
		o.N = n
		return err
	case "opening":
		i, err := option.OneOf(key, value, openingNames)
		o.Opening = Opening(i)
		return err
	case "forbidden":
		i, err := option.OneOf(key, value, []string{"refused", "loses"})
		o.Lose = i == 1
		return err
	}
	return fmt.Errorf("option %q: want rule, n, opening or forbidden", option.Clip(key))
}

// Options returns the options.
func (r *Rules) Options() Options { return r.opt }

// ID returns the canonical id: rule, n and opening in this order, and forbidden=loses if set.
func (r *Rules) ID() string {
	id := fmt.Sprintf("%s:rule=%s,n=%d,opening=%s", Name, r.opt.Rule, r.opt.N, r.opt.Opening)
	if r.opt.Lose {
		id += ",forbidden=loses"
	}
	return id
}

// New returns the empty position on b. It returns an error if b has no lines, no line long enough,
// or no space for the opening.
func (r *Rules) New(b *board.Board) (game.Position, error) {
	return placing.Begun(r.Start(b))
}

// Start is New with the concrete type.
func (r *Rules) Start(b *board.Board) (*Position, error) {
	if err := row.Room(b, r.opt.N, false); err != nil {
		return nil, err
	}
	script, err := r.script(b)
	if err != nil {
		return nil, fmt.Errorf("opening %s cannot be played on %s: %w", r.opt.Opening, b.Title(), err)
	}
	return newPosition(r, b, script), nil
}
