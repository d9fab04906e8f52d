package ladders

import "moyo/server/base/wire"

// Club ladders: places, challenges and their results. The standing
// tournaments of programs that `moyo ladder` directs are tournaments.

// LadderSetup describes a ladder: the body of POST /api/ladders, and of PUT
// /api/ladders/{id}, which does not change Board, Rules, Clock, Rated and NoVacation. The
// answer is a Ladder.
type LadderSetup struct {
	Title      string `json:"title"`
	Board      string `json:"board"` // spec
	Rules      string `json:"rules"` // id
	Clock      string `json:"clock"` // spec; a correspondence game begins with the challenge, a live game when both players are present
	Rated      bool   `json:"rated,omitempty"`
	NoVacation bool   `json:"noVacation,omitempty"` // vacations do not stop the clocks of correspondence games
	Reach      int    `json:"reach"`                // how many places above a player may challenge
	Out        int    `json:"out"`                  // most open challenges by a player
	In         int    `json:"in"`                   // most open challenges to a player
	// days for a challenged player to begin; in correspondence games at most the time for a move
	Days   int    `json:"days"`
	Pause  int    `json:"pause"`            // days until the same two meet again
	Most   int    `json:"most"`             // players
	For    string `json:"for,omitempty"`    // "people" or "programs"; "" for both
	ByLink bool   `json:"byLink,omitempty"` // it is not listed, and its games are private
}

// LadderHead is a ladder's entry in a list.
type LadderHead struct {
	ID         string     `json:"id"`
	Title      string     `json:"title"` // "" if its maker's account was deleted
	Players    int        `json:"players"`
	Playing    int        `json:"playing"` // open challenges
	Place      int        `json:"place"`   // the user's place, 0 for none
	Closed     bool       `json:"closed,omitempty"`
	Board      string     `json:"board"` // spec
	BoardTitle string     `json:"boardTitle"`
	GameTitle  string     `json:"gameTitle"`
	RulesText  string     `json:"rulesText"`
	Rules      string     `json:"rules"`
	Words      wire.Rules `json:"words"`
	Clock      string     `json:"clock"`
	ClockText  string     `json:"clockText"`
	Speed      string     `json:"speed"`
	Rated      bool       `json:"rated,omitempty"`
}

// LadderLists is the answer of GET /api/ladders, newest change first.
type LadderLists struct {
	Open []LadderHead `json:"open"`
	Mine []LadderHead `json:"mine"` // ladders that the user made or is on
}

// Ladder is one ladder as the user sees it: the answer of GET /api/ladders/{id}, and each message of the event
// stream GET /api/ladders/{id}/events.
type Ladder struct {
	Version    int               `json:"version"` // grows with each change: answers and events can come in another order
	Head       LadderHead        `json:"head"`
	Setup      LadderSetup       `json:"setup"`
	Maker      string            `json:"maker"` // name, "" if the account was deleted
	Players    []LadderPlayer    `json:"players"`
	Challenges []LadderChallenge `json:"challenges"` // open challenges
	Last       []LadderEvent     `json:"last"`       // newest first
	// whom the user may challenge, in the order of Players; empty for users who are not on the ladder
	May []LadderMay `json:"may"`
}

// LadderPlayer is a player on a ladder, in the order of places.
type LadderPlayer struct {
	Name    string `json:"name"` // "" if the account was deleted
	Rank    string `json:"rank,omitempty"`
	Program bool   `json:"program,omitempty"`
	Before  int    `json:"before"` // their place a week ago, or the place at which they joined since; 0 if unknown
}

// LadderMay reports whether the user may challenge a player.
type LadderMay struct {
	// "" if allowed; otherwise "self", "below", "far", "between" (a challenge between them is open), "own" (the user has too many
	// challenges), "busy" (the other has too many) or "rest" (they have met lately)
	Why   string `json:"why"`
	Until string `json:"until,omitempty"` // RFC 3339: when the reason ends by itself
}

// LadderChallenge is an open challenge. When its game has begun, it is at /game/GAME.
type LadderChallenge struct {
	Number  int    `json:"number"`
	By      string `json:"by"` // names
	Of      string `json:"of"`
	At      string `json:"at"`                // RFC 3339
	Due     string `json:"due,omitempty"`     // RFC 3339: deadline for the challenged player to begin, until they have
	Game    string `json:"game,omitempty"`    // id
	ByReady string `json:"byReady,omitempty"` // RFC 3339: until when the challenger counts as present for a live game
	OfReady string `json:"ofReady,omitempty"` // the same for the challenged player
}

// LadderEvent is an event on a ladder. It is "joined", "left", "removed", "dropped" (missed too many challenges), "gone"
// (account deleted), "challenged", "won" (by the challenger), "held" (won by the challenged player), "drew",
// "default" (the challenger won without a game) or "lapsed" (a challenge without a result).
type LadderEvent struct {
	At     string `json:"at"` // RFC 3339
	Kind   string `json:"kind"`
	Player string `json:"player"`          // name of the player who joined, left or challenged
	Other  string `json:"other,omitempty"` // name of the challenged player
	From   int    `json:"from,omitempty"`  // places of Player
	To     int    `json:"to,omitempty"`
	Game   string `json:"game,omitempty"` // id
}

// LadderHistory is a player's places over time: the answer of GET /api/ladders/{id}/history/{name}.
type LadderHistory struct {
	Steps []LadderStep `json:"steps"` // oldest first
}

// LadderStep is a player's place from a time on; 0 is outside the ladder.
type LadderStep struct {
	At    string `json:"at"` // RFC 3339
	Place int    `json:"place"`
}

// LadderAct is the body of POST /api/ladders/{id}/acts; the answer is a Ladder. Do is "join", "leave" or "challenge"
// (Player). Before a live game begins it may be "ready" or "yield" (Number): the challenged player gives up their place,
// or the challenger withdraws. For the maker and moderators it may be "remove" (Player) or "close".
type LadderAct struct {
	Do     string `json:"do"`
	Player string `json:"player,omitempty"` // name
	Number int    `json:"number,omitempty"` // of a challenge
}
