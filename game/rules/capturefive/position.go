package capturefive

import (
	"moyo/game"
	"moyo/game/rules/internal/placing"
)

// base brings what all games share in which stones are placed and taken.
type base = placing.RowedChained

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
func (p *Position) Copy() *Position { return &Position{*p.base.Copy(), p.rules} }

// Ko returns the point that simple ko forbids to the side to move, also where
// another rule of ko is played, or board.None: the point of a stone taken by the
// last move, alone, by a stone that could be taken there at once.
func (p *Position) Ko() game.Point { return placing.KoPoint(&p.Game) }
