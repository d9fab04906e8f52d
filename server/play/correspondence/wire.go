package correspondence

import "moyo/server/base/wire"

// Notes, vacations and the week ahead.

// Note is a player's private note in a game.
type Note struct {
	Text    string `json:"text"`    // "" if there is no note
	Changed string `json:"changed"` // RFC 3339, or ""
	Most    int    `json:"most"`    // maximum number of characters
}

// NewNote is the body of PUT /api/games/{id}/note. The answer is a Note.
type NewNote struct {
	Text string `json:"text"` // "" deletes the note
}

// Vacation is the user's vacation, which stops the clocks of their correspondence games.
type Vacation struct {
	Began string `json:"began"` // RFC 3339, "" if not on vacation
	Until string `json:"until"`
	Left  int    `json:"left"` // days left this year
	Days  int    `json:"days"` // days per year
}

// NewVacation is the body of POST /api/me/vacation. The answer is a Vacation.
type NewVacation struct {
	Days int `json:"days"` // each day counts, at least one; after an early return the days that have not begun are not used
}

// Week lists the user's correspondence games; the first has the earliest deadline.
type Week struct {
	Now      string     `json:"now"` // RFC 3339
	Games    []WeekGame `json:"games"`
	Vacation Vacation   `json:"vacation"`
}

// WeekGame is one of these games.
type WeekGame struct {
	Game     wire.GameInfo `json:"game"`
	You      string        `json:"you"`      // the user's seat
	Mine     bool          `json:"mine"`     // whether the user is to move; in rengo false if a partner is
	Deadline string        `json:"deadline"` // when the side to move runs out of time, vacations included: RFC 3339, or ""
	Vacation string        `json:"vacation"` // end of the other player's vacation, or ""
}
