package moderation

import "moyo/server/base/wire"

// Reports, the actions of moderators, and the messages to their targets.

// NewReport is the body of POST /api/reports. Kind is what it is about:
//
//	line    line         a chat message
//	game    game, seat   the behaviour of the player on that seat
//	player  name         an account, such as its name
//	board   board        a shared board
type NewReport struct {
	Kind   string `json:"kind"`
	Line   int    `json:"line,omitempty"`
	Game   string `json:"game,omitempty"`
	Seat   string `json:"seat,omitempty"`
	Place  int    `json:"place,omitempty"` // of kind "game", in rengo: the player of that seat, from 1
	Name   string `json:"name,omitempty"`
	Board  string `json:"board,omitempty"` // spec
	Reason string `json:"reason"`          // "abuse", "spam", "cheating", "stalling", "name" or "other"
	Text   string `json:"text"`            // the reporter's words, may be empty
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
	Hand     string `json:"hand"`  // the moderator who has claimed or closed it
	Yours    bool   `json:"yours"` // whether the caller has claimed it
	Outcome  string `json:"outcome"`
}

// Person describes a player for moderators. A guest's name is that on their seat.
type Person struct {
	Name    string `json:"name"`
	Account bool   `json:"account"`
	Mark    string `json:"mark"` // equal for the same person; carries no other information
}

// Reports is the answer of GET /api/moderation/reports?state=STATE&before=ID.
type Reports struct {
	Reports []Report `json:"reports"` // newest first
	More    bool     `json:"more"`
}

// ReportContext is the answer of GET /api/moderation/reports/ID: a report with its context.
type ReportContext struct {
	Report Report            `json:"report"`
	Lines  []wire.ChatLine   `json:"lines"` // around the reported one, which may have been removed
	Game   *wire.GameInfo    `json:"game"`  // null for none
	Board  *wire.SharedBoard `json:"board"` // null for none, or if it is no longer shared
	Target Record            `json:"target"`
}

// Record is the moderation record of a player. It is the answer of GET /api/moderation/people/NAME, too.
type Record struct {
	Person    Person   `json:"person"`
	Role      string   `json:"role"`
	Since     string   `json:"since"`     // when they joined, RFC 3339; "" if unknown
	Suspended string   `json:"suspended"` // end, RFC 3339; "" if not suspended
	Silenced  string   `json:"silenced"`
	Reports   []Report `json:"reports"` // about them, newest first
	Deeds     []Deed   `json:"deeds"`   // about them, newest first
}

// NewDeed is the body of POST /api/moderation/deeds: an action of a moderator. Its target is that of the report, else the author of
// the line, else the owner of the board, else the account with the name. Kind is one of
//
//	dismiss              the report is unfounded
//	warn       why       the player gets a warning
//	silence    why hours the player may not chat
//	suspend    why hours the player may only watch
//	remove     why       the message is removed
//	hide       why       the board leaves the gallery
//	unhide               the board returns to the gallery
//	rename     why       the account gets a random name
//	rename-team why      the team gets a random name and loses its description; the target is its captain
//	close-team why       the team ends
//	unsilence, restore   the silence or suspension ends
type NewDeed struct {
	Kind   string `json:"kind"`
	Report int    `json:"report,omitempty"` // the report that it closes
	Line   int    `json:"line,omitempty"`
	Board  string `json:"board,omitempty"` // spec
	Name   string `json:"name,omitempty"`
	Team   string `json:"team,omitempty"`  // id
	Hours  int    `json:"hours,omitempty"` // 0 for permanently
	Why    string `json:"why"`             // shown to the target
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
	Until  string `json:"until"` // RFC 3339, "" for none; from the year 9999 on: permanently
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
	Claim bool `json:"claim"` // true to claim, false to release
}

// Standing is the answer of GET /api/standing: the caller's warnings and penalties.
type Standing struct {
	Suspended    string    `json:"suspended"` // end, RFC 3339; "" if not suspended
	SuspendedWhy string    `json:"suspendedWhy"`
	Silenced     string    `json:"silenced"`
	SilencedWhy  string    `json:"silencedWhy"`
	Warnings     []Warning `json:"warnings"` // that the caller has not seen
}

// Warning is a moderator's message to a player. Kind is the kind of the action.
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
