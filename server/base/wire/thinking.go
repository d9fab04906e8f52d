package wire

// What an engine has found.

// Thinking is what the engine has found so far; Done says that it has stopped.
type Thinking struct {
	Turn       string      `json:"turn"`  // the seat that it thinks for
	Color      string      `json:"color"` // of the first stone of Line
	Done       bool        `json:"done"`
	Value      float64     `json:"value"`  // win chance of the side that thinks, 0 to 1
	Mate       int         `json:"mate"`   // plies until that side has won (above 0) or lost (below 0) for certain, 0 where that is not known
	Solved     bool        `json:"solved"` // Value is exact: 1 a win, 0.5 a draw, 0 a loss
	Lead       float64     `json:"lead"`   // points by which the side that thinks would win, as an estimate, where Counts
	Counts     bool        `json:"counts"` // Lead is known
	Depth      int         `json:"depth"`  // plies looked ahead
	Book       bool        `json:"book"`   // the move comes from the opening book
	Rough      bool        `json:"rough"`  // the engine has a network that does not judge the board or the rules
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
	Line   []string `json:"line"`   // what would follow, Move first; empty where the engine does not say
}

// Waiting is where somebody stands in the line of those for whom the server is to
// think. Whose turn it is next depends on who asks for how much, not on who came first
// alone.
type Waiting struct {
	Ahead   int     `json:"ahead"`   // pieces of work that come before; 99 may be more
	Seconds float64 `json:"seconds"` // about so long
}
