package gtp

import (
	"slices"

	"moyo/game"
	"moyo/sgf"
)

// Record returns a game as a record: the board, the rules' id, the stones before
// the first move and the moves. Whoever calls it adds the players and the
// result.
func Record(pos game.Position) *sgf.Game {
	points := Points(pos.Board())
	g := newRecord(points, pos.Rules().ID())
	first := pos.Clone()
	moves := slices.Clone(pos.Moves())
	colors := make([]game.Color, len(moves))
	for i := range slices.Backward(moves) {
		first.Undo()
		colors[i] = first.ToPlay()
	}
	var setup sgf.Setup
	for p := range game.Point(pos.Board().Len()) {
		if c := first.At(p); c != game.Empty {
			setup.Stones[c] = append(setup.Stones[c], int(p))
		}
	}
	if len(setup.Stones[sgf.Black])+len(setup.Stones[sgf.White]) > 0 || first.ToPlay() != game.Black {
		setup.ToPlay = sgf.Color(first.ToPlay())
		g.Root.SetSetup(points, setup)
	}
	n := g.Root
	for i, m := range moves {
		n = n.Add()
		n.SetMove(points, sgf.Move{Color: sgf.Color(colors[i]), Point: int(m)})
	}
	return g
}

// newRecord returns a record without moves of a game by the rules of an id.
func newRecord(points sgf.Board, rules string) *sgf.Game {
	g := sgf.New()
	g.SetBoard(points)
	if komi, ok := option(rules, "komi"); ok {
		g.Root.Set("KM", komi)
	}
	if k, err := kataRulesOf(rules, "0"); err == nil && rulesName(k) != "" {
		g.Root.Set("RU", rulesName(k))
	}
	g.Root.Set("RI", sgf.Escape(rules))
	return g
}
