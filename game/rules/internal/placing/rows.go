package placing

import (
	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/row"
)

// Rows describes the rows that win.
type Rows struct {
	N          int  // stones in a row, or more
	Orthogonal bool // only along orthogonal lines
}

// Room returns an error where b has no row of n points.
func (r Rows) Room(b *board.Board) error { return row.Room(b, r.N, r.Orthogonal) }

// Wins is the Wins of rules under which only such rows win.
func (r Rows) Wins(g *Game, pt game.Point) string {
	if r.through(g, pt) == nil {
		return ""
	}
	return row.InWords(r.N)
}

// Figure returns the winning row of the last stone, see [game.Won].
func (r Rows) Figure(g *Game) []game.Point {
	if g.outcome.Winner == game.Empty || g.moves[len(g.moves)-1] < 0 {
		return nil
	}
	return r.through(g, g.moves[len(g.moves)-1].Point())
}

func (r Rows) through(g *Game, pt game.Point) []game.Point {
	return row.Through(g.b.Lines(), g.stones, pt, r.N, r.Orthogonal)
}

// Longest returns the length of the longest row of c's stones along lines that
// count.
func (r Rows) Longest(g *Game, c game.Color) int {
	return row.Longest(g.b, g.stones, c, g.b.Len(), r.Orthogonal)
}

// Draw is the Stuck of games that end in a draw when the side to move can place no stone.
func Draw(_ game.Color, full bool) game.Outcome {
	if full {
		return game.Outcome{Over: true, How: "board full"}
	}
	return game.Outcome{Over: true, How: "blocked"}
}
