package wire

// Training with problems of life and death.

// CoursePart says which part of a course a collection is.
type CoursePart struct {
	Course string `json:"course" ts:"CourseID"`
	Number int    `json:"number"` // from 1, or 0 for the whole course
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
