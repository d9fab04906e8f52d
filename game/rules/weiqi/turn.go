package weiqi

import (
	"moyo/board"
	"moyo/game"
)

// SetToPlay hands the turn to c, for protocols in which one side plays several times in a row. It
// is not a pass and not a move; Undo undoes it together with the move before it. It ends a run of
// passes, and lifts a simple ko for the side that captured. It has no effect if c is already to
// move, or the game is over.
func (p *Position) SetToPlay(c game.Color) {
	if p.over() || c == p.toPlay || c != game.Black && c != game.White {
		return
	}
	moved := len(p.plies) > 0
	if moved {
		p.forget(p.rules.Ko, p.state)
	}
	p.toPlay, p.passes, p.repeats, p.ko = c, 0, 0, board.None
	if moved {
		p.remember(p.rules.Ko, p.state)
	} else {
		p.history.reset(p.rules.Ko, p.state)
	}
}
