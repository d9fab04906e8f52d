package wire

// Puzzles of n in a row.

// PuzzleAnswer says what the last move of a PuzzleTry does.
type PuzzleAnswer struct {
	Verdict   string      `json:"verdict"`   // "solved", "right", "wrong" or "hint"
	Text      string      `json:"text"`      // why, in a sentence
	Words     Sentence    `json:"words"`     // that, for the page
	Reply     string      `json:"reply"`     // the other side's answer, "-" where none helps, "" where none is made
	Hint      string      `json:"hint"`      // the move that wins, of "hint"
	Left      int         `json:"left"`      // moves to the win, of "right" and "hint"
	Stones    string      `json:"stones"`    // after the answer
	Figure    []int       `json:"figure"`    // the winning line, if there is one
	Last      int         `json:"last"`      // point of the last stone, -1 for none
	Forbidden []Forbidden `json:"forbidden"` // points that the solver may not play next
}
