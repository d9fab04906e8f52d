package profile

import "moyo/server/base/wire"

// Profile is the answer of GET /api/people/{name}: an account and its play. Counts cover its last finished games without team
// games. Private games count only in the caller's own profile.
type Profile struct {
	Name      string         `json:"name"`
	Role      string         `json:"role"`      // "player", "bot", "moderator" or "administrator"
	Since     string         `json:"since"`     // when the account was made, RFC 3339
	Suspended bool           `json:"suspended"` // may only watch
	You       bool           `json:"you"`       // it is the caller
	Follows   bool           `json:"follows"`   // the caller follows them
	Blocks    bool           `json:"blocks"`    // the caller has blocked them
	Here      bool           `json:"here"`      // they have the page open
	Playing   *wire.GameInfo `json:"playing"`   // a public game that they are playing; null for none
	Games     Tally          `json:"games"`
	Most      int            `json:"most"` // how many games are counted at most
	Form      []FormGame     `json:"form"` // the last results, newest first
	Boards    []Favourite    `json:"boards"`
	Kinds     []Favourite    `json:"kinds"`     // their most frequent games
	Opponents []string       `json:"opponents"` // names of their most frequent opponents with accounts
}

// Tally counts the results of a player's games.
type Tally struct {
	Won   int `json:"won"`
	Lost  int `json:"lost"`
	Drawn int `json:"drawn"`
}

// FormGame is one result of a player.
type FormGame struct {
	Game       string      `json:"game"`   // id
	Result     string      `json:"result"` // "won", "lost" or "drawn"
	Opponent   wire.Player `json:"opponent"`
	GameTitle  string      `json:"gameTitle"`
	Words      wire.Rules  `json:"words"`
	Board      string      `json:"board"` // spec
	BoardTitle string      `json:"boardTitle"`
	At         string      `json:"at"` // when it ended, RFC 3339
}

// Favourite is a board or a game that a player often plays.
type Favourite struct {
	ID    string `json:"id"` // a board's spec, or the id of a game
	Title string `json:"title"`
	Games int    `json:"games"`
}

// Meetings is the answer of GET /api/people/{name}/against/{other}: the results of the last finished games between two players, for
// the first one. Private games count only if the caller is one of the two.
type Meetings struct {
	Name  string          `json:"name"`
	Other string          `json:"other"` // name, or the id of an engine
	Games Tally           `json:"games"`
	Most  int             `json:"most"` // how many games are counted at most
	Last  []wire.GameInfo `json:"last"` // the latest of them, newest first
}

// Following is the answer of GET /api/me/following: the players that the caller follows, playing ones first,
// then online ones.
type Following struct {
	People []Followed `json:"people"`
}

// Followed is a player that the caller follows.
type Followed struct {
	Name    string         `json:"name"`
	Here    bool           `json:"here"`    // they have the page open
	Playing *wire.GameInfo `json:"playing"` // a public game that they play now; null for none
}
