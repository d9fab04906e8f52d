package diagram

import (
	"moyo/board"
	"moyo/engine/protocol/gtp"
	"moyo/game/draw"
)

// Cells lays a board out in columns and rows, by the names of its points.
func Cells(b *board.Board) (draw.Cells, bool) {
	c, ok := gtp.NewCells(b)
	if !ok {
		return draw.Cells{}, false
	}
	return draw.Cells{Width: c.Width, Height: c.Height, X: c.X, Y: c.Y}, true
}
