package lobby

import "moyo/server/base/wire"

// Lists of games.

// Lobby is the answer of GET /api/games. A message of the event stream GET /api/lobby/events (server-sent events) has all lists
// at first, then every changed list. Live is only sent if the address ends with "?live=1". The newest games come first. A
// game in Mine may be in other lists as well.
type Lobby struct {
	Mine       []wire.GameInfo  `json:"mine"`       // unfinished, with a seat of the user
	Challenges []wire.GameInfo  `json:"challenges"` // waiting, with a seat kept for the user
	Open       []wire.GameInfo  `json:"open"`       // waiting for any opponent
	Running    []wire.GameInfo  `json:"running"`    // playing or scoring, and not abandoned
	Finished   []wire.GameInfo  `json:"finished"`   // the latest ones
	Live       []wire.Miniature `json:"live"`       // the best running games, with their stones
}

// GamePage is part of a long list of games, latest change first.
type GamePage struct {
	Games []wire.GameInfo `json:"games"`
	Next  string          `json:"next"` // cursor of the next part, "" at the end
}
