package bot

import (
	"slices"

	"moyo/game"
	"moyo/server/base/wire"
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

// seat returns the seat that the bot has.
func (t *table) seat() wire.Player {
	if t.you == "white" {
		return t.info.White
	}
	return t.info.Black
}

// speaks says whether the bot answers for its side: offers, the count, resigning and claims are for the
// people among its partners.
func (t *table) speaks() bool {
	return !slices.ContainsFunc(t.seat().Team, func(p wire.Partner) bool { return !p.Bot })
}

// sits says whether the account of that name has a seat, or a place on it.
func sits(p wire.Player, name string) bool {
	return p.Name == name && p.Registered || slices.ContainsFunc(p.Team, func(p wire.Partner) bool { return p.Name == name && p.Registered })
}

// isMarked says whether a seat, or a place on it, from 1, where several play there, is marked as a program's.
func isMarked(p wire.Player, place int) bool {
	if place > 0 && place <= len(p.Team) {
		return p.Team[place-1].Bot
	}
	return p.Bot
}

// isPersons says whether the account of that name has a seat of a game, which is not marked as a program's.
func isPersons(g *wire.GameInfo, name string) bool {
	for _, p := range []wire.Player{g.Black, g.White} {
		if sits(p, name) {
			return !isMarked(p, 1+slices.IndexFunc(p.Team, func(p wire.Partner) bool { return p.Name == name }))
		}
	}
	return false
}
