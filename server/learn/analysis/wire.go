// # Analysis
//
// A client that opens /api/analysis/ws sends an [AnalysisRequest] when its position changes. It gets [AnalysisReply] messages:
// first the position, then the engine's analysis. A request ends the previous one.
//
// # Coach
//
// A client that opens /api/coach/ws sends [CoachRequest] messages about a game, and gets [CoachReply] messages. A request ends the
// previous one.
//
// # Life and death
//
// A client that opens /api/solve/ws sends [SolveRequest] messages and gets [SolveReply] messages: the progress while a problem is
// being solved, then the result. A request ends the previous one, and so does one of type "stop"; a search that was ended still
// returns what it has found.
package analysis

import (
	"moyo/server/base/wire"
	"moyo/server/machines/solvers"
)

// Analysis of positions by an engine.

// AnalysisRequest asks for a position and an engine's analysis. The position is the start of the game, or Stones set up by hand,
// followed by Moves. A move after two passes in a row means that the game was resumed.
type AnalysisRequest struct {
	ID      int      `json:"id"`                // repeated in every reply
	Board   string   `json:"board"`             // spec
	Rules   string   `json:"rules"`             // id
	Stones  string   `json:"stones"`            // one character a point as in Snapshot, "" for the start of the game
	ToPlay  string   `json:"toPlay"`            // the side to move; only with Stones
	Moves   []string `json:"moves"`             // names
	Resumed bool     `json:"resumed,omitempty"` // the game was resumed after the passes at the end of Moves
	Exclude []string `json:"exclude"`           // moves excluded from the search
	Best    int      `json:"best"`              // number of moves to evaluate one by one, 0 for the method's default
	// the side to move passes first, even if the rules forbid it: what does the other side do then?
	Pass    bool    `json:"pass,omitempty"`
	Owner   bool    `json:"owner,omitempty"` // return the ownership too, if the engine supports it
	Seconds float64 `json:"seconds"`         // maximum search time; 0 for no search
}

// AnalysisReply answers an AnalysisRequest. Exactly one field besides ID is set.
type AnalysisReply struct {
	ID       int                    `json:"id"`
	Problem  string                 `json:"problem,omitempty"`                // why there is no answer; lower case, no full stop
	Refusal  string                 `json:"refusal,omitempty" ts:"RefusalID"` // its id, for the page
	Places   []string               `json:"places,omitempty"`                 // the values in its text
	Position *wire.AnalysisPosition `json:"position,omitempty"`
	Waiting  *wire.Waiting          `json:"waiting,omitempty"` // sent before the search starts
	Thinking *wire.Thinking         `json:"thinking,omitempty"`
	Owners   []int                  `json:"owners,omitempty"` // estimated ownership of each point: 100 is surely Black's, -100 surely White's
}

// The coach.

// CoachRequest asks the coach about a game. Type is one of
//
//	notes     remarks about the board for Side
//	why       why Move is illegal here
//	hint      a move for Side, which is to move, with a reason
//	estimate  who is ahead in the running game Game of this server; for its players, if allowed
//	review    what decided the game with Moves, or the game Game of this server
//	stop      ends the previous request without a reply
//	ping      answered by a ServerMessage of type "pong"; ends nothing
type CoachRequest struct {
	Type    string   `json:"type"`
	ID      int      `json:"id"` // repeated in every reply
	Board   string   `json:"board,omitempty"`
	Rules   string   `json:"rules,omitempty"`
	Stones  string   `json:"stones,omitempty"` // as in AnalysisRequest
	ToPlay  string   `json:"toPlay,omitempty"`
	Moves   []string `json:"moves,omitempty"`
	Resumed bool     `json:"resumed,omitempty"` // as in AnalysisRequest
	Side    string   `json:"side,omitempty"`    // the side that the coach talks to: "black" or "white"
	Move    string   `json:"move,omitempty"`
	Winner  string   `json:"winner,omitempty"` // of "review": the winner of the game with Moves, if known and not clear from them
	Result  string   `json:"result,omitempty"` // of "review": the record's text for the result, which counts where Winner is ""
	// of "estimate": id of the game. Of "review": id of a finished game of this server, instead of Board to Moves; its review is stored
	Game string `json:"game,omitempty"`
}

// CoachReply answers a CoachRequest. Exactly one field besides ID is set. A review comes in several replies, each with a more
// complete Review; the last is Ended.
type CoachReply struct {
	ID       int                 `json:"id"`
	Problem  string              `json:"problem,omitempty"`                // why there is no answer; lower case, no full stop
	Refusal  string              `json:"refusal,omitempty" ts:"RefusalID"` // its id, for the page
	Places   []string            `json:"places,omitempty"`                 // the values in its text
	Notes    *CoachNotes         `json:"notes,omitempty"`
	Why      *CoachNote          `json:"why,omitempty"`
	Hint     *CoachHint          `json:"hint,omitempty"`
	Estimate *wire.CoachEstimate `json:"estimate,omitempty"`
	Waiting  *wire.Waiting       `json:"waiting,omitempty"`
	Review   *wire.Review        `json:"review,omitempty"`
}

// CoachNotes are remarks about a board, the most urgent first.
type CoachNotes struct {
	Notes []CoachNote   `json:"notes"`
	Calm  []wire.Saying `json:"calm"` // without notes: what the other side's next stone surely cannot do
}

// CoachNote is one remark. Kind is "atari" (the stones of a chain with one liberty left) or "take" (stones of the other side that
// can be captured). It is "line" for a row that needs one more stone (its stones and the missing point), and "rule" for the reason
// why a move is illegal (the stones that make it so). Anything else is a "tip".
type CoachNote struct {
	Kind   string        `json:"kind"`
	Color  string        `json:"color"`  // the colour of the stones, or ""
	Says   []wire.Saying `json:"says"`   // empty for a "rule" if the move is legal
	Points []int         `json:"points"` // that it is about
	Place  int           `json:"place"`  // the empty point that matters, such as the last liberty; -1 for none
}

// CoachHint is a move with its reason.
type CoachHint struct {
	Move  string        `json:"move"`
	Point int           `json:"point"` // -1 if it places no stone
	Says  []wire.Saying `json:"says"`  // the reasons, may be empty
}

// Solving life-and-death problems.

// SolveRequest asks about a problem. Type is one of
//
//	solve  the answer to the problem
//	after  the effect of the last of Moves, played from the problem's position
//	stop   ends the previous request, which returns what it has found
//	ping   answered by a ServerMessage of type "pong"; ends nothing
type SolveRequest struct {
	Type     string   `json:"type"`
	ID       int      `json:"id"` // repeated in every reply
	Problem  *Tsumego `json:"problem,omitempty"`
	Moves    []string `json:"moves,omitempty"`    // names of points, or "pass", alternating between the sides
	AllMoves bool     `json:"allMoves,omitempty"` // every winning first move, not just one
	Score    bool     `json:"score,omitempty"`    // which of them gains the most points
	Seconds  float64  `json:"seconds,omitempty"`  // maximum search time, 0 for the server's limit
}

// SolveReply answers a SolveRequest. Exactly one of Problem, Position, Progress and Answer is set besides ID; Judgement comes with
// an Answer to "after". The last reply to a request has a Problem or an Answer.
type SolveReply struct {
	ID        int                    `json:"id"`
	Problem   string                 `json:"problem,omitempty"`                // why there is no answer; lower case, no full stop
	Refusal   string                 `json:"refusal,omitempty" ts:"RefusalID"` // its id, for the page
	Places    []string               `json:"places,omitempty"`                 // the values in its text
	Position  *wire.AnalysisPosition `json:"position,omitempty"`
	Progress  *solvers.SolveProgress `json:"progress,omitempty"`
	Answer    *SolveAnswer           `json:"answer,omitempty"`
	Judgement *SolveJudgement        `json:"judgement,omitempty"`
}

// SolveAnswer is the result for a position: the problem's, or one after moves.
type SolveAnswer struct {
	ToPlay     string   `json:"toPlay"`     // the side that the verdict is for
	Defender   string   `json:"defender"`   // the side whose stones are in question
	Question   string   `json:"question"`   // "live", "kill" or "status"
	Verdict    string   `json:"verdict"`    // "win", "lose", "ko" or "unknown"
	Fate       string   `json:"fate"`       // the result for the target: "alive", "dead", "seki", "ko" or "unknown"
	Ko         *SolveKo `json:"ko"`         // null unless it is a ko
	BentFour   bool     `json:"bentFour"`   // the ko is the bent four in the corner, dead by Japanese rules
	FirstMoves []string `json:"firstMoves"` // that win, or lead to the best ko; "pass" if no move is needed
	All        bool     `json:"all"`        // whether FirstMoves is complete
	Best       string   `json:"best"`       // the first move with the best score, or ""
	Score      *int     `json:"score"`      // points that Best gains; null if unknown
	Line       []string `json:"line"`       // best play of both sides
	Tenuki     string   `json:"tenuki"`     // the verdict if the side to move plays elsewhere, "" if unknown
	Region     []int    `json:"region"`     // the points that can be played on
	Found      bool     `json:"found"`      // whether moyo chose the region
	Assumes    string   `json:"assumes"`    // what the verdict depends on: "nothing", or the "region" that moyo chose; "" without a verdict
	Walls      []int    `json:"walls"`      // points outside the region, where the attacker is assumed to have stones
	Nodes      int64    `json:"nodes"`
	Memory     int64    `json:"memory"` // bytes
	Millis     float64  `json:"millis"`
}

// SolveKo describes an answer that depends on ko threats.
type SolveKo struct {
	TakesFirst string `json:"takesFirst"` // the side that wins the ko without any threats
	Threats    int    `json:"threats"`    // threats that the other side needs to win it
	Kind       string `json:"kind"`       // such as "direct" or "2-step"
}

// SolveJudgement judges the last move. Verdict is "correct" if it keeps the best result of its side, "wrong" if it does not, "lost"
// if there was nothing to gain, or "unknown".
type SolveJudgement struct {
	Move    string `json:"move"`
	Color   string `json:"color"` // the side that played it
	Verdict string `json:"verdict"`
	Reply   string `json:"reply"` // the best reply of the other side, "" if unknown
}

// Files of life-and-death problems.

// Tsumego is a life-and-death problem.
type Tsumego struct {
	ID       string   `json:"id"`
	Board    string   `json:"board"`    // spec
	Stones   string   `json:"stones"`   // one character a point, as in Snapshot
	ToPlay   string   `json:"toPlay"`   // "black" or "white"
	Ko       *int     `json:"ko"`       // the point where that side may not retake the ko at first
	Question string   `json:"question"` // "live", "kill" or "status": the goal of the side to move
	Target   []int    `json:"target"`   // a stone of each chain in question; empty for every group of the defender in the region
	Region   []int    `json:"region"`   // the points that can be played on; empty to let moyo choose them
	Walls    []int    `json:"walls"`    // empty points outside a given region, where the attacker is assumed to have stones
	Threats  *Threats `json:"threats"`  // null to ask how many threats a ko needs
	Notes    string   `json:"notes"`
}

// Threats are the ko threats of each side outside the region; 255 means more than any ko needs.
type Threats struct {
	Black int `json:"black"`
	White int `json:"white"`
}

// TsumegoList is the answer of POST /api/tsumego/read?name=, whose body is a file with problems in SGF, text or JSONL. It has the
// problems, up to a limit, and the errors of others.
type TsumegoList struct {
	Problems []Tsumego `json:"problems"`
	Errors   []string  `json:"errors"`            // the first ones, each with its location
	Repairs  []string  `json:"repairs,omitempty"` // what was repaired in the problems, the first ones, with locations
	More     bool      `json:"more"`              // whether the file has more problems
}

// TsumegoWrite is the body of POST /api/tsumego/write, which answers with a file.
type TsumegoWrite struct {
	Problem Tsumego `json:"problem"`
	Format  string  `json:"format"` // "sgf", "text", "jsonl", or a picture: "svg" or "png"
}
