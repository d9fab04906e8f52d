package wire

// What a beginner asks the coach.

// CoachRequest asks the coach about a game. Type decides what is wanted:
//
//	notes     what there is to see on the board for Side
//	why       why Move is illegal here
//	hint      a move for Side, which is to move, with its reason
//	estimate  how the running game of this server with the id Game stands, for those who play it where it is allowed
//	review    what decided the game that Moves are, or that of this server with the id Game
//	stop      nothing more: the request before it ends without an answer
//	ping      answered by a ServerMessage of type "pong"; ends nothing
type CoachRequest struct {
	Type    string   `json:"type"`
	ID      int      `json:"id"` // every answer repeats it
	Board   string   `json:"board,omitempty"`
	Rules   string   `json:"rules,omitempty"`
	Stones  string   `json:"stones,omitempty"` // as in AnalysisRequest
	ToPlay  string   `json:"toPlay,omitempty"`
	Moves   []string `json:"moves,omitempty"`
	Resumed bool     `json:"resumed,omitempty"` // as in AnalysisRequest
	Side    string   `json:"side,omitempty"`    // whom the coach talks to: "black" or "white"
	Move    string   `json:"move,omitempty"`
	Winner  string   `json:"winner,omitempty"` // of "review": who has won the game that Moves are, where that is known and they do not tell
	// of "estimate": id of the game. Of "review": id of a finished game of this server, instead of Board to Moves. Its review is kept with it
	Game string `json:"game,omitempty"`
}

// CoachReply answers a CoachRequest. Exactly one field beside ID is set. A review
// comes in several replies, each a Review that knows more; the last is Ended.
type CoachReply struct {
	ID       int            `json:"id"`
	Problem  string         `json:"problem,omitempty"`                // why there is no answer, in words without a capital or a full stop
	Refusal  string         `json:"refusal,omitempty" ts:"RefusalID"` // id of that, for the page
	Places   []string       `json:"places,omitempty"`                 // what fills the places of its words
	Notes    *CoachNotes    `json:"notes,omitempty"`
	Why      *CoachNote     `json:"why,omitempty"`
	Hint     *CoachHint     `json:"hint,omitempty"`
	Estimate *CoachEstimate `json:"estimate,omitempty"`
	Waiting  *Waiting       `json:"waiting,omitempty"`
	Review   *Review        `json:"review,omitempty"`
}

// CoachNotes are what there is to see on a board, the most pressing first.
type CoachNotes struct {
	Notes []CoachNote `json:"notes"`
	Calm  []Saying    `json:"calm"` // where there are none: what the other side's next stone surely cannot do
}

// CoachNote is one thing to see. Kind is "atari" (the stones of a chain with one
// liberty left), "take" (stones of the other side that can be taken), "line" (a row that needs one more stone: its stones and where
// that would go), "rule" (why a move is illegal: the stones that make it so) or
// "tip" (anything else).
type CoachNote struct {
	Kind   string   `json:"kind"`
	Color  string   `json:"color"`  // whose stones they are, or ""
	Says   []Saying `json:"says"`   // none of "rule" where the move is legal
	Points []int    `json:"points"` // that it is about
	Place  int      `json:"place"`  // the empty point that matters, such as the last liberty; -1 for none
}

// CoachEstimate is how a running game stands, as an engine guesses that has looked at it for a moment. It names no
// move.
type CoachEstimate struct {
	Ply    int     `json:"ply"`    // the number of moves after which it stands so
	Black  float64 `json:"black"`  // win chance of the black stones, 0 to 1
	Lead   float64 `json:"lead"`   // points by which they would win, below 0 those of White; where Counts
	Counts bool    `json:"counts"` // Lead is known
	Owners []int   `json:"owners"` // as in AnalysisReply; none where points are nobody's, or it could not be told in time
}

// CoachHint is a move with its reason.
type CoachHint struct {
	Move  string   `json:"move"`
	Point int      `json:"point"` // -1 where it places no stone
	Says  []Saying `json:"says"`  // why; none where there is nothing to name
}
