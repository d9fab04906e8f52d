package connect4

import (
	"moyo/game"
	"moyo/game/rules/internal/row"
)

// wins says whether the stone on pt stands in a row that wins.
func (p *Position) wins(pt game.Point) bool { return p.rowThrough(pt) != nil }

// rowThrough returns the winning row that holds the stone on pt, nil for none.
func (p *Position) rowThrough(pt game.Point) []game.Point {
	return row.Through(p.b.Lines(), p.stones, pt, p.rules.n, false)
}

// Figure returns the stones of the winning row in order along it, nil where
// nobody has won.
func (p *Position) Figure() []game.Point {
	if p.outcome.Winner == game.Empty {
		return nil
	}
	return p.rowThrough(p.moves[len(p.moves)-1].Point())
}

// Need returns how many stones in a row win.
func (p *Position) Need() int { return p.rules.n }

// Longest returns the length of the longest row of c's stones.
func (p *Position) Longest(c game.Color) int {
	return row.Longest(p.b, p.stones, c, len(p.stones), false)
}
