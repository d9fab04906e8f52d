package wire

// What somebody has said in a game or a study.

// ChatLine is something that was said.
type ChatLine struct {
	ID      int    `json:"id"` // ascending in time
	Room    string `json:"room"`
	Seat    string `json:"seat"`    // of who said it: "black", "white" or "" for one who watched
	Name    string `json:"name"`    // "" where there is none
	Account bool   `json:"account"` // whether that is the name of an account
	Mine    bool   `json:"mine"`
	At      string `json:"at"` // RFC 3339
	Text    string `json:"text"`
	Removed bool   `json:"removed"` // by a moderator: there is no text
}
