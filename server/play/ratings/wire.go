package ratings

// Leader boards, and what games do to ratings.

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
