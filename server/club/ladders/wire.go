package ladders

import "moyo/server/base/wire"

// Club ladders: who stands where, who challenges whom, and what comes of it. The standing
// tournaments of programs that `moyo ladder` directs are tournaments.

// LadderSetup is what a ladder is made of: the body of POST /api/ladders, and of PUT
// /api/ladders/{id}, which leaves Board, Rules, Clock, Rated and NoVacation as they are. The
// answer is a Ladder.
type LadderSetup struct {
	Title      string `json:"title"`
	Board      string `json:"board"` // spec
	Rules      string `json:"rules"` // id
	Clock      string `json:"clock"` // spec: by correspondence a challenge begins a game at once, else when both are there
	Rated      bool   `json:"rated,omitempty"`
	NoVacation bool   `json:"noVacation,omitempty"` // the clocks of games by correspondence go on when a player is on vacation
	Reach      int    `json:"reach"`                // how many places above one may challenge
	Out        int    `json:"out"`                  // challenges of one's own at once
	In         int    `json:"in"`                   // challenges of others at once
	// in which who is challenged has to begin; in games by correspondence never more than one move may take
	Days   int    `json:"days"`
	Pause  int    `json:"pause"`            // days until the same two meet again
	Most   int    `json:"most"`             // players
	For    string `json:"for,omitempty"`    // "people" or "programs"; "" for both
	ByLink bool   `json:"byLink,omitempty"` // it is listed nowhere, and its games are private
}

// LadderHead is what a list says about a ladder.
type LadderHead struct {
	ID         string     `json:"id"`
	Title      string     `json:"title"` // "" where its maker's account was deleted
	Players    int        `json:"players"`
	Playing    int        `json:"playing"` // challenges that go on
	Place      int        `json:"place"`   // of whoever asks, 0 for none
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
	Mine []LadderHead `json:"mine"` // that the one who asks made, or is on
}

// Ladder is one ladder as whoever asks sees it: the answer of GET /api/ladders/{id}, and each message of the event
// stream GET /api/ladders/{id}/events.
type Ladder struct {
	Version    int               `json:"version"` // grows with each change: answers and events can come in another order
	Head       LadderHead        `json:"head"`
	Setup      LadderSetup       `json:"setup"`
	Maker      string            `json:"maker"` // name, "" where the account was deleted
	Players    []LadderPlayer    `json:"players"`
	Challenges []LadderChallenge `json:"challenges"` // that go on
	Last       []LadderEvent     `json:"last"`       // newest first
	// whom the one who asks may challenge, in the order of Players; empty for who is not on the ladder
	May []LadderMay `json:"may"`
}

// LadderPlayer is somebody on a ladder, in the order of their places.
type LadderPlayer struct {
	Name    string `json:"name"` // "" where the account was deleted
	Rank    string `json:"rank,omitempty"`
	Program bool   `json:"program,omitempty"`
	Before  int    `json:"before"` // their place a week ago, or where they came in since; 0 where nobody remembers that
}

// LadderMay says whether somebody may be challenged.
type LadderMay struct {
	// "" where they may; "self", "below", "far", "between" (a challenge goes on), "own" (challenges at once), "busy" (theirs) or
	// "rest" (have met lately)
	Why   string `json:"why"`
	Until string `json:"until,omitempty"` // RFC 3339: when that passes by itself
}

// LadderChallenge is one that goes on. Its game, once it has begun, is at /game/GAME.
type LadderChallenge struct {
	Number  int    `json:"number"`
	By      string `json:"by"` // names
	Of      string `json:"of"`
	At      string `json:"at"`                // RFC 3339
	Due     string `json:"due,omitempty"`     // RFC 3339: when who was challenged has to have begun, where they have not
	Game    string `json:"game,omitempty"`    // id
	ByReady string `json:"byReady,omitempty"` // RFC 3339: until when it counts that who has challenged is there for a live game
	OfReady string `json:"ofReady,omitempty"` // the same of who was challenged
}

// LadderEvent is what has happened: "joined", "left", "removed", "dropped" (has let challenges pass), "gone" (has
// no account any more), "challenged", "won" (who has challenged), "held" (their place, who was challenged), "drew",
// "default" (who has challenged has won without a game) or "lapsed" (nothing has come of a challenge).
type LadderEvent struct {
	At     string `json:"at"` // RFC 3339
	Kind   string `json:"kind"`
	Player string `json:"player"`          // name of who has come, gone or challenged
	Other  string `json:"other,omitempty"` // name of who was challenged
	From   int    `json:"from,omitempty"`  // places of Player
	To     int    `json:"to,omitempty"`
	Game   string `json:"game,omitempty"` // id
}

// LadderHistory is where somebody stood: the answer of GET /api/ladders/{id}/history/{name}.
type LadderHistory struct {
	Steps []LadderStep `json:"steps"` // oldest first
}

// LadderStep is where somebody stood from a time on; 0 is nowhere.
type LadderStep struct {
	At    string `json:"at"` // RFC 3339
	Place int    `json:"place"`
}

// LadderAct is the body of POST /api/ladders/{id}/acts. Do is "join", "leave", "challenge" (Player), and of live
// games, until they have begun, "ready" and "yield" (Number): who was challenged gives their place up, who
// has challenged takes that back; of the maker and of moderators also "remove" (Player) and "close". The answer is a Ladder.
type LadderAct struct {
	Do     string `json:"do"`
	Player string `json:"player,omitempty"` // name
	Number int    `json:"number,omitempty"` // of a challenge
}
