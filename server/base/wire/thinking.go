package wire

// Results of an engine.

// Thinking is the engine's current result. Done is set when it has stopped.
type Thinking struct {
	Turn       string      `json:"turn"`  // the seat that it thinks for
	Color      string      `json:"color"` // of the first stone of Line
	Done       bool        `json:"done"`
	Value      float64     `json:"value"`  // win probability of the thinking side, 0 to 1
	Mate       int         `json:"mate"`   // plies until that side certainly wins (above 0) or loses (below 0), 0 if unknown
	Solved     bool        `json:"solved"` // Value is exact: 1 a win, 0.5 a draw, 0 a loss
	Lead       float64     `json:"lead"`   // estimated points by which the thinking side would win; see Counts
	Counts     bool        `json:"counts"` // Lead is known
	Depth      int         `json:"depth"`  // depth of the search in plies
	Book       bool        `json:"book"`   // the move comes from the opening book
	Rough      bool        `json:"rough"`  // the engine's network does not know this board or these rules
	Nodes      int64       `json:"nodes"`  // counted in Unit
	Unit       string      `json:"unit"`   // "playout" or "position"; a term of the glossary
	PerSecond  float64     `json:"perSecond"`
	Elapsed    float64     `json:"elapsed"` // seconds
	Line       []string    `json:"line"`
	Candidates []Candidate `json:"candidates"`
}

// Candidate is a move under consideration.
type Candidate struct {
	Point  int      `json:"point"` // -1 for a pass or a choice
	Move   string   `json:"move"`  // its name
	Visits int64    `json:"visits"`
	Value  float64  `json:"value"`
	Mate   int      `json:"mate"`   // as in Thinking
	Solved bool     `json:"solved"` // as in Thinking
	Line   []string `json:"line"`   // the continuation, from Move; empty if the engine has none
}

// Waiting is a place in the queue for the server's engines. The order depends on how much each player requests, not
// only on the time of arrival.
type Waiting struct {
	Ahead   int     `json:"ahead"`   // tickets before this one; 99 means 99 or more
	Seconds float64 `json:"seconds"` // estimated wait
}
