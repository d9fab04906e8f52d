package wire

// Exams in training.

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
