package wire

// Me is the answer of GET /api/me, about the caller.
type Me struct {
	Role      string `json:"role"` // "guest", "player", "bot", "moderator" or "administrator"
	Name      string `json:"name"` // of the account, "" for a guest
	Suspended bool   `json:"suspended"`
}
