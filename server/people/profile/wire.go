package profile

import "moyo/server/base/wire"

// Profile is the answer of GET /api/people/{name}: who somebody with an account
// is. What is counted, is counted among their last finished games without those of teams; private ones
// are in it for themselves only.
type Profile struct {
	Name      string         `json:"name"`
	Role      string         `json:"role"`      // "player", "bot", "moderator" or "administrator"
	Since     string         `json:"since"`     // when the account was made, RFC 3339
	Suspended bool           `json:"suspended"` // may only watch now
	You       bool           `json:"you"`       // they ask themselves
	Follows   bool           `json:"follows"`   // whoever asks follows them
	Blocks    bool           `json:"blocks"`    // whoever asks has blocked them
	Here      bool           `json:"here"`      // they have the page open
	Playing   *wire.GameInfo `json:"playing"`   // a public game that they play now; null for none
	Games     Tally          `json:"games"`
	Most      int            `json:"most"` // how many games are counted at most
	Form      []FormGame     `json:"form"` // the last results, newest first
	Boards    []Favourite    `json:"boards"`
	Kinds     []Favourite    `json:"kinds"`     // the games that they play
	Opponents []string       `json:"opponents"` // names of those with accounts whom they meet most
}

// Tally counts how games ended for a player.
type Tally struct {
	Won   int `json:"won"`
	Lost  int `json:"lost"`
	Drawn int `json:"drawn"`
}

// FormGame is how a game ended for a player.
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

// Favourite is a board or a game that somebody plays often.
type Favourite struct {
	ID    string `json:"id"` // a board's spec, or the id of a game
	Title string `json:"title"`
	Games int    `json:"games"`
}

// Meetings is the answer of GET /api/people/{name}/against/{other}: how the last
// finished games of two players ended for the first. Private ones are counted only
// for the two themselves.
type Meetings struct {
	Name  string          `json:"name"`
	Other string          `json:"other"` // name, or the id of an engine
	Games Tally           `json:"games"`
	Most  int             `json:"most"` // how many games are counted at most
	Last  []wire.GameInfo `json:"last"` // the latest of them, newest first
}

// Following is the answer of GET /api/me/following: those whom the caller
// follows, first those who play, then those who are here.
type Following struct {
	People []Followed `json:"people"`
}

// Followed is somebody who is followed.
type Followed struct {
	Name    string         `json:"name"`
	Here    bool           `json:"here"`    // they have the page open
	Playing *wire.GameInfo `json:"playing"` // a public game that they play now; null for none
}
