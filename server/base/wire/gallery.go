package wire

// Boards that people share, and what they do with their own.

// SharedBoard is a board that somebody shares.
type SharedBoard struct {
	Spec   string `json:"spec"`
	Title  string `json:"title"`
	Author string `json:"author"` // the name of the one who shares it
	Yours  bool   `json:"yours"`
	Points int    `json:"points"`
	Lines  int    `json:"lines"`
	Least  int    `json:"least"` // neighbours of a point
	Most   int    `json:"most"`
	Played int    `json:"played"` // games on it that have ended
	Shared string `json:"shared"` // since when, RFC 3339
	Hidden bool   `json:"hidden"` // by moderators; only they and who shares it see that
}

// SharedBoards is the answer of GET /api/boards/shared?order=ORDER&name=NAME&after=NEXT.
// Order is "played" or "new".
type SharedBoards struct {
	Boards []SharedBoard `json:"boards"`
	Next   string        `json:"next"` // what to ask for after these, "" at the end
}

// OwnBoards is the answer of GET /api/me/boards: the boards of the one who asks.
type OwnBoards struct {
	Boards []OwnBoard `json:"boards"` // newest first
}

// OwnBoard is a board of the one who asks.
type OwnBoard struct {
	Spec   string       `json:"spec"`
	Title  string       `json:"title"`
	Kept   string       `json:"kept"`   // since when, RFC 3339
	Shared *SharedBoard `json:"shared"` // null where they do not share it
}

// BoardTitle is the body of PUT /api/me/boards/HASH: another name for a board.
type BoardTitle struct {
	Title string `json:"title"`
}
