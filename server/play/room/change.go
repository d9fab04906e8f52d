package room

import (
	"moyo/game/match"
	"moyo/server/store"
)

// Change is what an event has made of a game.
type Change struct {
	Game  store.Game // as it is now
	Event match.Event
	Turn  bool // it awaits another player than before
}
