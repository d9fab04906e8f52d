package analysis

import (
	"errors"

	"moyo/internal/sentence"
	"moyo/server/base/apierror"
)

// Why there is no answer, in words without a capital or a full stop.
var (
	// notUnderstood answers what is no question.
	notUnderstood = sentence.No("desk.notUnderstood", "the server did not understand that request")
	// tooMuch answers those for whom there is no place even to wait at.
	tooMuch = sentence.No("desk.much", "the server has very much to do right now; please try again in a minute")
	// taken answers those who have asked for something else from another window.
	taken          = sentence.No("desk.taken", "another window of yours has asked the computer for something; ask again to have it back here")
	analysisFailed = sentence.No("desk.analysisFailed", "the computer could not look at this position; please try again")
	coachFailed    = sentence.No("desk.coachFailed", "the coach could not look at this position; please try again")
	solverFailed   = sentence.No("desk.solverFailed", "the solver failed at this problem; please try again")
	noMoves        = sentence.No("desk.noMoves", "there are no moves to review")
	manyMoves      = sentence.No("desk.manyMoves", "games of more than %d moves are not reviewed", maxReviewMove)
	noSuchPoint    = sentence.No("desk.point", "there is no such point on this board")
	unknownGame    = sentence.No("desk.game", "the coach does not know this game")
	noPass         = sentence.No("desk.pass", "in this game the turn cannot be handed over")
	notYourTurn    = sentence.No("desk.turn", "it is not your turn")
)

// because returns what an error says, in words that the page has where there are some.
func because(err error) sentence.Sentence {
	if e, ok := errors.AsType[*sentence.Error](err); ok && e.Text == err.Error() {
		return e.Sentence
	}
	if e, ok := errors.AsType[*apierror.Error](err); ok {
		return e.Sentence
	}
	return sentence.Sentence{Text: err.Error()}
}

func noAnalysis(id int, why sentence.Sentence) AnalysisReply {
	return AnalysisReply{ID: id, Problem: why.Text, Refusal: why.ID, Places: why.Places}
}

func noAdvice(why sentence.Sentence) CoachReply {
	return CoachReply{Problem: why.Text, Refusal: why.ID, Places: why.Places}
}

func noSolution(id int, why sentence.Sentence) SolveReply {
	return SolveReply{ID: id, Problem: why.Text, Refusal: why.ID, Places: why.Places}
}
