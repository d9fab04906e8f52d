package wire

// Ratings of players.

// PlayerRatings is the answer of GET /api/people/{name}/ratings.
type PlayerRatings struct {
	Name    string       `json:"name"`
	Ratings []PoolRating `json:"ratings"` // pools with games, most games first
}

// PoolRating is a player's rating in one pool: a game, or a class of boards and a speed of it.
type PoolRating struct {
	Pool        string         `json:"pool"`      // such as "weiqi/9x9/blitz"
	Title       string         `json:"title"`     // in words, such as "Go 9×9, blitz"
	Points      float64        `json:"points"`    // on Glicko's scale, 1500 for an unknown player
	Deviation   float64        `json:"deviation"` // one standard deviation, in points; it grows with time
	Text        string         `json:"text"`      // as shown beside a name: "5k?", "1523"
	Provisional bool           `json:"provisional"`
	Games       int            `json:"games"`   // that counted
	History     []RatingSample `json:"history"` // the last games, the oldest first
}

// RatingSample is a rated game, and the rating after it.
type RatingSample struct {
	Game      string  `json:"game"` // id
	At        string  `json:"at"`   // RFC 3339
	Points    float64 `json:"points"`
	Deviation float64 `json:"deviation"`
	Text      string  `json:"text"`
	Change    float64 `json:"change"`           // of the points, by this game
	Opponent  string  `json:"opponent"`         // name, "" for a deleted account
	Engine    string  `json:"engine,omitempty"` // id, if the opponent is an engine
	Score     float64 `json:"score"`            // 1 won, 0.5 drawn, 0 lost
	Refusal   string  `json:"refusal"`          // why it does not count, "" if it does
}
