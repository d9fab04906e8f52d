package engine

import "fmt"

// Fault says in which way an engine has failed to give a move.
type Fault uint8

// The faults.
const (
	Crashed    Fault = iota // the program ended, or could not be started
	Illegal                 // it gave a move that is none, or not a legal one
	Overtime                // it did not answer in time
	Overmemory              // it took more memory than it was given
	Garbled                 // it said what is not in the protocol, or far too much
)

var faultNames = [...]string{"crash", "illegal move", "time", "memory", "garbage"}

// String returns the fault in a word or two, such as "illegal move".
func (f Fault) String() string { return faultNames[f] }

// Failure is the error of an engine that is itself at fault, as other programs
// can be: whoever referees counts it against the engine.
type Failure struct {
	Engine string
	Fault  Fault
	Err    error // what happened, nil where the fault says it all
}

func (e *Failure) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("%s: %s", e.Engine, e.Fault)
	}
	return fmt.Sprintf("%s: %s: %v", e.Engine, e.Fault, e.Err)
}

func (e *Failure) Unwrap() error { return e.Err }
