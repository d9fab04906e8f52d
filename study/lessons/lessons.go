// Package lessons holds the lessons of the page: positions with a task each,
// which the one who learns solves by playing on the board. A lesson is data; what
// a move does, whether it reaches the goal, what the other side makes of a wrong
// one and what is said about it is found by playing by the rules of the game.
//
// The one who learns has the black stones.
package lessons

// Lesson is a few steps that teach one game.
type Lesson struct {
	ID, Title   string
	Text        string // what it teaches, in a sentence
	Rules       string // id of the game's rules
	Board       string // spec
	Preset      string // id of the rules of the game to be played afterwards
	PresetBoard string // its board's spec
	Steps       []Step
}

// Step teaches one thing.
type Step struct {
	Title string
	Text  string // two or three sentences that explain it
	Parts []Part // what is to be done, one after the other
}

// Part is one move to be found.
type Part struct {
	// Setup is the stones, "X D4 E5 / O E4": black and white ones. A part without
	// goes on from the one before it.
	Setup string
	// First is a move of White's before the task is set.
	First string
	// Task says what is to be done, in a sentence.
	Task string
	Goal Goal
	// Target is a stone of the chain that the goal is about, or the point, where
	// it is about one.
	Target string
	// Show marks the target's liberties from the start.
	Show bool
	// Answer is a move that reaches the goal; "" for whichever wins at once.
	Answer string
	// Reply is White's move after that: a point's name, escape, stop, or "" for
	// none.
	Reply string
	// Punish is White's move after one that misses the goal, where the goal has
	// none of its own, with what is said about it.
	Punish, Punished string
	// Right is what is said when the goal is reached.
	Right string
}

// Replies of White's that depend on the position.
const (
	escape = "escape" // takes the target's last liberty, to save it
	stop   = "stop"   // takes the first point where Black would win
)

// All returns every lesson, in the order in which they are offered. It is made
// anew each time.
func All() []Lesson {
	return []Lesson{captureFive(), connectFour(), atariGo(), pente(), pentalath()}
}

// IDs returns the ids of all lessons.
func IDs() []string {
	var ids []string
	for _, l := range All() {
		ids = append(ids, l.ID)
	}
	return ids
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
