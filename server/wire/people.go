package wire

// Me is the answer of GET /api/me: who asks.
type Me struct {
	Role      string `json:"role"` // "guest", "player", "bot", "moderator" or "administrator"
	Name      string `json:"name"` // of the account, "" for a guest
	Suspended bool   `json:"suspended"`
}

// Redeem is the body of POST /api/account/redeem: a code from the operator.
type Redeem struct {
	Code string `json:"code"`
}

// Redeemed is its answer: the account as which one is signed in.
type Redeemed struct {
	Name string `json:"name"`
}
