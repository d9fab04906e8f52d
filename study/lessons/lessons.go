// Package lessons contains the lessons of the page: positions, each with a task that the learner
// solves by playing on the board. A lesson is data. The effect of a move, whether it reaches the
// goal, and the punishment of a wrong move come from the rules of the game, and from solvers for
// more than one move. The page has the texts, by the ids of lessons, steps and parts, and by codes
// ([Codes]).
//
// The learner has the black stones unless a part says otherwise.
package lessons

// Lesson teaches one game in a few steps.
type Lesson struct {
	ID          string
	Rules       string // id of the game's rules
	Board       string // spec
	Preset      string // id of the rules of the game to play afterwards
	PresetBoard string // its board's spec
	Enough      int    // the number of steps after which the learner can start a game; 0 for all
	Steps       []Step
}

// Step teaches one thing.
type Step struct {
	ID    string
	Parts []Part // tasks, one after the other
}

// Part is one move to find, or one question to answer.
type Part struct {
	ID string
	// Setup is the stones, "X D4 E5 / O E4": black and white; "X" is none. A part without a setup
	// continues from the previous one.
	Setup string
	// White gives the learner the white stones.
	White bool
	// First is a move of the other side before the task.
	First string
	Goal  Goal
	// Target is a stone of the chain that the goal is about, or a point.
	Target string
	// Other is the second stone of Join.
	Other string
	// Region is the points of the fight for Live and Kill, with the stones.
	Region string
	// Choices are the answers to a question.
	Choices []string
	// Show marks the target's liberties from the start.
	Show bool
	// Answer is a move that reaches the goal, or a choice; "" for the first move that does.
	Answer string
	// Reply is the other side's move after that: the first free one of some points, escape, stop, or
	// "" for none.
	Reply string
	// Punish is the other side's move after one that misses the goal, if the goal has none of its own.
	// The page has a text about it.
	Punish string
}

// Replies that depend on the position.
const (
	escape = "escape" // captures the target's last liberty, to save it
	stop   = "stop"   // plays the first point where the learner would win
)

// All returns new copies of all lessons, in the order in which they are offered.
func All() []Lesson {
	return []Lesson{weiqi(), gomoku(), renju(), captureFive(), connectFour(), atariGo(), pente(), pentalath()}
}

// Find returns the lesson with this id.
func Find(id string) (Lesson, bool) {
	for _, l := range All() {
		if l.ID == id {
			return l, true
		}
	}
	return Lesson{}, false
}
