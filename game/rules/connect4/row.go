package connect4

import (
	"moyo/game"
	"moyo/game/rules/internal/row"
)

// wins reports whether the stone on pt is in a winning row.
func (p *Position) wins(pt game.Point) bool { return p.rowThrough(pt) != nil }

// rowThrough returns the winning row that contains the stone on pt, or nil.
func (p *Position) rowThrough(pt game.Point) []game.Point {
	return row.Through(p.b.Lines(), p.stones, pt, p.rules.n, false)
}

// Figure returns the stones of the winning row in order along it, or nil.
func (p *Position) Figure() []game.Point {
	if p.outcome.Winner == game.Empty {
		return nil
	}
	return p.rowThrough(p.moves[len(p.moves)-1].Point())
}

// Need returns the number of stones in a row that win.
func (p *Position) Need() int { return p.rules.n }

// Longest returns the length of the longest row of c's stones.
func (p *Position) Longest(c game.Color) int {
	return row.Longest(p.b, p.stones, c, len(p.stones), false)
}
