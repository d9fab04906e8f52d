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
	Words      Rules  `json:"words"`     // the two above, for the page
	Black      Player `json:"black"`
	White      Player `json:"white"`
	Clock      string `json:"clock"`     // spec, such as "fischer=5m+3s"; "" for none
	ClockText  string `json:"clockText"` // in words, such as "5 minutes, and 3 seconds more after each move"
	Speed      string `json:"speed"`     // "blitz", "rapid", "classical", "correspondence", or "" without a clock
	Phase      string `json:"phase"`
	Ply        int    `json:"ply"`
	Turn       string `json:"turn"`    // the seat that the game awaits, "" for none
	Created    string `json:"created"` // RFC 3339
	Updated    string `json:"updated"`
	Watchers   int    `json:"watchers"`
	Result     string `json:"result"`
	Rated      bool   `json:"rated"`   // whether the result counts for its players' ratings
	Private    bool   `json:"private"` // listed for its players only
	// both people who play may ask how it stands; against the computer one may in every game that is not rated
	Estimates bool   `json:"estimates,omitempty"`
	Colors    string `json:"colors"`             // while it waits: "" as they sit, "chance" by lot, "handicap" by rank, with stones and komi
	Partners  int    `json:"partners,omitempty"` // how many play on each side by turns (rengo), 2 to 4; absent where one does
}

// Player is one seat. Kind is "open", "human" or "engine". An open seat with a
// name is kept for that player. In rengo a seat is a team's: it is "human" as soon as
// anybody sits there, its name is those of its partners joined by " & ", it is nobody's
// account, and Team says the rest.
type Player struct {
	Kind       string `json:"kind"`
	Name       string `json:"name"`
	Engine     string `json:"engine,omitempty"`     // engine id, such as "level:5"
	Registered bool   `json:"registered,omitempty"` // the name is that of an account
	Bot        bool   `json:"bot,omitempty"`        // a program plays for that account
	Rank       string `json:"rank,omitempty"`       // how strong they were when they sat down, such as "5k?" or "1523"; "?" of a newcomer

	Team []Partner `json:"team,omitempty"` // of rengo: who plays on this side, by place; as many as GameInfo.Partners says
	Next int       `json:"next,omitempty"` // of rengo: the place, from 1, of who plays the next turn of this side
}

// Partner is one of several people on a side, at a place. Kind is "open" for a place that is
// still free, or "human".
type Partner struct {
	Kind       string `json:"kind"`
	Name       string `json:"name"`                 // "" of a guest without one, and where it is free
	Registered bool   `json:"registered,omitempty"` // as of Player
	Bot        bool   `json:"bot,omitempty"`
	Rank       string `json:"rank,omitempty"`
}

// PersonEvent is a line of GET /api/me/stream: what a program has to know that plays for
// somebody. Type is "challenge" (a game that waits, with a seat that is kept for them),
// "challenge-gone" (it was taken back or declined), "game" (one of theirs goes on),
// "game-over", or "alive" (nothing has happened), which has no game. What there is at the
// beginning is told first.
type PersonEvent struct {
	Type string    `json:"type"`
	Game *GameInfo `json:"game,omitempty"`
}

// Miniature is a running game with what a small picture of it needs.
type Miniature struct {
	Game   GameInfo `json:"game"`
	Stones string   `json:"stones"` // one character a point: '.' empty, 'x' black, 'o' white
	Last   int      `json:"last"`   // point of the last stone placed, -1 for none
}

// NewGame is the body of POST /api/games. The answer is a GameInfo.
type NewGame struct {
	Board string `json:"board"` // spec
	Rules string `json:"rules"` // id, such as "weiqi:komi=6.5,handicap=2"
	// the maker's: "black", "white", "random" (drawn when both are there), or "handicap" (by rank, with stones and komi)
	Color string `json:"color"`
	// "human" (a friend who gets the link), "anyone" (an open challenge), "player" (that of To), or an engine id such as "level:5" or "random"
	Opponent  string `json:"opponent"`
	To        string `json:"to,omitempty"`        // name of the player with an account who is challenged
	Name      string `json:"name"`                // the maker's, may be empty
	Clock     string `json:"clock,omitempty"`     // spec, "" or "none" for no clock
	Rated     bool   `json:"rated,omitempty"`     // whether the result is to count for ratings
	Estimates bool   `json:"estimates,omitempty"` // people who play each other may ask how the game stands; not in a rated one
	Private   bool   `json:"private,omitempty"`   // against an engine: listed for the maker only. Games with a friend always are
	// how many play on each side by turns (rengo): 2 to 4, with the opponent "human" or "anyone" and the color "black" or "white",
	// whose first place is the maker's; never rated
	Partners int `json:"partners,omitempty"`
}
