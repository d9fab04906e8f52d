package engine

import "fmt"

// Fault is the way in which an engine failed to give a move.
type Fault uint8

// The faults.
const (
	Crashed    Fault = iota // the program ended, or could not be started
	Illegal                 // the move was malformed or not legal
	Overtime                // it did not answer in time
	Overmemory              // it used more memory than its limit
	Garbled                 // its output does not follow the protocol, or is far too long
)

var faultNames = [...]string{"crash", "illegal move", "time", "memory", "garbage"}

// String returns the fault in a word or two, such as "illegal move".
func (f Fault) String() string { return faultNames[f] }

// Failure is the error of an engine that is itself at fault, as external
// programs can be. A referee counts it against the engine.
type Failure struct {
	Engine string
	Fault  Fault
	Err    error // what happened, nil where the fault says enough
}

func (e *Failure) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("%s: %s", e.Engine, e.Fault)
	}
	return fmt.Sprintf("%s: %s: %v", e.Engine, e.Fault, e.Err)
}

func (e *Failure) Unwrap() error { return e.Err }
