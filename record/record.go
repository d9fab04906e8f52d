// Package record turns games into records and back: a [game.Position] with its
// moves into the Smart Game Format ([Of]), and a record into the position that
// its main line leads to ([Load]), in any game, on any board, with the choices
// that openings such as swap2 consist of.
package record

import (
	"slices"
	"strings"

	"moyo/board"
	"moyo/game"
	"moyo/sgf"
)

// Points says how a board's points are written in records.
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

// kinds are FF[4]'s numbers of the games that it knows, by the name in the rules'
// id; of Atari-Go other programs see the moves of a game of Go.
var kinds = []struct {
	name string
	kind int
}{{"weiqi", sgf.Go}, {"gomoku", sgf.Gomoku}, {"atari-go", sgf.Go}}

// kindOf returns FF[4]'s number of the game of an id, 0 where it has none: other
// programs should refuse to read that as Go.
func kindOf(id string) int {
	name, _, _ := strings.Cut(id, ":")
	for _, k := range kinds {
		if name == k.name {
			return k.kind
		}
	}
	return 0
}

// Of returns a game as a record: the board, the rules' id, the stones before the
// first move and the moves. Whoever calls it adds the players and the result;
// PB is the player who has the black stones in the end ([game.Holder]).
func Of(pos game.Position) *sgf.Game {
	points := Points(pos.Board())
	id := pos.Rules().ID()
	g := sgf.New()
	g.SetBoard(points)
	g.SetKind(kindOf(id))
	g.Root.Set("RI", sgf.Escape(id))

	first := pos.Clone()
	turns := make([]turn, len(pos.Moves()))
	for i, m := range slices.Backward(slices.Clone(pos.Moves())) {
		offers := m >= 0 && slices.Contains(offered(first), m.Point())
		first.Undo()
		turns[i] = turn{m, first.ToPlay(), first.Choice(m), offers}
	}
	writeSetup(g, points, first)
	n := g.Root
	for _, t := range turns {
		n = n.Add()
		t.write(n, points)
	}
	return g
}

// turn is one move of a game.
type turn struct {
	move   game.Move
	color  game.Color // whose stone was next
	choice string     // its name, if it is one
	offers bool       // it offered its point and placed no stone
}

func (t turn) write(n *sgf.Node, points sgf.Board) {
	switch {
	case t.offers:
		n.SetOffered(points, int(t.move))
	case t.choice != "":
		n.SetChoice(t.choice)
	default:
		n.SetMove(points, sgf.Move{Color: sgf.Color(t.color), Point: int(t.move)})
	}
}

// offered returns the points that are on offer in pos.
func offered(pos game.Position) []game.Point {
	if o, ok := pos.(game.Opened); ok {
		return o.Offered()
	}
	return nil
}

// writeSetup writes the stones of a position before its first move, and who is
// to play where it is not as the game begins by itself.
func writeSetup(g *sgf.Game, points sgf.Board, first game.Position) {
	var setup sgf.Setup
	for p := range game.Point(first.Board().Len()) {
		if c := first.At(p); c != game.Empty {
			setup.Stones[c] = append(setup.Stones[c], int(p))
		}
	}
	if len(setup.Stones[sgf.Black])+len(setup.Stones[sgf.White]) > 0 || first.ToPlay() != game.Black {
		setup.ToPlay = sgf.Color(first.ToPlay())
		g.Root.SetSetup(points, setup)
	}
}
