package training

import "moyo/server/base/wire"

// Training with life-and-death problems.

// Training is the answer of GET /api/training: the caller's rating, progress and collections.
type Training struct {
	Rating      TrainingRating       `json:"rating"`
	Tried       int                  `json:"tried"`   // problems
	Solved      int                  `json:"solved"`  // of them
	Due         int                  `json:"due"`     // failed problems that are due for review now
	NextDue     string               `json:"nextDue"` // RFC 3339: when the next one is due, or ""
	Problems    int                  `json:"problems"`
	Ranks       []string             `json:"ranks"` // of the easiest and the hardest problem
	Collections []TrainingCollection `json:"collections"`
	Exam        *TrainingExam        `json:"exam"` // the current or last one, or null
}

// TrainingRating is a player's rating, on the scale of Glicko-2.
type TrainingRating struct {
	Points      float64 `json:"points"`
	Deviation   float64 `json:"deviation"`
	Rank        string  `json:"rank"`        // "30k" to "9d"
	Provisional bool    `json:"provisional"` // not established yet
}

// TrainingCollection is a set of problems with the caller's progress. Group is "level", "theme", "own", or "course" for a part of a
// course.
type TrainingCollection struct {
	ID       string           `json:"id"`
	Title    string           `json:"title"`
	Group    string           `json:"group"`
	Part     *wire.CoursePart `json:"part,omitempty"` // of group "course"
	Problems int              `json:"problems"`
	Solved   int              `json:"solved"`
	Failed   int              `json:"failed"`            // tried but not solved yet
	Picture  *TrainingPicture `json:"picture,omitempty"` // of groups "level" and "theme"
}

// TrainingPicture is the problem that represents a collection.
type TrainingPicture struct {
	Board  string `json:"board"` // spec
	Stones string `json:"stones"`
}

// TrainingCourses is the answer of GET /api/training/courses: the courses of the shipped problems, in the recommended order.
type TrainingCourses struct {
	Courses []TrainingCourse `json:"courses"`
}

// TrainingCourse is a course with the caller's progress.
type TrainingCourse struct {
	ID       string               `json:"id" ts:"CourseID"`
	Name     string               `json:"name"`
	About    string               `json:"about"` // a sentence
	From     string               `json:"from"`  // the rank of the easiest problem
	To       string               `json:"to"`    // the rank of the hardest
	Problems int                  `json:"problems"`
	Solved   int                  `json:"solved"`
	Failed   int                  `json:"failed"` // tried but not solved yet
	Parts    []TrainingCollection `json:"parts"`  // of group "course", usable like other collections
	Board    string               `json:"board"`  // of a problem that represents the course
	Stones   string               `json:"stones"` // of that problem
}

// TrainingPart is the answer of GET /api/training/courses/{part}: the problems of a part of a course, in order.
type TrainingPart struct {
	Set      TrainingCollection `json:"set"`
	Problems []TrainingPlace    `json:"problems"`
}

// TrainingPlace is a problem of a part with the caller's progress.
type TrainingPlace struct {
	ID     string `json:"id"` // for TrainingChoice
	Rank   string `json:"rank"`
	Tried  int    `json:"tried"`
	Solved int    `json:"solved"`
}

// TrainingChoice is the body of POST /api/training/next. Mode is "rated" (fits the caller's rating), "review" (failed and due),
// "collection" or "exam". The answer is a TrainingProblem.
type TrainingChoice struct {
	Mode       string `json:"mode"`
	Collection string `json:"collection"`        // an id, with mode "collection"
	After      string `json:"after"`             // the key of the problem shown before it, or ""
	Problem    string `json:"problem,omitempty"` // the id of a problem of the collection, or "" for the next
}

// TrainingProblem is a problem in a random view: turned, with colours possibly swapped. Its key contains the problem and the view.
// It is also the answer of GET /api/training/problems/{key}.
type TrainingProblem struct {
	Key       string           `json:"key"`
	Mode      string           `json:"mode"` // as in TrainingChoice, or "" if unrated
	Board     string           `json:"board"`
	Stones    string           `json:"stones"`
	ToPlay    string           `json:"toPlay"`
	Question  string           `json:"question"` // "live" or "kill"
	Target    []int            `json:"target"`
	Region    []int            `json:"region"`
	Forbidden []wire.Forbidden `json:"forbidden"`
	Title     string           `json:"title"`          // of the collection that it is shown in, or ""
	Group     string           `json:"group"`          // of that collection
	Part      *wire.CoursePart `json:"part,omitempty"` // of group "course"
	Notes     string           `json:"notes"`
	Hint      string           `json:"hint"`                // a sentence, to be shown on request; "" in an exam
	HintWords *wire.Sentence   `json:"hintWords,omitempty"` // Hint, for the page
	Rank      string           `json:"rank"`                // "" if it was never rated
	Points    float64          `json:"points"`
	Tags      []string         `json:"tags"`
	Solutions int              `json:"solutions"` // number of first moves that solve it, 0 if unknown
	Tried     int              `json:"tried"`     // by the caller
	Solved    int              `json:"solved"`
	Counts    bool             `json:"counts"` // whether it affects the rating
	Cost      float64          `json:"cost"`   // rating points that a failure costs
	Number    int              `json:"number"` // position in the collection or exam, from 1
	Of        int              `json:"of"`
}

// TrainingTry is the body of POST /api/training/problems/{key}/try: all moves so far, alternating between the player and the
// replies, the player's last. Show asks for the solution instead: Moves then ends with a reply, or is empty.
type TrainingTry struct {
	Moves []string `json:"moves"` // names of points, or "pass"
	Show  bool     `json:"show"`
}

// TrainingAnswer is the effect of the last move of a TrainingTry. Steps are the move itself (except for Show) and what follows: the
// reply, the refutation, or the solution.
type TrainingAnswer struct {
	Verdict   string              `json:"verdict"` // "right", "solved", "wrong", "unclear", "hopeless" or "shown"
	Text      string              `json:"text"`
	Words     []wire.Sentence     `json:"words"` // of Text, for the page: one after the other
	Steps     []wire.TrainingStep `json:"steps"`
	Forbidden []wire.Forbidden    `json:"forbidden"` // after the last step
	Counted   bool                `json:"counted"`   // this try affected the rating
	Rating    *TrainingRating     `json:"rating"`    // if changed, else null
	Change    float64             `json:"change"`    // in rating points
	Exam      *TrainingExam       `json:"exam"`      // if the problem was part of one, else null
}

// TrainingStatistics is the answer of GET /api/training/statistics.
type TrainingStatistics struct {
	Rating  TrainingRating   `json:"rating"`
	Tried   int              `json:"tried"` // attempts
	Solved  int              `json:"solved"`
	Streak  int              `json:"streak"` // current run of solved problems
	Best    int              `json:"best"`   // longest run
	History []TrainingSample `json:"history"`
	Tags    []TrainingShare  `json:"tags"`   // the most tried first
	Levels  []TrainingShare  `json:"levels"` // easy ones first
	Days    []TrainingShare  `json:"days"`   // by date, such as "2026-07-01"
}

// TrainingSample is the rating at one time.
type TrainingSample struct {
	At        string  `json:"at"` // RFC 3339
	Points    float64 `json:"points"`
	Deviation float64 `json:"deviation"`
}

// TrainingShare counts the attempts of one kind.
type TrainingShare struct {
	Name   string `json:"name"`
	Tried  int    `json:"tried"`
	Solved int    `json:"solved"`
}

// Exams in training.

// NewExam is the body of POST /api/training/exams. The answer is a TrainingExam.
type NewExam struct {
	From     string `json:"from"` // ranks of the problems, such as "20k"
	To       string `json:"to"`
	Problems int    `json:"problems"`
	Minutes  int    `json:"minutes"`
}

// TrainingExam is a current or past exam.
type TrainingExam struct {
	Running  bool                 `json:"running"`
	Problems int                  `json:"problems"`
	Answers  []TrainingExamAnswer `json:"answers"`
	Right    int                  `json:"right"`
	Passed   bool                 `json:"passed"`
	Seconds  float64              `json:"seconds"` // for all problems
	Left     float64              `json:"left"`    // seconds, 0 after the end
}

// TrainingExamAnswer is the result of one problem of an exam.
type TrainingExamAnswer struct {
	Key     string  `json:"key"`
	Right   bool    `json:"right"`
	Seconds float64 `json:"seconds"`
}

// Puzzles of n in a row.

// Puzzles is the answer of GET /api/puzzles?rule=&depth=: the puzzles with a rule ("" for any) and depth (0 for any), easiest
// first, and the available choices.
type Puzzles struct {
	Puzzles []Puzzle `json:"puzzles"`
	Rules   []string `json:"rules"`  // all rules with puzzles
	Depths  []int    `json:"depths"` // all depths, ascending
}

// Puzzle is a position in which the side to move wins by continuous fours.
type Puzzle struct {
	ID        string     `json:"id"`
	Board     string     `json:"board"`     // spec
	Rules     string     `json:"rules"`     // id
	GameTitle string     `json:"gameTitle"` // as in GameInfo
	RulesText string     `json:"rulesText"`
	Words     wire.Rules `json:"words"`  // the two above, for the page
	Stones    string     `json:"stones"` // one character a point, as in Snapshot
	ToPlay    string     `json:"toPlay"` // the side that wins
	Depth     int        `json:"depth"`  // moves of that side in the shortest win, including the last
}

// PuzzleTry is the body of POST /api/puzzles/{id}/try: all moves so far, alternating between the player and the replies ("-" if
// none helped), the player's last.
type PuzzleTry struct {
	Moves []string `json:"moves"`
	Hint  bool     `json:"hint"` // return the next move instead: Moves then ends with a reply, or is empty
}

// PuzzleAnswer is the effect of the last move of a PuzzleTry.
type PuzzleAnswer struct {
	Verdict   string           `json:"verdict"`   // "solved", "right", "wrong" or "hint"
	Text      string           `json:"text"`      // why, in a sentence
	Words     wire.Sentence    `json:"words"`     // Text, for the page
	Reply     string           `json:"reply"`     // the reply, "-" if none helps, "" without one
	Hint      string           `json:"hint"`      // the winning move, of "hint"
	Left      int              `json:"left"`      // moves to the win, of "right" and "hint"
	Stones    string           `json:"stones"`    // after the answer
	Figure    []int            `json:"figure"`    // the winning line, if there is one
	Last      int              `json:"last"`      // point of the last stone, -1 for none
	Forbidden []wire.Forbidden `json:"forbidden"` // points where the player may not play next
}

// Lessons.

// Lessons is the list of lessons.
type Lessons struct {
	Lessons []Lesson `json:"lessons"`
}

// Lesson is a short sequence of steps that teaches one game. The page has its texts, by id.
type Lesson struct {
	ID     string       `json:"id" ts:"LessonID"`
	Rules  string       `json:"rules"`  // of the positions
	Board  string       `json:"board"`  // of the positions, a spec
	Play   LessonGame   `json:"play"`   // for playing afterwards
	Enough int          `json:"enough"` // number of steps after which the game can be played; 0 if that is all of them
	Steps  []LessonStep `json:"steps"`
}

// LessonGame is the game that follows a lesson.
type LessonGame struct {
	Rules string `json:"rules"`
	Board string `json:"board"`
}

// LessonStep teaches one idea.
type LessonStep struct {
	ID    string `json:"id" ts:"LessonStepID"`
	Parts int    `json:"parts"` // number of moves and questions
}

// LessonTry is a try at a step of a lesson. Moves are the learner's, names of points or choices; all but the last were right.
// Without moves it asks for the start of the step; with Help, for the next move.
type LessonTry struct {
	Moves []string `json:"moves"`
	Help  bool     `json:"help"`
}

// LessonAnswer is the result of a LessonTry. Verdict is "" (no move), "right" (with more to do), "seen" (an illegal move that the
// step asked for), "done" (right, and the step is done), "wrong" or "illegal" (the position is unchanged).
type LessonAnswer struct {
	Verdict string        `json:"verdict"`
	Said    *LessonSaid   `json:"said"`                           // about the last move, or the help
	Why     []wire.Saying `json:"why"`                            // the coach's explanation
	Right   string        `json:"right" ts:"LessonPartID | \"\""` // the part that the last move has solved
	// the part in which the last move was wrong, if it has a text about that
	Punished string   `json:"punished" ts:"LessonPunishID | \"\""`
	Task     string   `json:"task" ts:"LessonPartID | \"\""` // the current part, "" if the step is done
	Part     int      `json:"part"`                          // number of finished parts
	Side     string   `json:"side"`                          // the learner's colour
	Choices  []string `json:"choices"`                       // answers to the question, if it is one
	Mark     int      `json:"mark"`                          // the point that the task is about, or -1
	Hint     int      `json:"hint"`                          // the point that help shows, or -1
	// positions to show in order, starting before the last move
	Frames []LessonFrame `json:"frames"`
}

// LessonSaid is a remark about a move: the code of a sentence, and its arguments.
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
	Fresh    bool         `json:"fresh"`    // a new position, to be shown when the learner continues
	Chain    *LessonChain `json:"chain"`    // to be marked, or null
}

// LessonChain is a chain with its liberties.
type LessonChain struct {
	Point     int   `json:"point"` // the stone that shows the number of liberties
	Stones    []int `json:"stones"`
	Liberties []int `json:"liberties"`
}

// Imported problems.

// NewCollection is the body of POST /api/training/collections: files of problems in any format that moyo reads. The answer is a
// CollectionReport.
type NewCollection struct {
	Title string           `json:"title"`
	Files []CollectionFile `json:"files"`
}

// CollectionFile is a file with its text.
type CollectionFile struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// CollectionReport is the result of an import.
type CollectionReport struct {
	Collection TrainingCollection `json:"collection"`
	Skipped    []SkippedProblem   `json:"skipped"`
	Repaired   []SkippedProblem   `json:"repaired,omitempty"`
}

// SkippedProblem is a problem that was not imported, and why, or one that was repaired, and how.
type SkippedProblem struct {
	File   string `json:"file"`
	Reason string `json:"reason"`
}
