package mistakes

import "moyo/server/base/wire"

// Mistakes of one's own games, to be trained with.

// Mistakes is the answer of GET /api/mistakes: those of the caller. What is due comes
// first, in the order in which it is to be trained, then what will be, then what is done.
type Mistakes struct {
	Mistakes []Mistake `json:"mistakes"`
	Due      int       `json:"due"`     // of them
	NextDue  string    `json:"nextDue"` // RFC 3339: when another one will be, or ""
	Most     int       `json:"most"`    // that are kept of one person
}

// Mistake is a move of a game that a review has found bad, with what has come of training
// with it.
type Mistake struct {
	Game     string        `json:"game"`
	Number   int           `json:"number"` // of the move, from 1
	Board    string        `json:"board"`  // spec
	Rules    string        `json:"rules"`  // id
	Words    wire.Rules    `json:"words"`  // the game and its rules, for the page
	Stones   string        `json:"stones"` // before the move, one character a point
	Last     int           `json:"last"`   // point of the last stone before it, -1 for none
	Color    string        `json:"color"`  // of the side that made it
	Played   string        `json:"played"` // the move
	Class    string        `json:"class"`  // "mistake" or "blunder"
	Loss     float64       `json:"loss"`   // of the win chance, 0 to 1, as the engine has it
	Points   float64       `json:"points"` // that it gave away, where Counts
	Counts   bool          `json:"counts"`
	Added    string        `json:"added"` // RFC 3339
	Tried    int           `json:"tried"`
	Solved   int           `json:"solved"`
	Due      string        `json:"due"`      // RFC 3339: when it comes again; "" where it need not
	IsDue    bool          `json:"isDue"`    // that is now
	Proof    *MistakeProof `json:"proof"`    // what a solver has proven of it; null for nothing
	Provable bool          `json:"provable"` // a solver can be asked
}

// MistakeProof is what a solver has proven, not what an engine thinks. Kind is "live" or "kill"
// (Move makes Points live, or captures them, and the move that was played does not), "missed"
// (Move begins a win by threats) or "allowed" (after the move that was played the other side
// wins by threats, with Move first).
type MistakeProof struct {
	Kind   string `json:"kind"`
	Move   string `json:"move"`
	Points []int  `json:"points"` // the stones in question of "live" and "kill"
}

// MistakeProved is the answer of POST /api/mistakes/{game}/{number}/proof.
type MistakeProved struct {
	Proof *MistakeProof `json:"proof"` // null where nothing could be proven
}

// MistakeProblem is the answer of GET /api/mistakes/{game}/{number}: a position in which the
// better move is to be found.
type MistakeProblem struct {
	Mistake Mistake    `json:"mistake"`
	State   wire.State `json:"state"`
}

// NewMistakes is the body of POST /api/mistakes: the worst moves of one's own in a game that was
// reviewed, to be trained with.
type NewMistakes struct {
	Game string `json:"game"`
	Most int    `json:"most"` // how many; 0 for 5
}

// MistakesAdded is the answer: how many are new, how many of the worst were there before, and
// what there is to train now.
type MistakesAdded struct {
	Added int `json:"added"`
	Known int `json:"known"`
	All   int `json:"all"`
	Due   int `json:"due"`
}

// MistakeTry is the body of POST /api/mistakes/{game}/{number}/try. Show asks for a line instead
// of trying a move: "played" for how the move that was played is answered, "better" for what
// the engine prefers.
type MistakeTry struct {
	Move string `json:"move"`
	Show string `json:"show"`
}

// MistakeAnswer says what a move does, as an engine has it. Steps are the move and what the
// engine expects to follow.
type MistakeAnswer struct {
	Verdict string              `json:"verdict"` // "right", "wrong" or "shown"
	Text    string              `json:"text"`
	Words   []wire.Sentence     `json:"words"` // of Text, for the page: one after the other
	Steps   []wire.TrainingStep `json:"steps"`
	Value   float64             `json:"value"`   // win chance of the side that moves, after the move
	Counted bool                `json:"counted"` // the mistake was due, and this try has decided when it comes again
	Due     string              `json:"due"`     // RFC 3339: when; "" where it need not
}
