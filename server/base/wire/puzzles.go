package wire

// Puzzles of n in a row.

// Puzzles is the answer of GET /api/puzzles?rule=&depth=: the puzzles of that
// rule ("" for any) and depth (0 for any), easy ones first, and what there is to
// choose from.
type Puzzles struct {
	Puzzles []Puzzle `json:"puzzles"`
	Rules   []string `json:"rules"`  // all rules that there are puzzles of
	Depths  []int    `json:"depths"` // all depths, ascending
}

// Puzzle is a position whose side to move wins by continuous fours.
type Puzzle struct {
	ID        string `json:"id"`
	Board     string `json:"board"`     // spec
	Rules     string `json:"rules"`     // id
	GameTitle string `json:"gameTitle"` // as in GameInfo
	RulesText string `json:"rulesText"`
	Words     Rules  `json:"words"`  // the two above, for the page
	Stones    string `json:"stones"` // one character a point, as in Snapshot
	ToPlay    string `json:"toPlay"` // the side that wins
	Depth     int    `json:"depth"`  // moves of that side in the shortest win, the last included
}

// PuzzleTry is the body of POST /api/puzzles/{id}/try: the moves so far, the
// solver's and the answers to them in turn ("-" where no answer helped), the
// solver's last.
type PuzzleTry struct {
	Moves []string `json:"moves"`
	Hint  bool     `json:"hint"` // ask for the next move instead: Moves then ends with an answer, or is empty
}

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
