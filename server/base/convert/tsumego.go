package convert

import (
	"moyo/board"
	"moyo/server/base/wire"
	"moyo/solve/life/format"
)

// Tsumego returns a problem as the wire has it. Where the file has no
// question it is the one that suits the position.
func Tsumego(it format.Item) wire.Tsumego {
	p := it.Problem
	if !it.Asked {
		p.Question = format.GuessQuestion(&p)
	}
	w := wire.Tsumego{
		ID: p.ID, Board: p.Board.Spec(), Stones: Colors(p.Stones), ToPlay: Side(p.ToPlay),
		Question: p.Question.String(), Target: Points(p.Target), Region: Points(p.Region), Walls: Points(p.Walls), Notes: p.Notes,
	}
	if p.Ko != board.None {
		ko := int(p.Ko)
		w.Ko = &ko
	}
	if p.Threats != nil {
		w.Threats = &wire.Threats{Black: int(p.Threats.Black), White: int(p.Threats.White)}
	}
	return w
}
