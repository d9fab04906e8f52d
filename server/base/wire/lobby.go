package wire

// Lists of games, and creating one.

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
	Turn       string `json:"turn"`    // the seat that the game waits for, "" for none
	Created    string `json:"created"` // RFC 3339
	Updated    string `json:"updated"`
	Watchers   int    `json:"watchers"`
	Result     string `json:"result"`
	Rated      bool   `json:"rated"`   // whether the result counts for its players' ratings
	Private    bool   `json:"private"` // listed for its players only
	// both people in the game may ask for an estimate; against the computer one may in every game that is not rated
	Estimates bool   `json:"estimates,omitempty"`
	Colors    string `json:"colors"`             // while waiting: "" as seated, "chance" by lot, "handicap" by rank, with stones and komi
	Partners  int    `json:"partners,omitempty"` // of rengo: players of each side, who play alternately: 2 to 4
}

// Player is one seat. Kind is "open", "human" or "engine". An open seat with a name is reserved for that player. In
// rengo a seat is a team's: it is "human" when at least one player sits there, its name is those of its partners
// joined by " & ", it is not an account's, and Team has the players.
type Player struct {
	Kind       string `json:"kind"`
	Name       string `json:"name"`
	Engine     string `json:"engine,omitempty"`     // engine id, such as "level:5"
	Registered bool   `json:"registered,omitempty"` // the name is that of an account
	Bot        bool   `json:"bot,omitempty"`        // a program plays for that account
	Rank       string `json:"rank,omitempty"`       // strength at the start of the game, such as "5k?" or "1523"; "?" of a newcomer

	Team []Partner `json:"team,omitempty"` // of rengo: the players of this side by place; their number is GameInfo.Partners
	Next int       `json:"next,omitempty"` // of rengo: the place, from 1, of the next player of this side
}

// Partner is one of several people on a side. Kind is "open" for a free place, or "human".
type Partner struct {
	Kind       string `json:"kind"`
	Name       string `json:"name"`                 // "" for a guest without a name, and for a free place
	Registered bool   `json:"registered,omitempty"` // as in Player
	Bot        bool   `json:"bot,omitempty"`
	Rank       string `json:"rank,omitempty"`
}

// PersonEvent is a line of GET /api/me/stream, for a program that plays for a person. Type is "challenge" (a waiting
// game with a seat reserved for them), "challenge-gone" (it was withdrawn or declined), "game" (one of theirs is
// running), "game-over", or "alive" (nothing has happened), which has no game. What exists at the beginning is sent
// first.
type PersonEvent struct {
	Type string    `json:"type"`
	Game *GameInfo `json:"game,omitempty"`
}

// Miniature is a running game with the data for a small picture of it.
type Miniature struct {
	Game   GameInfo `json:"game"`
	Stones string   `json:"stones"` // one character a point: '.' empty, 'x' black, 'o' white
	Last   int      `json:"last"`   // point of the last stone placed, -1 for none
}

// NewGame is the body of POST /api/games. The answer is a GameInfo.
type NewGame struct {
	Board string `json:"board"` // spec
	Rules string `json:"rules"` // id, such as "weiqi:komi=6.5,handicap=2"
	// the creator's: "black", "white", "random" (drawn when both are there), or "handicap" (by rank, with stones and
	// komi)
	Color string `json:"color"`
	// "human" (a friend who gets the link), "anyone" (an open challenge), "player" (see To), or an engine id such as
	// "level:5" or "random"
	Opponent  string `json:"opponent"`
	To        string `json:"to,omitempty"`        // name of the account that is challenged
	Name      string `json:"name"`                // the creator's, may be empty
	Clock     string `json:"clock,omitempty"`     // spec, "" or "none" for no clock
	Rated     bool   `json:"rated,omitempty"`     // whether the result counts for ratings
	Estimates bool   `json:"estimates,omitempty"` // people who play each other may ask for an estimate; not in a rated game
	Private   bool   `json:"private,omitempty"`   // against an engine: listed for its creator only. Games with a friend always are
	// players of each side who play alternately (rengo): 2 to 4, with the opponent "human" or "anyone" and the color
	// "black" or "white". The creator gets the first place of that side. Such games are never rated
	Partners int `json:"partners,omitempty"`
}
