package wire

// Lessons.

// Lessons are what there is to learn by playing.
type Lessons struct {
	Lessons []Lesson `json:"lessons"`
}

// Lesson is a few steps that teach one game. The page has the words, by the ids.
type Lesson struct {
	ID     string       `json:"id" ts:"LessonID"`
	Rules  string       `json:"rules"`  // of the positions
	Board  string       `json:"board"`  // of the positions, a spec
	Play   LessonGame   `json:"play"`   // to be played afterwards
	Enough int          `json:"enough"` // steps after which it can be played, where those are fewer than all; else 0
	Steps  []LessonStep `json:"steps"`
}

// LessonGame is the game that a lesson leads to.
type LessonGame struct {
	Rules string `json:"rules"`
	Board string `json:"board"`
}

// LessonStep teaches one thing.
type LessonStep struct {
	ID    string `json:"id" ts:"LessonStepID"`
	Parts int    `json:"parts"` // moves to be found, and questions to be answered
}

// LessonTry asks about a step of a lesson: Moves are those of the one who learns,
// names of points or choices, of which all but the last have been right. Without
// any it asks how the step begins; with Help, what to play next.
type LessonTry struct {
	Moves []string `json:"moves"`
	Help  bool     `json:"help"`
}

// LessonAnswer is what comes of a LessonTry. Verdict is "" (nothing was tried),
// "right" (and there is more to do), "seen" (an illegal move that was to be tried),
// "done" (right, and the step is done), "wrong" or "illegal" (the position stays as
// it was).
type LessonAnswer struct {
	Verdict string      `json:"verdict"`
	Said    *LessonSaid `json:"said"`                           // about the last move, or the help
	Why     []Saying    `json:"why"`                            // what the coach says of it
	Right   string      `json:"right" ts:"LessonPartID | \"\""` // the part that was solved by the last move
	// the part in which the last move was wrong, where there are words of its own about that
	Punished string   `json:"punished" ts:"LessonPunishID | \"\""`
	Task     string   `json:"task" ts:"LessonPartID | \"\""` // the part to be done now, "" when the step is done
	Part     int      `json:"part"`                          // parts that are done
	Side     string   `json:"side"`                          // whose stones the one who learns has
	Choices  []string `json:"choices"`                       // answers to the question, where it is one
	Mark     int      `json:"mark"`                          // the point that the task names, or -1
	Hint     int      `json:"hint"`                          // the point that help shows, or -1
	// what is to be shown, one after the other: first the position before the last move
	Frames []LessonFrame `json:"frames"`
}

// LessonSaid is what is said about a move: a code, which stands for a sentence, and
// what it names.
type LessonSaid struct {
	Code   string   `json:"code" ts:"LessonCode"`
	Color  string   `json:"color"`  // the side that it is about, or ""
	Move   string   `json:"move"`   // or ""
	Stones []string `json:"stones"` // by point
	Points []string `json:"points"`
}

// LessonFrame is a position of a lesson.
type LessonFrame struct {
	Stones   string       `json:"stones"`   // as in Snapshot
	Move     string       `json:"move"`     // that led here, "" for none
	Color    string       `json:"color"`    // who made it
	Last     int          `json:"last"`     // its point, or -1
	Figure   []int        `json:"figure"`   // the winning line
	Falls    bool         `json:"falls"`    // whether stones fall
	Landings []int        `json:"landings"` // as in State
	Fresh    bool         `json:"fresh"`    // another position: to be shown when the one who learns wants to go on
	Chain    *LessonChain `json:"chain"`    // to be marked, or null
}

// LessonChain is a chain with its liberties.
type LessonChain struct {
	Point     int   `json:"point"` // the stone that bears their number
	Stones    []int `json:"stones"`
	Liberties []int `json:"liberties"`
}
