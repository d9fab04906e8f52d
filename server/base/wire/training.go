package wire

// Training with problems of life and death.

// Training is the answer of GET /api/training: how the one who asks stands in
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
	Part     *CoursePart      `json:"part,omitempty"` // of group "course"
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

// CoursePart says which part of a course a collection is.
type CoursePart struct {
	Course string `json:"course" ts:"CourseID"`
	Number int    `json:"number"` // from 1, or 0 for the whole course
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

// TrainingPlace is a problem of a part with what the one who asks has done with it.
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
	Key       string      `json:"key"`
	Mode      string      `json:"mode"` // as in TrainingChoice, or "" where nothing counts
	Board     string      `json:"board"`
	Stones    string      `json:"stones"`
	ToPlay    string      `json:"toPlay"`
	Question  string      `json:"question"` // "live" or "kill"
	Target    []int       `json:"target"`
	Region    []int       `json:"region"`
	Forbidden []Forbidden `json:"forbidden"`
	Title     string      `json:"title"`          // of the collection that it is shown in, or ""
	Group     string      `json:"group"`          // of that collection
	Part      *CoursePart `json:"part,omitempty"` // of group "course"
	Notes     string      `json:"notes"`
	Hint      string      `json:"hint"`                // a sentence, for those who want it; "" in an exam
	HintWords *Sentence   `json:"hintWords,omitempty"` // that, for the page
	Rank      string      `json:"rank"`                // "" where it was never rated
	Points    float64     `json:"points"`
	Tags      []string    `json:"tags"`
	Solutions int         `json:"solutions"` // how many first moves solve it, 0 where that is not known
	Tried     int         `json:"tried"`     // by the one who asks
	Solved    int         `json:"solved"`
	Counts    bool        `json:"counts"` // for the rating
	Cost      float64     `json:"cost"`   // points of the rating that are lost where it is not solved
	Number    int         `json:"number"` // its place in the collection or exam, from 1
	Of        int         `json:"of"`
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
	Verdict   string          `json:"verdict"` // "right", "solved", "wrong", "unclear", "hopeless" or "shown"
	Text      string          `json:"text"`
	Words     []Sentence      `json:"words"` // of Text, for the page: one after the other
	Steps     []TrainingStep  `json:"steps"`
	Forbidden []Forbidden     `json:"forbidden"` // after the last step
	Counted   bool            `json:"counted"`   // this try was the one that counts
	Rating    *TrainingRating `json:"rating"`    // where it has changed, else null
	Change    float64         `json:"change"`    // by how many points
	Exam      *TrainingExam   `json:"exam"`      // where it was part of one, else null
}

// TrainingStep is one move with the stones after it.
type TrainingStep struct {
	Move   string `json:"move"`
	Point  int    `json:"point"` // -1 for a pass
	Color  string `json:"color"`
	Stones string `json:"stones"`
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
