package wire

// Lists of games, and making one.

// GameInfo describes a game in lists and snapshots.
type GameInfo struct {
	ID         string `json:"id"`
	Board      string `json:"board"` // spec
	BoardTitle string `json:"boardTitle"`
	Rules      string `json:"rules"`     // canonical id
	GameTitle  string `json:"gameTitle"` // the name of the game by these rules, such as "Renju"
	RulesText  string `json:"rulesText"` // the rules in a few words
	Black      Player `json:"black"`
	White      Player `json:"white"`
	Clock      string `json:"clock"`     // spec, such as "fischer=5m+3s"; "" for none
	ClockText  string `json:"clockText"` // in words, such as "5 minutes, and 3 seconds more after each move"
	Speed      string `json:"speed"`     // "blitz", "rapid", "classical", "correspondence", or "" without a clock
	Phase      string `json:"phase"`
	Ply        int    `json:"ply"`
	Created    string `json:"created"` // RFC 3339
	Updated    string `json:"updated"`
	Watchers   int    `json:"watchers"`
	Result     string `json:"result"`
}

// Player is one seat. Kind is "open", "human" or "engine".
type Player struct {
	Kind   string `json:"kind"`
	Name   string `json:"name"`
	Engine string `json:"engine,omitempty"` // engine id, such as "level:5"
}

// Lobby is the answer of GET /api/games, and of every message of the event
// stream GET /api/lobby/events (server-sent events; one at once, then one
// whenever something changed). Games come newest first. A game of Mine is in the
// other lists as well.
type Lobby struct {
	Mine     []GameInfo `json:"mine"`     // not finished, with a seat of the one who asks
	Open     []GameInfo `json:"open"`     // waiting for a second player
	Running  []GameInfo `json:"running"`  // playing or scoring
	Finished []GameInfo `json:"finished"` // the last ones
}

// NewGame is the body of POST /api/games. The answer is a GameInfo.
type NewGame struct {
	Board    string `json:"board"`           // spec
	Rules    string `json:"rules"`           // id, such as "weiqi:komi=6.5,handicap=2"
	Color    string `json:"color"`           // the maker's: "black", "white" or "random"
	Opponent string `json:"opponent"`        // "human" or an engine id such as "level:5" or "random"
	Name     string `json:"name"`            // the maker's, may be empty
	Clock    string `json:"clock,omitempty"` // spec, "" or "none" for no clock
}
