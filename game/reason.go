package game

import "strings"

// Reason says why a move is illegal. All words about that are here: a code for
// machines, a clause for errors and a sentence for people.
type Reason uint8

// The reasons. Legal is the absence of one.
const (
	Legal Reason = iota
	OffBoard
	Occupied
	Suicide
	Ko           // would repeat a position, in whatever way the rules forbid it
	Forbidden    // by a rule of the game's own, such as Renju's, or by its opening
	NotYourTurn  // the other side is to move
	GameOver     // the game has ended
	NotInThisWay // a pass where none is allowed, an unknown choice
	Floating     // a stone would hang in the air, where stones fall
	Taking       // would take stones, where nothing may be taken
	OutOfOpening // Forbidden or NotInThisWay because of the opening: see WhyNot

	reasonCount
)

// reasons are the words for each reason. advice is a sentence that helps
// somebody who is new to the game.
var reasons = [reasonCount]struct{ code, clause, advice string }{
	Legal:    {"legal", "legal", ""},
	OffBoard: {"off-board", "that point is not on the board", ""},
	Occupied: {"occupied", "there is a stone on that point already", ""},
	Suicide:  {"suicide", "that stone would have no liberties", "Neither it nor its chain would have an empty point beside it."},
	Ko:       {"ko", "that would repeat an earlier position (ko)", "Play elsewhere first."},
	Forbidden: {"forbidden", "the rules of this game forbid that move",
		"Renju forbids Black two open threes, two fours, and more than five in a row."},
	NotYourTurn:  {"not-your-turn", "it is the other side's turn", ""},
	GameOver:     {"game-over", "the game is over", ""},
	NotInThisWay: {"no-such-move", "there is no such move here", ""},
	Floating:     {"floating", "a stone falls to the lowest free point of its column", ""},
	Taking:       {"taking", "that stone would take others, and nothing may be taken in this game", ""},
	OutOfOpening: {"opening", "the opening does not allow that move now", ""},
}

// Reasons returns every reason but Legal.
func Reasons() []Reason {
	all := make([]Reason, 0, reasonCount-1)
	for r := Legal + 1; r < reasonCount; r++ {
		all = append(all, r)
	}
	return all
}

// Code returns the reason as one word for machines, such as "ko".
func (r Reason) Code() string { return reasons[r].code }

// String returns a clause, without a capital and a full stop.
func (r Reason) String() string { return reasons[r].clause }

// Sentence returns the reason as a person is told it, in a sentence or two.
func (r Reason) Sentence() string {
	w := &reasons[r]
	return strings.TrimSpace(strings.ToUpper(w.clause[:1]) + w.clause[1:] + ". " + w.advice)
}

// WhyNot is pos.Check(m), but tells what only the opening forbids now from what
// the rules forbid.
func WhyNot(pos Position, m Move) Reason {
	reason := pos.Check(m)
	if o, ok := pos.(Opened); ok && o.Phase().Text != "" && (reason == Forbidden || reason == NotInThisWay) {
		return OutOfOpening
	}
	return reason
}

// IllegalMove is the error of an illegal move.
type IllegalMove struct {
	Move   Move
	Reason Reason
}

func (e *IllegalMove) Error() string { return "illegal move: " + e.Reason.String() }
