package simuls

import "moyo/server/base/wire"

// Simultaneous exhibitions: one host plays many games at the same time.

// SimulSetup describes an exhibition, and is the body of POST /api/simuls. The answer is a
// Simul.
type SimulSetup struct {
	Title     string `json:"title"`
	Most      int    `json:"most"`                // most guests
	Board     string `json:"board"`               // spec
	Rules     string `json:"rules"`               // id
	Clock     string `json:"clock"`               // spec, of each game
	Extra     int    `json:"extra,omitempty"`     // extra seconds for the host in each game
	ExtraEach int    `json:"extraEach,omitempty"` // further extra seconds for each guest who plays
	Color     string `json:"color"`               // the host's: "black", "white", "chance" or "alternate"
	Handicap  string `json:"handicap,omitempty"`  // "rank", "each" if the host sets each guest's stones, or "" as in the rules
	MinRating int    `json:"minRating,omitempty"` // lowest rating of guests
	MaxRating int    `json:"maxRating,omitempty"`
}

// SimulHead is an exhibition's entry in a list.
type SimulHead struct {
	ID         string     `json:"id"`
	Title      string     `json:"title"`
	Host       string     `json:"host"`  // name, "" if the account was deleted
	Phase      string     `json:"phase"` // "open", "running" or "over"
	Guests     int        `json:"guests"`
	Most       int        `json:"most"`
	Board      string     `json:"board"` // spec
	BoardTitle string     `json:"boardTitle"`
	GameTitle  string     `json:"gameTitle"`
	RulesText  string     `json:"rulesText"`
	Rules      string     `json:"rules"`
	Words      wire.Rules `json:"words"`
	Clock      string     `json:"clock"`
	ClockText  string     `json:"clockText"`
	Speed      string     `json:"speed"`
	Cancelled  bool       `json:"cancelled,omitempty"`
	Score      SimulScore `json:"score"`
}

// SimulScore is the host's score.
type SimulScore struct {
	Won   int `json:"won"`
	Lost  int `json:"lost"`
	Drawn int `json:"drawn"`
	Off   int `json:"off"` // called off before both had moved
}

// SimulLists is the answer of GET /api/simuls, newest change first.
type SimulLists struct {
	Open    []SimulHead `json:"open"`
	Running []SimulHead `json:"running"`
	Over    []SimulHead `json:"over"`
	Mine    []string    `json:"mine"` // ids of unfinished exhibitions with the user as host or guest
}

// Simul is one exhibition as everyone sees it: the answer of GET /api/simuls/{id}, and each message
// of the event stream GET /api/simuls/{id}/events.
type Simul struct {
	Version int          `json:"version"` // grows with each change: answers and events can come in another order
	Head    SimulHead    `json:"head"`
	Setup   SimulSetup   `json:"setup"`
	Rank    string       `json:"rank,omitempty"` // of the host
	Guests  []SimulGuest `json:"guests"`         // before it begins
	Games   []SimulGame  `json:"games"`          // from then on

	MostStones int `json:"mostStones,omitempty"` // most handicap stones for a guest, while the host can set them
}

// SimulGuest is a player who wants to play, in the order in which they asked.
type SimulGuest struct {
	Name     string `json:"name"` // "" if the account was deleted
	Rank     string `json:"rank,omitempty"`
	Accepted bool   `json:"accepted,omitempty"`
	Stones   int    `json:"stones,omitempty"` // handicap stones, if the host sets them
}

// SimulGame is one game. Its page is /game/ID.
type SimulGame struct {
	Number int    `json:"number"`
	ID     string `json:"id"`
	Guest  string `json:"guest"` // name, "" if the account was deleted
	Rank   string `json:"rank,omitempty"`
	Host   string `json:"host"`             // the host's side: "black" or "white"
	Turn   string `json:"turn,omitempty"`   // "host" or "guest", "" if neither is to move
	Since  string `json:"since,omitempty"`  // RFC 3339: time of its last event
	Ply    int    `json:"ply"`              // moves so far
	Result string `json:"result,omitempty"` // "won" by the host, "lost", "drawn" or "off"; "" while it is unfinished
}

// SimulAct is the body of POST /api/simuls/{id}/acts. Do is "ask" or "withdraw"; for the host "accept"
// (Player, Stones), "refuse" (Player), "start" and "cancel". The answer is a Simul.
type SimulAct struct {
	Do     string `json:"do"`
	Player string `json:"player,omitempty"` // name
	Stones int    `json:"stones,omitempty"`
}
