package capturefive

import (
	"moyo/game"
	"moyo/game/rules/internal/placing"
)

// base is the common part of games in which stones are placed and captured.
type base = placing.RowedChained

// Position is a game in progress. It is simple and exact rather than fast, and keeps the whole
// history.
//
// Outcome().How is "five" (or the length of a row that wins), and for a draw "board full",
// "blocked" if the side to move has no legal move, or "two passes".
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

// Ko returns the point that simple ko forbids to the side to move, even under another ko rule, or
// board.None. It is the point of a single stone captured by the last move, whose stone could be
// recaptured there immediately.
func (p *Position) Ko() game.Point { return placing.KoPoint(&p.Game) }
