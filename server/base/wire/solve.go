package wire

// Solving problems of life and death.

// SolveRequest asks about a problem. Type decides what is wanted:
//
//	solve  the answer to the problem
//	after  what the last of Moves, played from the problem's position, does
//	stop   nothing more: the request before it ends and tells what it has found
//	ping   answered by a ServerMessage of type "pong"; ends nothing
type SolveRequest struct {
	Type     string   `json:"type"`
	ID       int      `json:"id"` // every answer repeats it
	Problem  *Tsumego `json:"problem,omitempty"`
	Moves    []string `json:"moves,omitempty"`    // names of points, or "pass", of both sides in turn
	AllMoves bool     `json:"allMoves,omitempty"` // every first move that wins, not one
	Score    bool     `json:"score,omitempty"`    // which of them gains the most points
	Seconds  float64  `json:"seconds,omitempty"`  // how long to search at most, 0 for as long as the server lets
}

// SolveReply answers a SolveRequest. Beside ID exactly one of Problem, Position,
// Progress and Answer is set; Judgement comes with an Answer to "after". The
// last reply to a request has a Problem or an Answer.
type SolveReply struct {
	ID        int               `json:"id"`
	Problem   string            `json:"problem,omitempty"`                // why there is no answer, in words without a capital or a full stop
	Refusal   string            `json:"refusal,omitempty" ts:"RefusalID"` // id of that, for the page
	Places    []string          `json:"places,omitempty"`                 // what fills the places of its words
	Position  *AnalysisPosition `json:"position,omitempty"`
	Progress  *SolveProgress    `json:"progress,omitempty"`
	Answer    *SolveAnswer      `json:"answer,omitempty"`
	Judgement *SolveJudgement   `json:"judgement,omitempty"`
}

// SolveProgress is how far a search has come.
type SolveProgress struct {
	Waiting   *Waiting `json:"waiting,omitempty"` // nothing else is set then
	Stage     string   `json:"stage"`             // what is being asked, in words
	Done      int      `json:"done"`              // stages done
	Stages    int      `json:"stages"`
	Nodes     int64    `json:"nodes"`
	PerSecond float64  `json:"perSecond"`
	Elapsed   float64  `json:"elapsed"`  // seconds
	Proof     float64  `json:"proof"`    // proof number of the stage's root
	Disproof  float64  `json:"disproof"` // and its disproof number
	Fraction  float64  `json:"fraction"` // an estimate of the way done, 0 to 1
}

// SolveAnswer is what is known of a position: the problem's, or one after moves.
type SolveAnswer struct {
	ToPlay     string   `json:"toPlay"`     // the side that the verdict is for
	Defender   string   `json:"defender"`   // the side whose stones are in question
	Question   string   `json:"question"`   // "live", "kill" or "status"
	Verdict    string   `json:"verdict"`    // "win", "lose", "ko" or "unknown"
	Fate       string   `json:"fate"`       // what becomes of the target: "alive", "dead", "seki", "ko" or "unknown"
	Ko         *SolveKo `json:"ko"`         // null unless it is one
	BentFour   bool     `json:"bentFour"`   // the ko is the bent four in the corner, dead as it stands by Japanese rules
	FirstMoves []string `json:"firstMoves"` // that win, or lead to the best ko; "pass" where there is no need to play
	All        bool     `json:"all"`        // whether these are all of them
	Best       string   `json:"best"`       // the one of them with the best score, or ""
	Score      *int     `json:"score"`      // what Best gains, in points; null where that is not known
	Line       []string `json:"line"`       // best play of both sides
	Tenuki     string   `json:"tenuki"`     // the verdict if the side to move plays elsewhere, "" where that is not known
	Region     []int    `json:"region"`     // the points that can be played on
	Found      bool     `json:"found"`      // whether moyo found them
	Assumes    string   `json:"assumes"`    // what the verdict rests on: "nothing", or the "region" that moyo found; "" without a verdict
	Walls      []int    `json:"walls"`      // points beyond the region, where stones of the attacker's are assumed
	Nodes      int64    `json:"nodes"`
	Memory     int64    `json:"memory"` // bytes
	Millis     float64  `json:"millis"`
}

// SolveKo tells of an answer that depends on ko threats.
type SolveKo struct {
	TakesFirst string `json:"takesFirst"` // the side that gets its way where nobody has a threat
	Threats    int    `json:"threats"`    // how many the other side needs to turn that
	Kind       string `json:"kind"`       // such as "direct" or "2-step"
}

// SolveJudgement says what the last move did. Verdict is "correct" where it keeps
// the best that its side could reach, "wrong" where it does not, "lost" where
// nothing was to be had, and "unknown".
type SolveJudgement struct {
	Move    string `json:"move"`
	Color   string `json:"color"` // who played it
	Verdict string `json:"verdict"`
	Reply   string `json:"reply"` // the best answer of the other side, "" where none is known
}
