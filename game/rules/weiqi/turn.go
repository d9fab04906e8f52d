package weiqi

import (
	"moyo/board"
	"moyo/game"
)

// SetToPlay hands the turn to c, as protocols do that let one side play several
// times in a row. It is no pass: it is not among the moves, it ends a run of
// passes, and a point of simple ko is free for the side that took there. Undo
// takes it back along with the move before it. It does nothing where c is to
// move already, or where the game is over.
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
