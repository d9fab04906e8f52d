package lobby

import "moyo/server/base/wire"

// Lists of games.

// Lobby is the answer of GET /api/games. Every message of the event stream GET
// /api/lobby/events (server-sent events) has those of its lists that have changed:
// all at once, then more whenever something did, and Live only where the address
// ends with "?live=1". Games come newest first. A game of Mine may be in the other
// lists as well.
type Lobby struct {
	Mine       []wire.GameInfo  `json:"mine"`       // not finished, with a seat of the one who asks
	Challenges []wire.GameInfo  `json:"challenges"` // waiting, with a seat that is kept for the one who asks
	Open       []wire.GameInfo  `json:"open"`       // open challenges: waiting for whoever comes
	Running    []wire.GameInfo  `json:"running"`    // playing or scoring, and not given up
	Finished   []wire.GameInfo  `json:"finished"`   // the last ones
	Live       []wire.Miniature `json:"live"`       // the best games going on, with their stones
}

// GamePage is a part of a longer list of games, newest change first.
type GamePage struct {
	Games []wire.GameInfo `json:"games"`
	Next  string          `json:"next"` // cursor of the part after it, "" at the end
}
