// # Analysis
//
// A client that opens /api/analysis/ws sends an [AnalysisRequest] whenever the
// position that it looks at changes, and gets [AnalysisReply] messages: first
// what the position is, then what the engine thinks of it. A request ends the
// one before it.
//
// # Coach
//
// A client that opens /api/coach/ws sends [CoachRequest] messages about a game
// that somebody learns from, and gets [CoachReply] messages. A request ends the
// one before it.
//
// # Life and death
//
// A client that opens /api/solve/ws sends [SolveRequest] messages and gets
// [SolveReply] messages: while a problem is being solved, how far that has come,
// and at the end what is known. A request ends the one before it, and so does
// one of type "stop"; a search that was ended still tells what it has found.
package analysis

import (
	"moyo/server/base/wire"
	"moyo/server/machines/solvers"
)

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
	ID       int                    `json:"id"`
	Problem  string                 `json:"problem,omitempty"`                // why there is no answer, in words without a capital or a full stop
	Refusal  string                 `json:"refusal,omitempty" ts:"RefusalID"` // id of that, for the page
	Places   []string               `json:"places,omitempty"`                 // what fills the places of its words
	Position *wire.AnalysisPosition `json:"position,omitempty"`
	Waiting  *wire.Waiting          `json:"waiting,omitempty"` // before there is any thinking
	Thinking *wire.Thinking         `json:"thinking,omitempty"`
	Owners   []int                  `json:"owners,omitempty"` // of each point, as an estimate: from 100, surely Black's, to -100, surely White's
}

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
	ID       int                 `json:"id"`
	Problem  string              `json:"problem,omitempty"`                // why there is no answer, in words without a capital or a full stop
	Refusal  string              `json:"refusal,omitempty" ts:"RefusalID"` // id of that, for the page
	Places   []string            `json:"places,omitempty"`                 // what fills the places of its words
	Notes    *CoachNotes         `json:"notes,omitempty"`
	Why      *CoachNote          `json:"why,omitempty"`
	Hint     *CoachHint          `json:"hint,omitempty"`
	Estimate *wire.CoachEstimate `json:"estimate,omitempty"`
	Waiting  *wire.Waiting       `json:"waiting,omitempty"`
	Review   *wire.Review        `json:"review,omitempty"`
}

// CoachNotes are what there is to see on a board, the most pressing first.
type CoachNotes struct {
	Notes []CoachNote   `json:"notes"`
	Calm  []wire.Saying `json:"calm"` // where there are none: what the other side's next stone surely cannot do
}

// CoachNote is one thing to see. Kind is "atari" (the stones of a chain with one
// liberty left), "take" (stones of the other side that can be taken), "line" (a row that needs one more stone: its stones and where
// that would go), "rule" (why a move is illegal: the stones that make it so) or
// "tip" (anything else).
type CoachNote struct {
	Kind   string        `json:"kind"`
	Color  string        `json:"color"`  // whose stones they are, or ""
	Says   []wire.Saying `json:"says"`   // none of "rule" where the move is legal
	Points []int         `json:"points"` // that it is about
	Place  int           `json:"place"`  // the empty point that matters, such as the last liberty; -1 for none
}

// CoachHint is a move with its reason.
type CoachHint struct {
	Move  string        `json:"move"`
	Point int           `json:"point"` // -1 where it places no stone
	Says  []wire.Saying `json:"says"`  // why; none where there is nothing to name
}

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
	ID        int                    `json:"id"`
	Problem   string                 `json:"problem,omitempty"`                // why there is no answer, in words without a capital or a full stop
	Refusal   string                 `json:"refusal,omitempty" ts:"RefusalID"` // id of that, for the page
	Places    []string               `json:"places,omitempty"`                 // what fills the places of its words
	Position  *wire.AnalysisPosition `json:"position,omitempty"`
	Progress  *solvers.SolveProgress `json:"progress,omitempty"`
	Answer    *SolveAnswer           `json:"answer,omitempty"`
	Judgement *SolveJudgement        `json:"judgement,omitempty"`
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

// Problems of life and death as files.

// Tsumego is a problem of life and death.
type Tsumego struct {
	ID       string   `json:"id"`
	Board    string   `json:"board"`    // spec
	Stones   string   `json:"stones"`   // one character a point, as in Snapshot
	ToPlay   string   `json:"toPlay"`   // "black" or "white"
	Ko       *int     `json:"ko"`       // the point at which that side may not retake at first
	Question string   `json:"question"` // "live", "kill" or "status": what the side to move wants
	Target   []int    `json:"target"`   // a stone of each chain in question; empty for every group of the defender in the region
	Region   []int    `json:"region"`   // the points that can be played on; empty where moyo shall find them
	Walls    []int    `json:"walls"`    // empty points beyond a given region, where stones of the attacker's are assumed
	Threats  *Threats `json:"threats"`  // null where the answer shall tell how many a ko needs
	Notes    string   `json:"notes"`
}

// Threats are the ko threats elsewhere that each side has; 255 stands for more
// than any ko needs.
type Threats struct {
	Black int `json:"black"`
	White int `json:"white"`
}

// TsumegoList is the answer of POST /api/tsumego/read?name=, whose body is a file
// with problems, in SGF, text or JSONL: the problems, as many as fit, and what is
// wrong with others.
type TsumegoList struct {
	Problems []Tsumego `json:"problems"`
	Errors   []string  `json:"errors"` // the first ones, each with its place
	More     bool      `json:"more"`   // whether the file holds more problems
}

// TsumegoWrite is the body of POST /api/tsumego/write, which answers with a file.
type TsumegoWrite struct {
	Problem Tsumego `json:"problem"`
	Format  string  `json:"format"` // "sgf", "text", "jsonl", or a picture: "svg" or "png"
}
