package game

import "strings"

// Reason is why a move is illegal. This file has all its texts: a code for machines, a clause for
// errors and a sentence for users.
type Reason uint8

// The reasons. Legal is the absence of one.
const (
	Legal Reason = iota
	OffBoard
	Occupied
	Suicide
	Ko           // would repeat a position in a way that the rules forbid
	Forbidden    // by a rule of the game, such as Renju's, or by its opening
	NotYourTurn  // the other side is to move
	GameOver     // the game has ended
	NotInThisWay // a pass that is not allowed, or an unknown choice
	Floating     // a stone would hang in the air in a game where stones fall
	Taking       // would capture stones in a game without captures
	OutOfOpening // Forbidden or NotInThisWay because of the opening: see WhyNot

	reasonCount
)

// reasons are the texts for each reason. advice is a sentence that helps beginners.
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
	NotInThisWay: {"no-such-move", "there is no such move", ""},
	Floating:     {"floating", "a stone falls to the lowest empty point of its column", ""},
	Taking:       {"taking", "that stone would capture others, and this game has no captures", ""},
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

// String returns a clause, without a capital letter and full stop.
func (r Reason) String() string { return reasons[r].clause }

// Sentence returns the reason for users, in a sentence or two.
func (r Reason) Sentence() string {
	w := &reasons[r]
	return strings.TrimSpace(strings.ToUpper(w.clause[:1]) + w.clause[1:] + ". " + w.advice)
}

// WhyNot returns pos.Check(m), but OutOfOpening if only the opening forbids the move.
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
