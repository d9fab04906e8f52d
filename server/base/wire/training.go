package wire

// Training with problems of life and death.

// CoursePart is the part of a course that a collection contains.
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

// EmbedAnswer is the verdict on the last move of a try.
type EmbedAnswer struct {
	Verdict string         `json:"verdict"` // "right", "solved", "wrong", "unclear" or "hopeless"
	Text    string         `json:"text"`    // the reason, in a sentence
	Reply   string         `json:"reply"`   // the answer to the move, which the next try repeats; "" for none
	Steps   []TrainingStep `json:"steps"`   // the move and its continuation
}
