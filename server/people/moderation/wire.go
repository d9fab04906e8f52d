package moderation

import "moyo/server/base/wire"

// Reports, what moderators do about them, and what those are told whom it is about.

// NewReport is the body of POST /api/reports. Kind says what it is about:
//
//	line    line         something that was said
//	game    game, seat   how the player on that seat behaved in a game
//	player  name         somebody with an account: their name, say
//	board   board        a board that somebody shares
type NewReport struct {
	Kind   string `json:"kind"`
	Line   int    `json:"line,omitempty"`
	Game   string `json:"game,omitempty"`
	Seat   string `json:"seat,omitempty"`
	Place  int    `json:"place,omitempty"` // of kind "game", in rengo: who of that seat, from 1
	Name   string `json:"name,omitempty"`
	Board  string `json:"board,omitempty"` // spec
	Reason string `json:"reason"`          // "abuse", "spam", "cheating", "stalling", "name" or "other"
	Text   string `json:"text"`            // in the reporter's words, may be empty
}

// Report is a report as moderators see it.
type Report struct {
	ID       int    `json:"id"`
	Kind     string `json:"kind"`
	Reason   string `json:"reason"`
	Text     string `json:"text"`
	Created  string `json:"created"` // RFC 3339
	Reporter Person `json:"reporter"`
	Target   Person `json:"target"`
	Game     string `json:"game"`  // id, "" for none
	Line     int    `json:"line"`  // 0 for none
	Board    string `json:"board"` // spec of a shared one, "" for none
	State    string `json:"state"` // "open" or "closed"
	Hand     string `json:"hand"`  // the name of the moderator who has it in hand, or has closed it
	Yours    bool   `json:"yours"` // whether that is you
	Outcome  string `json:"outcome"`
}

// Person is somebody as moderators see them. Guests have no name of their own but
// that on their seat.
type Person struct {
	Name    string `json:"name"`
	Account bool   `json:"account"`
	Mark    string `json:"mark"` // the same for the same person; says nothing else
}

// Reports is the answer of GET /api/moderation/reports?state=STATE&before=ID.
type Reports struct {
	Reports []Report `json:"reports"` // newest first
	More    bool     `json:"more"`
}

// ReportContext is the answer of GET /api/moderation/reports/ID: what helps to judge.
type ReportContext struct {
	Report Report            `json:"report"`
	Lines  []wire.ChatLine   `json:"lines"` // around the one in question, which may be removed
	Game   *wire.GameInfo    `json:"game"`  // null for none
	Board  *wire.SharedBoard `json:"board"` // null for none, and where nobody shares it any more
	Target Record            `json:"target"`
}

// Record is what moderators know of somebody. It is the answer of GET
// /api/moderation/people/NAME, too.
type Record struct {
	Person    Person   `json:"person"`
	Role      string   `json:"role"`
	Since     string   `json:"since"`     // when they came, RFC 3339; "" where that is not known
	Suspended string   `json:"suspended"` // until when, RFC 3339; "" where they are not
	Silenced  string   `json:"silenced"`
	Reports   []Report `json:"reports"` // about them, newest first
	Deeds     []Deed   `json:"deeds"`   // about them, newest first
}

// NewDeed is the body of POST /api/moderation/deeds: what a moderator does. It is about
// the target of a report, else of the one who said a line, else of the one who shares a board, else of the account of that name.
// Kind is one of
//
//	dismiss              nothing was wrong
//	warn       why       they are told
//	silence    why hours they may not talk
//	suspend    why hours they may only watch
//	remove     why       the line is taken out
//	hide       why       the board is taken out of the gallery
//	unhide               and comes back
//	rename     why       the account gets a name without meaning
//	rename-team why      the team does, and what it says about itself goes; it is about its captain
//	close-team why       the team ends
//	unsilence, restore   the end of a silence or suspension
type NewDeed struct {
	Kind   string `json:"kind"`
	Report int    `json:"report,omitempty"` // which it closes
	Line   int    `json:"line,omitempty"`
	Board  string `json:"board,omitempty"` // spec
	Name   string `json:"name,omitempty"`
	Team   string `json:"team,omitempty"`  // id
	Hours  int    `json:"hours,omitempty"` // 0 for good
	Why    string `json:"why"`             // told to the one whom it is about
	Note   string `json:"note"`            // for moderators
}

// Deed is an entry of the audit log.
type Deed struct {
	ID     int    `json:"id"`
	At     string `json:"at"` // RFC 3339
	By     string `json:"by"` // a moderator's name, "" for the operator
	Kind   string `json:"kind"`
	Target Person `json:"target"`
	Report int    `json:"report"`
	Line   int    `json:"line"`
	Board  string `json:"board"` // spec of a shared one, "" for none
	Until  string `json:"until"` // RFC 3339, "" for none; from the year 9999 on: for good
	Why    string `json:"why"`
	Note   string `json:"note"`
}

// Deeds is the answer of GET /api/moderation/deeds?name=NAME&before=ID.
type Deeds struct {
	Deeds []Deed `json:"deeds"` // newest first
	More  bool   `json:"more"`
}

// ReportClaim is the body of POST /api/moderation/reports/ID/claim.
type ReportClaim struct {
	Claim bool `json:"claim"` // whether it is taken in hand or given back
}

// Standing is the answer of GET /api/standing: what moderators have to say to the one
// who asks.
type Standing struct {
	Suspended    string    `json:"suspended"` // until when, RFC 3339; "" where they are not
	SuspendedWhy string    `json:"suspendedWhy"`
	Silenced     string    `json:"silenced"`
	SilencedWhy  string    `json:"silencedWhy"`
	Warnings     []Warning `json:"warnings"` // that they have not seen
}

// Warning is what a moderator tells somebody. Kind is that of the deed.
type Warning struct {
	ID   int    `json:"id"`
	Kind string `json:"kind"`
	At   string `json:"at"` // RFC 3339
	Text string `json:"text"`
}

// SeenWarning is the body of POST /api/standing/warnings.
type SeenWarning struct {
	ID int `json:"id"`
}
