package mistakes

import "moyo/server/base/wire"

// Training with the mistakes of one's own games.

// Mistakes is the answer of GET /api/mistakes: the caller's mistakes. Due ones come first, in training order, then later ones, then
// finished ones.
type Mistakes struct {
	Mistakes []Mistake `json:"mistakes"`
	Due      int       `json:"due"`     // number of due ones
	NextDue  string    `json:"nextDue"` // RFC 3339: when the next one is due, or ""
	Most     int       `json:"most"`    // maximum number of stored mistakes
}

// Mistake is a bad move that a review has found, with the results of training.
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
	Loss     float64       `json:"loss"`   // of the win probability, 0 to 1, as the engine estimates it
	Points   float64       `json:"points"` // points lost, if Counts
	Counts   bool          `json:"counts"`
	Added    string        `json:"added"` // RFC 3339
	Tried    int           `json:"tried"`
	Solved   int           `json:"solved"`
	Due      string        `json:"due"`      // RFC 3339: when it is due again; "" for never
	IsDue    bool          `json:"isDue"`    // whether it is due now
	Proof    *MistakeProof `json:"proof"`    // a solver's proof; null for none
	Provable bool          `json:"provable"` // whether a solver can be asked
}

// MistakeProof is a solver's proof, unlike an engine's estimate. Kind is "live" or "kill": Move makes Points live, or captures
// them, and the played move does not. Or it is "missed": Move begins a win by threats. Or it is "allowed": after the played move
// the other side wins by threats, starting with Move.
type MistakeProof struct {
	Kind   string `json:"kind"`
	Move   string `json:"move"`
	Points []int  `json:"points"` // the stones in question of "live" and "kill"
}

// MistakeProved is the answer of POST /api/mistakes/{game}/{number}/proof.
type MistakeProved struct {
	Proof *MistakeProof `json:"proof"` // null if nothing could be proved
}

// MistakeProblem is the answer of GET /api/mistakes/{game}/{number}: a position in which to find the better move.
type MistakeProblem struct {
	Mistake Mistake    `json:"mistake"`
	State   wire.State `json:"state"`
}

// NewMistakes is the body of POST /api/mistakes: train with the caller's worst moves in a reviewed game.
type NewMistakes struct {
	Game string `json:"game"`
	Most int    `json:"most"` // how many; 0 for 5
}

// MistakesAdded is the answer: how many are new, how many existed before, and how many are due now.
type MistakesAdded struct {
	Added int `json:"added"`
	Known int `json:"known"`
	All   int `json:"all"`
	Due   int `json:"due"`
}

// MistakeTry is the body of POST /api/mistakes/{game}/{number}/try. Show asks for a line instead of trying a move: "played" for the
// reply to the played move, "better" for the engine's preferred move.
type MistakeTry struct {
	Move string `json:"move"`
	Show string `json:"show"`
}

// MistakeAnswer is the engine's judgement of a move. Steps are the move and the expected continuation.
type MistakeAnswer struct {
	Verdict string              `json:"verdict"` // "right", "wrong" or "shown"
	Text    string              `json:"text"`
	Words   []wire.Sentence     `json:"words"` // of Text, for the page: one after the other
	Steps   []wire.TrainingStep `json:"steps"`
	Value   float64             `json:"value"`   // win probability of the side that moves, after the move
	Counted bool                `json:"counted"` // the mistake was due, and this try decided when it is due again
	Due     string              `json:"due"`     // RFC 3339: when; "" for never
}
