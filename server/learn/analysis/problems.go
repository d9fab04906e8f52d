package analysis

import (
	"errors"

	"moyo/internal/sentence"
	"moyo/server/base/apierror"
)

// Why there is no answer, without a capital letter or a full stop.
var (
	// notUnderstood answers an invalid question.
	notUnderstood = sentence.No("desk.notUnderstood", "the server did not understand that request")
	// tooMuch answers visitors when even the queue is full.
	tooMuch = sentence.No("desk.much", "the server is very busy right now; please try again in a minute")
	// taken answers visitors who have asked for something else in another window.
	taken          = sentence.No("desk.taken", "you are using the computer in another window; ask again to use it here")
	analysisFailed = sentence.No("desk.analysisFailed", "the computer could not analyse this position; please try again")
	coachFailed    = sentence.No("desk.coachFailed", "the coach could not analyse this position; please try again")
	solverFailed   = sentence.No("desk.solverFailed", "the solver could not solve this problem; please try again")
	noMoves        = sentence.No("desk.noMoves", "there are no moves to review")
	manyMoves      = sentence.No("desk.manyMoves", "games of more than %d moves cannot be reviewed", maxReviewMove)
	noSuchPoint    = sentence.No("desk.point", "there is no such point on this board")
	unknownGame    = sentence.No("desk.game", "the coach does not know this game")
	noPass         = sentence.No("desk.pass", "this game does not allow passing the turn")
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
