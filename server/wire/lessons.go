package wire

// Lessons.

// Lessons are what there is to learn by playing.
type Lessons struct {
	Lessons []Lesson `json:"lessons"`
}

// Lesson is a few steps that teach one game. The one who learns has the black
// stones.
type Lesson struct {
	ID    string       `json:"id" ts:"LessonID"`
	Title string       `json:"title"`
	Text  string       `json:"text"`  // what it teaches, in a sentence
	Rules string       `json:"rules"` // of the positions
	Board string       `json:"board"` // of the positions, a spec
	Play  LessonGame   `json:"play"`  // to be played afterwards
	Steps []LessonStep `json:"steps"`
}

// LessonGame is the game that a lesson leads to.
type LessonGame struct {
	Rules string `json:"rules"`
	Board string `json:"board"`
}

// LessonStep teaches one thing.
type LessonStep struct {
	Title string `json:"title"`
	Text  string `json:"text"`  // two or three sentences
	Parts int    `json:"parts"` // moves to be found
}

// LessonTry asks about a step of a lesson: Moves are those of the one who learns,
// names of points, of which all but the last have been right. Without any it asks
// how the step begins; with Help, what to play next.
type LessonTry struct {
	Moves []string `json:"moves"`
	Help  bool     `json:"help"`
}

// LessonAnswer is what comes of a LessonTry. Verdict is "" (nothing was tried),
// "right" (and there is more to do), "seen" (an illegal move that was to be tried),
// "done" (right, and the step is done), "wrong" or "illegal" (the position stays as
// it was).
type LessonAnswer struct {
	Verdict string        `json:"verdict"`
	Text    string        `json:"text"`   // about the last move, or the help
	Task    string        `json:"task"`   // what is to be done now, "" when the step is done
	Part    int           `json:"part"`   // parts that are done
	Mark    int           `json:"mark"`   // the point that the task names, or -1
	Hint    int           `json:"hint"`   // the point that help shows, or -1
	Frames  []LessonFrame `json:"frames"` // what is to be shown, one after the other: first the position before the last move
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
