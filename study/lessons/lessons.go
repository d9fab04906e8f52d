// Package lessons holds the lessons of the page: positions with a task each,
// which the one who learns solves by playing on the board. A lesson is data; what
// a move does, whether it reaches the goal and what the other side makes of a wrong
// one is found by playing by the rules of the game, and by the solvers where more
// than one move counts. No words are here: the page has them, by the ids of
// lessons, steps and parts, and by the codes of what is said ([Codes]).
//
// The one who learns has the black stones, but where a part says otherwise.
package lessons

// Lesson is a few steps that teach one game.
type Lesson struct {
	ID          string
	Rules       string // id of the game's rules
	Board       string // spec
	Preset      string // id of the rules of the game to be played afterwards
	PresetBoard string // its board's spec
	Enough      int    // the number of steps after which a game can be begun; 0 for all
	Steps       []Step
}

// Step teaches one thing.
type Step struct {
	ID    string
	Parts []Part // what is to be done, one after the other
}

// Part is one move to be found, or one question to be answered.
type Part struct {
	ID string
	// Setup is the stones, "X D4 E5 / O E4": black and white ones; "X" is none. A
	// part without goes on from the one before it.
	Setup string
	// White gives the one who learns the white stones.
	White bool
	// First is a move of the other side's before the task is set.
	First string
	Goal  Goal
	// Target is a stone of the chain that the goal is about, or the point, where
	// it is about one.
	Target string
	// Other is the second stone of Join.
	Other string
	// Region is the points that Live and Kill are fought out on, with the stones.
	Region string
	// Choices are the answers to a question.
	Choices []string
	// Show marks the target's liberties from the start.
	Show bool
	// Answer is a move that reaches the goal, or a choice; "" for the first that does
	// by itself.
	Answer string
	// Reply is the other side's move after that: the first free of some points,
	// escape, stop, or "" for none.
	Reply string
	// Punish is the other side's move after one that misses the goal, where the
	// goal has none of its own. The page has words about it.
	Punish string
}

// Replies that depend on the position.
const (
	escape = "escape" // takes the target's last liberty, to save it
	stop   = "stop"   // takes the first point where the one who learns would win
)

// All returns every lesson, in the order in which they are offered. It is made
// anew each time.
func All() []Lesson {
	return []Lesson{weiqi(), gomoku(), renju(), captureFive(), connectFour(), atariGo(), pente(), pentalath()}
}

// Find returns the lesson with that id.
func Find(id string) (Lesson, bool) {
	for _, l := range All() {
		if l.ID == id {
			return l, true
		}
	}
	return Lesson{}, false
}
