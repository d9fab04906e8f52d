package solvers

import "moyo/server/base/wire"

// SolveProgress is the progress of a search.
type SolveProgress struct {
	Waiting   *wire.Waiting `json:"waiting,omitempty"` // all other fields are unset then
	Stage     string        `json:"stage"`             // the current question, in words
	Done      int           `json:"done"`              // finished stages
	Stages    int           `json:"stages"`
	Nodes     int64         `json:"nodes"`
	PerSecond float64       `json:"perSecond"`
	Elapsed   float64       `json:"elapsed"`  // seconds
	Proof     float64       `json:"proof"`    // proof number of the stage's root
	Disproof  float64       `json:"disproof"` // and its disproof number
	Fraction  float64       `json:"fraction"` // estimated progress, 0 to 1
}
