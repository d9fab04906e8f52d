package bot

import (
	"slices"

	"moyo/game"
	"moyo/server/wire"
)

// isNext says whether the bot plays the next turn of its side: always where it plays alone.
func (t *table) isNext() bool {
	switch {
	case t.state.Places == nil:
		return true
	case t.you == "white":
		return t.place == t.state.Places.White
	}
	return t.place == t.state.Places.Black
}

// goOn returns a move for a position in which an engine resigns and the bot has partners: what the engine
// would play if that is legal, else a pass, or where there is none some other move.
func goOn(pos game.Position, move game.Move) game.Move {
	for _, m := range append([]game.Move{move, game.Pass}, pos.LegalMoves(nil)...) {
		if pos.Check(m) == game.Legal {
			return m
		}
	}
	return move
}

// speaks says whether the bot answers for its side: offers, the count, resigning and claims are for the
// people among its partners.
func (t *table) speaks() bool {
	side := t.info.Black
	if t.you == "white" {
		side = t.info.White
	}
	return !slices.ContainsFunc(side.Team, func(p wire.Partner) bool { return !p.Bot })
}

// sits says whether the account of that name has a seat, or a place on it.
func sits(p wire.Player, name string) bool {
	return p.Name == name && p.Registered || slices.ContainsFunc(p.Team, func(p wire.Partner) bool { return p.Name == name && p.Registered })
}
