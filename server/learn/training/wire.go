package training

import "moyo/server/base/wire"

// Training with problems of life and death.

// Training is the answer of GET /api/training: how the caller stands in
// training with problems of life and death, and what there is to do.
type Training struct {
	Rating      TrainingRating       `json:"rating"`
	Tried       int                  `json:"tried"`   // problems
	Solved      int                  `json:"solved"`  // of them
	Due         int                  `json:"due"`     // failed problems that are to be repeated now
	NextDue     string               `json:"nextDue"` // RFC 3339: when another one will be, or ""
	Problems    int                  `json:"problems"`
	Ranks       []string             `json:"ranks"` // of the easiest and the hardest problem
	Collections []TrainingCollection `json:"collections"`
	Exam        *TrainingExam        `json:"exam"` // that runs or was the last, or null
}

// TrainingRating is how strong somebody is, on the scale of Glicko-2.
type TrainingRating struct {
	Points      float64 `json:"points"`
	Deviation   float64 `json:"deviation"`
	Rank        string  `json:"rank"`        // "30k" to "9d"
	Provisional bool    `json:"provisional"` // a guess as yet
}

// TrainingCollection is a set of problems with how far one has come in it. Group
// is "level", "theme", "own", or "course" for a part of a course.
type TrainingCollection struct {
	ID       string           `json:"id"`
	Title    string           `json:"title"`
	Group    string           `json:"group"`
	Part     *wire.CoursePart `json:"part,omitempty"` // of group "course"
	Problems int              `json:"problems"`
	Solved   int              `json:"solved"`
	Failed   int              `json:"failed"`            // tried and not solved yet
	Picture  *TrainingPicture `json:"picture,omitempty"` // of groups "level" and "theme"
}

// TrainingPicture is a problem of a collection that it is pictured by.
type TrainingPicture struct {
	Board  string `json:"board"` // spec
	Stones string `json:"stones"`
}

// TrainingCourses is the answer of GET /api/training/courses: what the problems that come
// with the program make, in the order to take it.
type TrainingCourses struct {
	Courses []TrainingCourse `json:"courses"`
}

// TrainingCourse is a course with how far one has come in it.
type TrainingCourse struct {
	ID       string               `json:"id" ts:"CourseID"`
	Name     string               `json:"name"`
	About    string               `json:"about"` // a sentence
	From     string               `json:"from"`  // the rank of the easiest problem
	To       string               `json:"to"`    // and of the hardest
	Problems int                  `json:"problems"`
	Solved   int                  `json:"solved"`
	Failed   int                  `json:"failed"` // tried and not solved yet
	Parts    []TrainingCollection `json:"parts"`  // of group "course", to be chosen from like other collections
	Board    string               `json:"board"`  // of a problem of the course, to be pictured
	Stones   string               `json:"stones"` // of it
}

// TrainingPart is the answer of GET /api/training/courses/{part}: the problems of a part of a course
// in order.
type TrainingPart struct {
	Set      TrainingCollection `json:"set"`
	Problems []TrainingPlace    `json:"problems"`
}

// TrainingPlace is a problem of a part with what the caller has done with it.
type TrainingPlace struct {
	ID     string `json:"id"` // for TrainingChoice
	Rank   string `json:"rank"`
	Tried  int    `json:"tried"`
	Solved int    `json:"solved"`
}

// TrainingChoice is the body of POST /api/training/next. Mode is "rated" (what
// fits one's level), "review" (what was failed and is due), "collection" or
// "exam". The answer is a TrainingProblem.
type TrainingChoice struct {
	Mode       string `json:"mode"`
	Collection string `json:"collection"`        // an id, with mode "collection"
	After      string `json:"after"`             // the key of the problem shown before it, or ""
	Problem    string `json:"problem,omitempty"` // the id of a problem of the collection, or "" for the next
}

// TrainingProblem is a problem as it is shown, turned and with colours swapped by
// chance; its key says which and how. It is also the answer of GET
// /api/training/problems/{key}.
type TrainingProblem struct {
	Key       string           `json:"key"`
	Mode      string           `json:"mode"` // as in TrainingChoice, or "" where nothing counts
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
	Hint      string           `json:"hint"`                // a sentence, for those who want it; "" in an exam
	HintWords *wire.Sentence   `json:"hintWords,omitempty"` // that, for the page
	Rank      string           `json:"rank"`                // "" where it was never rated
	Points    float64          `json:"points"`
	Tags      []string         `json:"tags"`
	Solutions int              `json:"solutions"` // how many first moves solve it, 0 where that is not known
	Tried     int              `json:"tried"`     // by the caller
	Solved    int              `json:"solved"`
	Counts    bool             `json:"counts"` // for the rating
	Cost      float64          `json:"cost"`   // points of the rating that are lost where it is not solved
	Number    int              `json:"number"` // its place in the collection or exam, from 1
	Of        int              `json:"of"`
}

// TrainingTry is the body of POST /api/training/problems/{key}/try: the moves so
// far, one's own and the answers to them in turn, one's own last. Show asks for
// the solution instead: Moves then ends with an answer, or is empty.
type TrainingTry struct {
	Moves []string `json:"moves"` // names of points, or "pass"
	Show  bool     `json:"show"`
}

// TrainingAnswer says what the last move of a TrainingTry does. Steps are the
// move itself (unless the solution was asked for) and what follows: the other
// side's reply, the refutation, or the solution.
type TrainingAnswer struct {
	Verdict   string              `json:"verdict"` // "right", "solved", "wrong", "unclear", "hopeless" or "shown"
	Text      string              `json:"text"`
	Words     []wire.Sentence     `json:"words"` // of Text, for the page: one after the other
	Steps     []wire.TrainingStep `json:"steps"`
	Forbidden []wire.Forbidden    `json:"forbidden"` // after the last step
	Counted   bool                `json:"counted"`   // this try was the one that counts
	Rating    *TrainingRating     `json:"rating"`    // where it has changed, else null
	Change    float64             `json:"change"`    // by how many points
	Exam      *TrainingExam       `json:"exam"`      // where it was part of one, else null
}

// TrainingStatistics is the answer of GET /api/training/statistics.
type TrainingStatistics struct {
	Rating  TrainingRating   `json:"rating"`
	Tried   int              `json:"tried"` // attempts
	Solved  int              `json:"solved"`
	Streak  int              `json:"streak"` // solved one after the other until now
	Best    int              `json:"best"`   // the longest streak
	History []TrainingSample `json:"history"`
	Tags    []TrainingShare  `json:"tags"`   // the most tried first
	Levels  []TrainingShare  `json:"levels"` // easy ones first
	Days    []TrainingShare  `json:"days"`   // by date, such as "2026-07-01"
}

// TrainingSample is the rating at some time.
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

// TrainingExam is an exam that runs or has ended.
type TrainingExam struct {
	Running  bool                 `json:"running"`
	Problems int                  `json:"problems"`
	Answers  []TrainingExamAnswer `json:"answers"`
	Right    int                  `json:"right"`
	Passed   bool                 `json:"passed"`
	Seconds  float64              `json:"seconds"` // for all
	Left     float64              `json:"left"`    // seconds, 0 where it has ended
}

// TrainingExamAnswer is what became of a problem of an exam.
type TrainingExamAnswer struct {
	Key     string  `json:"key"`
	Right   bool    `json:"right"`
	Seconds float64 `json:"seconds"`
}

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
	ID        string     `json:"id"`
	Board     string     `json:"board"`     // spec
	Rules     string     `json:"rules"`     // id
	GameTitle string     `json:"gameTitle"` // as in GameInfo
	RulesText string     `json:"rulesText"`
	Words     wire.Rules `json:"words"`  // the two above, for the page
	Stones    string     `json:"stones"` // one character a point, as in Snapshot
	ToPlay    string     `json:"toPlay"` // the side that wins
	Depth     int        `json:"depth"`  // moves of that side in the shortest win, the last included
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
	Verdict   string           `json:"verdict"`   // "solved", "right", "wrong" or "hint"
	Text      string           `json:"text"`      // why, in a sentence
	Words     wire.Sentence    `json:"words"`     // that, for the page
	Reply     string           `json:"reply"`     // the other side's answer, "-" where none helps, "" where none is made
	Hint      string           `json:"hint"`      // the move that wins, of "hint"
	Left      int              `json:"left"`      // moves to the win, of "right" and "hint"
	Stones    string           `json:"stones"`    // after the answer
	Figure    []int            `json:"figure"`    // the winning line, if there is one
	Last      int              `json:"last"`      // point of the last stone, -1 for none
	Forbidden []wire.Forbidden `json:"forbidden"` // points that the solver may not play next
}

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
	Verdict string        `json:"verdict"`
	Said    *LessonSaid   `json:"said"`                           // about the last move, or the help
	Why     []wire.Saying `json:"why"`                            // what the coach says of it
	Right   string        `json:"right" ts:"LessonPartID | \"\""` // the part that was solved by the last move
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

// Problems of one's own in training.

// NewCollection is the body of POST /api/training/collections: files of problems
// in any form that moyo reads. The answer is a CollectionReport.
type NewCollection struct {
	Title string           `json:"title"`
	Files []CollectionFile `json:"files"`
}

// CollectionFile is a file with its text.
type CollectionFile struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// CollectionReport says what came of the files.
type CollectionReport struct {
	Collection TrainingCollection `json:"collection"`
	Skipped    []SkippedProblem   `json:"skipped"`
}

// SkippedProblem is a problem that cannot be trained with, and why.
type SkippedProblem struct {
	File   string `json:"file"`
	Reason string `json:"reason"`
}
