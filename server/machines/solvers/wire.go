package solvers

import "moyo/server/base/wire"

// SolveProgress is how far a search has come.
type SolveProgress struct {
	Waiting   *wire.Waiting `json:"waiting,omitempty"` // nothing else is set then
	Stage     string        `json:"stage"`             // what is being asked, in words
	Done      int           `json:"done"`              // stages done
	Stages    int           `json:"stages"`
	Nodes     int64         `json:"nodes"`
	PerSecond float64       `json:"perSecond"`
	Elapsed   float64       `json:"elapsed"`  // seconds
	Proof     float64       `json:"proof"`    // proof number of the stage's root
	Disproof  float64       `json:"disproof"` // and its disproof number
	Fraction  float64       `json:"fraction"` // an estimate of the way done, 0 to 1
}
