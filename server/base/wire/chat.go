package wire

// Chat in games and studies.

// ChatLine is a chat message.
type ChatLine struct {
	ID      int    `json:"id"` // ascending in time
	Room    string `json:"room"`
	Seat    string `json:"seat"`    // of the author: "black", "white" or "" for a spectator
	Name    string `json:"name"`    // "" for a guest without a name
	Account bool   `json:"account"` // whether that is the name of an account
	Mine    bool   `json:"mine"`
	At      string `json:"at"` // RFC 3339
	Text    string `json:"text"`
	Removed bool   `json:"removed"` // by a moderator, without its text
}
