package placing

import (
	"moyo/board"
	"moyo/game"
)

// Begun converts the results of Start, with the game's own type, to those of New. It prevents a nil
// pointer in a position.
func Begun[P game.Position](pos P, err error) (game.Position, error) {
	if err != nil {
		return nil, err
	}
	return pos, nil
}

// Chained is a position of a game with chains that share their liberties.
type Chained struct{ Game }

// NewChained is [New] for games with chains.
func NewChained(rules game.Rules, ruleSet *RuleSet, b *board.Board) *Chained {
	return &Chained{New(rules, ruleSet, b)}
}

// Chain returns the stones connected with the one on pt and their common
// liberties, both ascending; nil for an empty point.
func (p *Chained) Chain(pt game.Point) (stones, liberties []game.Point) { return Chain(&p.Game, pt) }

// Clone returns an independent copy.
func (p *Chained) Clone() game.Position { return &Chained{Copy(&p.Game)} }

// Rowed is a position of a game with rows of stones but without chains.
type Rowed struct {
	Game
	rows Rows
}

// NewRowed is [New] for games with rows. It returns an error for boards without space for one.
func NewRowed(rules game.Rules, ruleSet *RuleSet, rows Rows, b *board.Board) (*Rowed, error) {
	if err := rows.Room(b); err != nil {
		return nil, err
	}
	return &Rowed{New(rules, ruleSet, b), rows}, nil
}

// Figure returns the stones of the winning row in order along it, with adjacent stones of the same
// colour at its ends, or nil.
func (p *Rowed) Figure() []game.Point { return p.rows.Figure(&p.Game) }

// Need returns the number of stones in a row that win.
func (p *Rowed) Need() int { return p.rows.N }

// Longest returns the length of the longest row of c's stones along lines that
// count.
func (p *Rowed) Longest(c game.Color) int { return p.rows.Longest(&p.Game, c) }

// Clone returns an independent copy.
func (p *Rowed) Clone() game.Position { return &Rowed{Copy(&p.Game), p.rows} }

// RowedChained is a position of a game with rows of stones and chains.
type RowedChained struct{ Rowed }

// NewRowedChained is [NewRowed] for games with chains.
func NewRowedChained(rules game.Rules, ruleSet *RuleSet, rows Rows, b *board.Board) (*RowedChained, error) {
	p, err := NewRowed(rules, ruleSet, rows, b)
	if err != nil {
		return nil, err
	}
	return &RowedChained{*p}, nil
}

// Chain returns the stones connected with the one on pt and their common
// liberties, both ascending; nil for an empty point.
func (p *RowedChained) Chain(pt game.Point) (stones, liberties []game.Point) {
	return Chain(&p.Game, pt)
}

// Clone returns an independent copy.
func (p *RowedChained) Clone() game.Position { return p.Copy() }

// Copy is Clone with the concrete type.
func (p *RowedChained) Copy() *RowedChained { return &RowedChained{Rowed{Copy(&p.Game), p.rows}} }

// placed is the interface that every game in this package implements.
type placed interface {
	game.Position
	game.Capturer
	game.Setter
	game.Turner
}

var (
	_ placed       = (*Chained)(nil)
	_ game.Chainer = (*Chained)(nil)
	_ placed       = (*Rowed)(nil)
	_ game.Won     = (*Rowed)(nil)
	_ game.Rower   = (*Rowed)(nil)
	_ placed       = (*RowedChained)(nil)
	_ game.Chainer = (*RowedChained)(nil)
)
