// Package capturefive implements Capture Five on any board with lines: stones are placed and
// captured as in Go, and the first side with a given number of stones in a row wins. [Parse] turns
// an id such as "capturefive:n=5,lines=orthogonal,ko=positional,pass=no,captures=yes" into [Rules],
// whose New makes a [Position].
//
// docs/rules.md has the rules in words, with their source.
package capturefive

import (
	"fmt"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/option"
	"moyo/game/rules/internal/placing"
)

// Name is the name of the game in ids.
const Name = "capturefive"

// The limits of the number of stones in a row.
const (
	MinN = 3
	MaxN = 8
)

// Lines are the lines along which a row counts.
type Lines uint8

// The kinds of lines.
const (
	OrthogonalLines Lines = iota // those along edges of the board: rows and columns of a grid
	AllLines                     // diagonals too
)

var linesNames = []string{"orthogonal", "all"}

// String returns the option's value, such as "orthogonal".
func (l Lines) String() string { return linesNames[l] }

// Ko is the ko rule. It compares the stones alone.
type Ko uint8

// The ko rules.
const (
	// PositionalKo forbids a stone that recreates any earlier position of the stones.
	PositionalKo Ko = iota
	// SituationalKo forbids a stone that recreates any earlier position with the same side to move.
	SituationalKo
	// SimpleKo forbids a stone that recreates the position before the opponent's last move: the
	// immediate recapture of a single stone that has just captured one.
	SimpleKo
)

var koNames = []string{"positional", "situational", "simple"}

// String returns the option's value, such as "positional".
func (k Ko) String() string { return koNames[k] }

// Options are the options of the game. The zero value is not valid; start from [Default] or
// [Parse].
type Options struct {
	N        int // stones in a row, MinN to MaxN
	Lines    Lines
	Ko       Ko   // has no effect without captures
	Pass     bool // passing is allowed; two passes in a row are a draw
	Captures bool // otherwise stones stay: no captures, no suicide, no ko
}

// Default returns five in a row along rows and columns, with captures and
// positional ko, without passes.
func Default() Options { return Options{N: 5, Captures: true} }

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
	case int(opt.Lines) >= len(linesNames):
		return nil, fmt.Errorf("lines %d: want %s or %s", opt.Lines, linesNames[0], linesNames[1])
	case int(opt.Ko) >= len(koNames):
		return nil, fmt.Errorf("ko %d: want one of %d rules", opt.Ko, len(koNames))
	}
	r := &Rules{opt: opt}
	r.ruleSet = r.makeRuleSet()
	return r, nil
}

// Parse returns the rules of an id such as "capturefive:n=4,ko=simple". The prefix "capturefive:"
// is optional, and missing options are those of [Default].
func Parse(id string) (game.Rules, error) {
	opt := Default()
	return option.Parse(Name, id, opt.set, func() (*Rules, error) { return New(opt) })
}

// set reads one option.
func (o *Options) set(key, value string) (err error) {
	index := 0
	switch key {
	case "n":
		o.N, err = option.Number(key, value)
	case "lines":
		index, err = option.OneOf(key, value, linesNames)
		o.Lines = Lines(index)
	case "ko":
		index, err = option.OneOf(key, value, koNames)
		o.Ko = Ko(index)
	case "pass":
		o.Pass, err = option.YesNo(key, value)
	case "captures":
		o.Captures, err = option.YesNo(key, value)
	default:
		err = fmt.Errorf("option %q: want n, lines, ko, pass or captures", option.Clip(key))
	}
	return err
}

// Options returns the options.
func (r *Rules) Options() Options { return r.opt }

// ID returns the canonical id: n, lines, ko, pass and captures in this order.
func (r *Rules) ID() string {
	return fmt.Sprintf("%s:n=%d,lines=%s,ko=%s,pass=%s,captures=%s", Name, r.opt.N, r.opt.Lines, r.opt.Ko,
		option.WriteYesNo(r.opt.Pass), option.WriteYesNo(r.opt.Captures))
}

// New returns the empty position on b. It returns an error if b has no lines, or none that is long
// enough.
func (r *Rules) New(b *board.Board) (game.Position, error) {
	return placing.Begun(r.Start(b))
}

// Start is New with the concrete type.
func (r *Rules) Start(b *board.Board) (*Position, error) {
	p, err := placing.NewRowedChained(r, &r.ruleSet, r.rows(), b)
	if err != nil {
		return nil, err
	}
	return &Position{*p, r}, nil
}

// rows returns which rows win.
func (r *Rules) rows() placing.Rows {
	return placing.Rows{N: r.opt.N, Orthogonal: r.opt.Lines == OrthogonalLines}
}

// makeRuleSet converts the options to a [placing.RuleSet].
func (r *Rules) makeRuleSet() placing.RuleSet {
	ruleSet := placing.RuleSet{
		Ko: [...]placing.Ko{placing.PositionalKo, placing.SituationalKo, placing.SimpleKo}[r.opt.Ko], Pass: r.opt.Pass,
		Breath: true, Takes: placing.Surround, Wins: r.rows().Wins, Stuck: r.stuck,
	}
	if !r.opt.Captures {
		ruleSet.Ko, ruleSet.Breath, ruleSet.Stay, ruleSet.Takes = placing.NoKo, false, true, placing.TakeNothing
	}
	return ruleSet
}

// stuck returns a draw, unless the side may pass.
func (r *Rules) stuck(c game.Color, full bool) game.Outcome {
	if r.opt.Pass && !full {
		return game.Outcome{}
	}
	return placing.Draw(c, full)
}
