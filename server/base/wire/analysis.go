package wire

// Looking at positions with an engine.

// AnalysisRequest asks what a position is and what an engine thinks of it. The
// position is the start of the game, or Stones set by hand, and Moves played
// from there. A move after two passes in a row was played because the game was
// resumed.
type AnalysisRequest struct {
	ID      int      `json:"id"`                // every answer repeats it
	Board   string   `json:"board"`             // spec
	Rules   string   `json:"rules"`             // id
	Stones  string   `json:"stones"`            // one character a point as in Snapshot, "" for the start of the game
	ToPlay  string   `json:"toPlay"`            // who moves then; only with Stones
	Moves   []string `json:"moves"`             // names
	Resumed bool     `json:"resumed,omitempty"` // the game went on after the passes at the end of Moves
	Exclude []string `json:"exclude"`           // moves that the engine shall not consider
	Best    int      `json:"best"`              // how many moves to value one by one, 0 for what the method does by itself
	// the side to move passes first, though the rules may not let it: what does the other one do then?
	Pass    bool    `json:"pass,omitempty"`
	Owner   bool    `json:"owner,omitempty"` // say too whose each point will be, where the engine can
	Seconds float64 `json:"seconds"`         // how long to think at most; 0 for no search
}

// AnalysisReply answers an AnalysisRequest. Exactly one field beside ID is set.
type AnalysisReply struct {
	ID       int               `json:"id"`
	Problem  string            `json:"problem,omitempty"`                // why there is no answer, in words without a capital or a full stop
	Refusal  string            `json:"refusal,omitempty" ts:"RefusalID"` // id of that, for the page
	Places   []string          `json:"places,omitempty"`                 // what fills the places of its words
	Position *AnalysisPosition `json:"position,omitempty"`
	Waiting  *Waiting          `json:"waiting,omitempty"` // before there is any thinking
	Thinking *Thinking         `json:"thinking,omitempty"`
	Owners   []int             `json:"owners,omitempty"` // of each point, as an estimate: from 100, surely Black's, to -100, surely White's
}

// AnalysisPosition is the position that was asked about, and the rules in words
// as in GameInfo.
type AnalysisPosition struct {
	Stones    string `json:"stones"`
	State     State  `json:"state"`
	GameTitle string `json:"gameTitle"`
	RulesText string `json:"rulesText"`
	Words     Rules  `json:"words"` // the two above, for the page
}
