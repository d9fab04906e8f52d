package capturefive

import (
	"moyo/game"
	"moyo/rules/internal/placing"
)

// base brings what all games share in which stones are placed and taken.
type base = placing.Game

// Position is a game being played. It is simple and exact rather than fast, and
// keeps the whole history.
//
// Outcome().How is "five" (or whatever number of stones in a row wins), and for a
// draw "board full", "blocked" where the side to move has no legal move, or "two
// passes".
type Position struct {
	base
	rules *Rules
}

// Options returns the options of the rules.
func (p *Position) Options() Options { return p.rules.opt }

// Clone returns an independent copy.
func (p *Position) Clone() game.Position { return p.Copy() }

// Copy is Clone with the concrete type.
func (p *Position) Copy() *Position { return &Position{placing.Copy(&p.base), p.rules} }

// Chain returns the stones connected with the one on pt and their common
// liberties, both ascending; nil for an empty point.
func (p *Position) Chain(pt game.Point) (stones, liberties []game.Point) {
	return placing.Chain(&p.base, pt)
}

// Ko returns the point that simple ko forbids to the side to move, also where
// another rule of ko is played, or board.None: the point of a stone taken by the
// last move, alone, by a stone that could be taken there at once.
func (p *Position) Ko() game.Point {
	return placing.KoPoint(&p.base)
}

// Figure returns the stones of the winning row in order along it, with those of
// the same colour that follow at its ends; nil where nobody has won.
func (p *Position) Figure() []game.Point {
	return p.rules.rows().Figure(&p.base)
}

// Need returns how many stones in a row win.
func (p *Position) Need() int { return p.rules.opt.N }

// Longest returns the length of the longest row of c's stones along lines that
// count.
func (p *Position) Longest(c game.Color) int {
	return p.rules.rows().Longest(&p.base, c)
}

var (
	_ game.Position = (*Position)(nil)
	_ game.Capturer = (*Position)(nil)
	_ game.Chainer  = (*Position)(nil)
	_ game.Setter   = (*Position)(nil)
	_ game.Turner   = (*Position)(nil)
	_ game.Won      = (*Position)(nil)
	_ game.Rower    = (*Position)(nil)
)
