package ratings

// Leader boards, and the effect of games on ratings.

// Leaders is the answer of GET /api/leaders?pool=weiqi/9x9/blitz&after=Ada: a part
// of a leader board.
type Leaders struct {
	Pool    string        `json:"pool"`
	Title   string        `json:"title"`
	Leaders []Leader      `json:"leaders"`
	Next    string        `json:"next"`   // value of "after" for the next part, "" at the end
	Levels  []LevelRating `json:"levels"` // the computer's, from 1
	Pools   []PoolEntry   `json:"pools"`  // all pools
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

// LevelRating is the rating of a level of the computer.
type LevelRating struct {
	Level  int     `json:"level"`
	Points float64 `json:"points"`
	Text   string  `json:"text"`
}

// PoolEntry is a pool with its title and its parts. Class and Speed are "" if the game has only one pool.
type PoolEntry struct {
	Pool       string `json:"pool"`
	Title      string `json:"title"`
	Game       string `json:"game"` // id
	GameTitle  string `json:"gameTitle"`
	Class      string `json:"class"` // of boards, such as "9x9"
	ClassTitle string `json:"classTitle"`
	Speed      string `json:"speed"`
}

// GameRatings is the answer of GET /api/games/{id}/ratings: the effect of a rated game on its players' ratings.
type GameRatings struct {
	Done  bool         `json:"done"`  // false while the ratings are pending
	Seats []SeatRating `json:"seats"` // only people
}

// SeatRating is the effect of a game on the rating of the player on a seat.
type SeatRating struct {
	Seat       string  `json:"seat"` // "black" or "white"
	Before     float64 `json:"before"`
	After      float64 `json:"after"`
	BeforeText string  `json:"beforeText"`                         // as shown beside a name
	Text       string  `json:"text"`                               // the same after the game
	Refusal    string  `json:"refusal"`                            // why it does not count, or ""
	RefusalID  string  `json:"refusalId,omitempty" ts:"RefusalID"` // its id, for the page
}
