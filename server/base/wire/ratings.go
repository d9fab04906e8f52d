package wire

// How strong people are.

// PlayerRatings is the answer of GET /api/people/{name}/ratings.
type PlayerRatings struct {
	Name    string       `json:"name"`
	Ratings []PoolRating `json:"ratings"` // those with a game, most games first
}

// PoolRating is how strong a player is in one pool: a game, or a class of boards
// and a speed of it.
type PoolRating struct {
	Pool        string         `json:"pool"`      // such as "weiqi/9x9/blitz"
	Title       string         `json:"title"`     // in words, such as "Go 9×9, blitz"
	Points      float64        `json:"points"`    // on Glicko's scale, 1500 for who is not known
	Deviation   float64        `json:"deviation"` // one standard deviation, in points; it grows with time
	Text        string         `json:"text"`      // as it stands beside a name: "5k?", "1523"
	Provisional bool           `json:"provisional"`
	Games       int            `json:"games"`   // that counted
	History     []RatingSample `json:"history"` // the last games, the oldest first
}

// RatingSample is a game that was played as a rated one, and the rating after it.
type RatingSample struct {
	Game      string  `json:"game"` // id
	At        string  `json:"at"`   // RFC 3339
	Points    float64 `json:"points"`
	Deviation float64 `json:"deviation"`
	Text      string  `json:"text"`
	Change    float64 `json:"change"`           // of the points, by this game
	Opponent  string  `json:"opponent"`         // name, "" of one whose account is gone
	Engine    string  `json:"engine,omitempty"` // id, where the opponent is one
	Score     float64 `json:"score"`            // 1 won, 0.5 drawn, 0 lost
	Refusal   string  `json:"refusal"`          // why it does not count, "" where it does
}
