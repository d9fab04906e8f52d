package correspondence

import "moyo/server/base/wire"

// What people have beside games that take days.

// Note is a player's own note in a game, which nobody else sees.
type Note struct {
	Text    string `json:"text"`    // "" for none
	Changed string `json:"changed"` // RFC 3339, "" where there is none
	Most    int    `json:"most"`    // characters that there is room for
}

// NewNote is the body of PUT /api/games/{id}/note. The answer is a Note.
type NewNote struct {
	Text string `json:"text"` // "" to have none
}

// Vacation is one's own vacation, which stops the clocks of one's games by correspondence.
type Vacation struct {
	Began string `json:"began"` // RFC 3339, "" where there is none now
	Until string `json:"until"`
	Left  int    `json:"left"` // days that are left of a year's
	Days  int    `json:"days"` // that there are in a year, whenever it begins
}

// NewVacation is the body of POST /api/me/vacation. The answer is a Vacation.
type NewVacation struct {
	Days int `json:"days"` // each of them counts, and one at least; who is back earlier has those again that have not begun
}

// Week is one's own games by correspondence: those first in which time runs out first.
type Week struct {
	Now      string     `json:"now"` // RFC 3339
	Games    []WeekGame `json:"games"`
	Vacation Vacation   `json:"vacation"`
}

// WeekGame is one of these.
type WeekGame struct {
	Game     wire.GameInfo `json:"game"`
	You      string        `json:"you"`      // one's own seat
	Mine     bool          `json:"mine"`     // whether it awaits one; in rengo oneself, and not a partner
	Deadline string        `json:"deadline"` // when the time of whose turn it is runs out, vacations included: RFC 3339, "" where none does
	Vacation string        `json:"vacation"` // until when the other player is on vacation, "" where they are not
}
