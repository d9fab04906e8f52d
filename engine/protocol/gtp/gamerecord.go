package gtp

import (
	"moyo/game"
	"moyo/record"
	"moyo/record/sgf"
)

// Record returns a game as a record ([record.Of]) with what other Go programs
// look for: the komi and the name of the rules. kind is the number of the game as
// there. Whoever calls it adds the players and the result.
func Record(pos game.Position, kind int) *sgf.Game {
	g := record.Of(pos, kind)
	describe(g, pos.Rules().ID())
	return g
}

// newRecord returns a record without moves of a game by the rules of an id.
func newRecord(points sgf.Board, rules string) *sgf.Game {
	g := sgf.New()
	g.SetBoard(points)
	describe(g, rules)
	g.Root.Set("RI", sgf.Escape(rules))
	return g
}

// describe writes the komi and the name of the rules.
func describe(g *sgf.Game, rules string) {
	if komi, ok := option(rules, "komi"); ok {
		g.Root.Set("KM", komi)
	}
	if k, err := kataRulesOf(rules, "0"); err == nil && rulesName(k) != "" {
		g.Root.Set("RU", rulesName(k))
	}
}
