package wire

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
