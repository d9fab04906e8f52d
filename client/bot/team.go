package bot

import (
	"slices"

	"moyo/game"
	"moyo/server/base/wire"
)

// isNext reports whether the bot makes the next move of its side: always if it plays alone.
func (t *table) isNext() bool {
	switch {
	case t.state.Places == nil:
		return true
	case t.you == "white":
		return t.place == t.state.Places.White
	}
	return t.place == t.state.Places.Black
}

// goOn returns a move when an engine resigns and the bot has partners: the engine's move if it is legal,
// otherwise a pass, otherwise any move.
func goOn(pos game.Position, move game.Move) game.Move {
	for _, m := range append([]game.Move{move, game.Pass}, pos.LegalMoves(nil)...) {
		if pos.Check(m) == game.Legal {
			return m
		}
	}
	return move
}

// seat returns the bot's seat.
func (t *table) seat() wire.Player {
	if t.you == "white" {
		return t.info.White
	}
	return t.info.Black
}

// speaks reports whether the bot decides for its side. If its partners include people, they handle offers,
// counting, resignation and claims.
func (t *table) speaks() bool {
	return !slices.ContainsFunc(t.seat().Team, func(p wire.Partner) bool { return !p.Bot })
}

// sits reports whether the account with this name has a seat, or a place on it.
func sits(p wire.Player, name string) bool {
	return p.Name == name && p.Registered || slices.ContainsFunc(p.Team, func(p wire.Partner) bool { return p.Name == name && p.Registered })
}

// isMarked reports whether a seat is marked as a program's; if several play on it, whether the place, from 1,
// is.
func isMarked(p wire.Player, place int) bool {
	if place > 0 && place <= len(p.Team) {
		return p.Team[place-1].Bot
	}
	return p.Bot
}

// isPersons reports whether the account with this name has a seat in a game that is not marked as a program's.
func isPersons(g *wire.GameInfo, name string) bool {
	for _, p := range []wire.Player{g.Black, g.White} {
		if sits(p, name) {
			return !isMarked(p, 1+slices.IndexFunc(p.Team, func(p wire.Partner) bool { return p.Name == name }))
		}
	}
	return false
}
