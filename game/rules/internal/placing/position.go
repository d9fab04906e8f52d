package placing

import (
	"moyo/board"
	"moyo/game"
)

// Begun makes of what Start returns, with the game's own type, what New returns: no
// nil pointer may become a position.
func Begun[P game.Position](pos P, err error) (game.Position, error) {
	if err != nil {
		return nil, err
	}
	return pos, nil
}

// Chained is a position of a game in which connected stones share their liberties.
type Chained struct{ Game }

// NewChained is [New] for games with chains.
func NewChained(rules game.Rules, law *Law, b *board.Board) *Chained {
	return &Chained{New(rules, law, b)}
}

// Chain returns the stones connected with the one on pt and their common
// liberties, both ascending; nil for an empty point.
func (p *Chained) Chain(pt game.Point) (stones, liberties []game.Point) { return Chain(&p.Game, pt) }

// Clone returns an independent copy.
func (p *Chained) Clone() game.Position { return &Chained{Copy(&p.Game)} }

// Rowed is a position of a game about rows of stones, which has no chains.
type Rowed struct {
	Game
	rows Rows
}

// NewRowed is [New] for games about rows. The error is for boards without room for
// one.
func NewRowed(rules game.Rules, law *Law, rows Rows, b *board.Board) (*Rowed, error) {
	if err := rows.Room(b); err != nil {
		return nil, err
	}
	return &Rowed{New(rules, law, b), rows}, nil
}

// Figure returns the stones of the winning row in order along it, with those of
// the same colour that follow at its ends; nil where nobody has won by a row.
func (p *Rowed) Figure() []game.Point { return p.rows.Figure(&p.Game) }

// Need returns how many stones in a row win.
func (p *Rowed) Need() int { return p.rows.N }

// Longest returns the length of the longest row of c's stones along lines that
// count.
func (p *Rowed) Longest(c game.Color) int { return p.rows.Longest(&p.Game, c) }

// Clone returns an independent copy.
func (p *Rowed) Clone() game.Position { return &Rowed{Copy(&p.Game), p.rows} }

// RowedChained is a position of a game about rows of stones, which has chains.
type RowedChained struct{ Rowed }

// NewRowedChained is [NewRowed] for games with chains.
func NewRowedChained(rules game.Rules, law *Law, rows Rows, b *board.Board) (*RowedChained, error) {
	p, err := NewRowed(rules, law, rows, b)
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

// placed is what every game here can do.
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
