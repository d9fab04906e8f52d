package wire

// Training with problems of life and death.

// TrainingRating is how strong somebody is, on the scale of Glicko-2.
type TrainingRating struct {
	Points      float64 `json:"points"`
	Deviation   float64 `json:"deviation"`
	Rank        string  `json:"rank"`        // "30k" to "9d"
	Provisional bool    `json:"provisional"` // a guess as yet
}

// CoursePart says which part of a course a collection is.
type CoursePart struct {
	Course string `json:"course" ts:"CourseID"`
	Number int    `json:"number"` // from 1, or 0 for the whole course
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

// EmbedAnswer says what the last of the moves of a try does.
type EmbedAnswer struct {
	Verdict string         `json:"verdict"` // "right", "solved", "wrong", "unclear" or "hopeless"
	Text    string         `json:"text"`    // why, in a sentence
	Reply   string         `json:"reply"`   // the answer to the move, which the next try repeats; "" for none
	Steps   []TrainingStep `json:"steps"`   // the move and what follows
}
