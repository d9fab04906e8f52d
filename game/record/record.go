// Package record converts games to records and back: [Of] converts a [game.Position] with its moves
// to the Smart Game Format, and [Load] converts a record to the position at the end of its main
// line. It supports every game and board, and the choices of openings such as swap2.
package record

import (
	"moyo/board"
	"moyo/game"
	"moyo/game/record/sgf"
)

// Points returns how a board's points are written in records.
func Points(b *board.Board) sgf.Board {
	if w, h, ok := b.Grid(); ok && w <= sgf.MaxSide && h <= sgf.MaxSide {
		return sgf.Grid(w, h)
	}
	return sgf.Board{
		Spec: b.Spec(),
		Name: func(p int) string { return b.Name(game.Point(p)) },
		Lookup: func(name string) (int, bool) {
			p, ok := b.Lookup(name)
			return int(p), ok
		},
	}
}

// Of returns a game as a record: the board, the rules ([SetRules]), the stones before the first
// move and the moves. kind is FF[4]'s number of the game, or 0 if it has none, so that other
// programs do not read it as Go. The caller adds the players and the result; PB is the player who
// has the black stones in the end ([game.Holder]).
func Of(pos game.Position, kind int) *sgf.Game {
	points := Points(pos.Board())
	g := sgf.New()
	setBoard(g, pos.Board())
	g.SetKind(kind)
	SetRules(g, pos.Rules().ID(), 0)
	writeSetup(g, points, pos)
	n := g.Root
	for _, t := range pos.Turns() {
		n = n.Add()
		switch t.Kind {
		case game.TurnOffer:
			n.SetOffered(points, int(t.Move))
		case game.TurnChoice:
			n.SetChoice(pos.Choice(t.Move))
		default:
			n.SetMove(points, sgf.Move{Color: sgf.Color(t.Color), Point: int(t.Move)})
		}
	}
	return g
}

// writeSetup writes the stones before the first move, and the side to move if it is not the usual
// one.
func writeSetup(g *sgf.Game, points sgf.Board, pos game.Position) {
	var setup sgf.Setup
	stones, toPlay := game.Start(pos)
	for p, c := range stones {
		if c != game.Empty {
			setup.Stones[c] = append(setup.Stones[c], p)
		}
	}
	if len(setup.Stones[sgf.Black])+len(setup.Stones[sgf.White]) > 0 || toPlay != game.Black {
		setup.ToPlay = sgf.Color(toPlay)
		g.Root.SetSetup(points, setup)
	}
}
