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

// Leaders is the answer of GET /api/leaders?pool=weiqi/9x9/blitz&after=Ada: a part
// of a leader board.
type Leaders struct {
	Pool    string        `json:"pool"`
	Title   string        `json:"title"`
	Leaders []Leader      `json:"leaders"`
	Next    string        `json:"next"`   // what "after" is of the part that follows, "" at the end
	Levels  []LevelRating `json:"levels"` // the computer's, from 1
	Pools   []PoolEntry   `json:"pools"`  // all there are
}

// Leader is a player on a leader board.
type Leader struct {
	Name      string  `json:"name"`
	Bot       bool    `json:"bot,omitempty"` // a program
	Points    float64 `json:"points"`
	Deviation float64 `json:"deviation"`
	Text      string  `json:"text"`
	Games     int     `json:"games"`
}

// LevelRating is how strong a level of the computer is.
type LevelRating struct {
	Level  int     `json:"level"`
	Points float64 `json:"points"`
	Text   string  `json:"text"`
}

// PoolEntry is a pool with its name, and what it is made of. Class and speed are ""
// of games that have but one pool.
type PoolEntry struct {
	Pool       string `json:"pool"`
	Title      string `json:"title"`
	Game       string `json:"game"` // id
	GameTitle  string `json:"gameTitle"`
	Class      string `json:"class"` // of boards, such as "9x9"
	ClassTitle string `json:"classTitle"`
	Speed      string `json:"speed"`
}

// GameRatings is the answer of GET /api/games/{id}/ratings: what a rated game has
// done to the ratings of its players.
type GameRatings struct {
	Done  bool         `json:"done"`  // false as long as it is to be expected, and not known
	Seats []SeatRating `json:"seats"` // those of people
}

// SeatRating is what a game has done to the rating of the player on a seat.
type SeatRating struct {
	Seat       string  `json:"seat"` // "black" or "white"
	Before     float64 `json:"before"`
	After      float64 `json:"after"`
	BeforeText string  `json:"beforeText"`                         // as it stands beside a name
	Text       string  `json:"text"`                               // the same, after the game
	Refusal    string  `json:"refusal"`                            // why it does not count, "" where it does
	RefusalID  string  `json:"refusalId,omitempty" ts:"RefusalID"` // id of that, for the page
}
