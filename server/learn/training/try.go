package training

import (
	"context"
	"errors"
	"strings"
	"time"

	"moyo/game"
	"moyo/internal/sentence"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/queue"
	"moyo/server/base/wire"
	"moyo/server/machines/solvers"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
	"moyo/study/bank"
	"moyo/study/trainer"
)

// tryTime bounds the solver in training. After it, the stored solution has to be enough.
const tryTime = 5 * time.Second

// maxTook bounds the recorded time for a problem: the player was probably away.
const maxTook = time.Hour

// try is one call of tryProblem.
type try struct {
	key    string
	moves  []game.Move // of the problem as stored, not as shown
	names  []string    // as received
	show   bool
	puzzle trainer.Puzzle
	view   trainer.View
}

func (s *Service) tryProblem(ctx context.Context, in *struct {
	Key  string `path:"key"`
	Body TrainingTry
}) (*endpoint.Answer[TrainingAnswer], error) {
	if err := s.Rates.Allow(ctx, "puzzles", s.Rate); err != nil {
		return nil, err
	}
	t, err := s.newTry(ctx, in.Key, in.Body)
	if err != nil {
		return nil, err
	}
	if t.show {
		if who, err := s.trainee(ctx, identity.Player(ctx)); err != nil {
			return nil, err
		} else if p := who.state.Pending; p.Mode == modeExam && p.Key == t.key {
			return nil, apierror.Say(apierror.BadRequest, "training.noHelp", "Help is not available during an exam.")
		}
	}
	j, err := s.judgeTry(ctx, t)
	if err != nil {
		return nil, err
	}
	out := t.answer(j)
	if err := s.note(ctx, t, j.Verdict, out); err != nil {
		return nil, err
	}
	return endpoint.Reply(*out), nil
}

// TryProblem returns the effect of the last move in a shipped problem, for a player without an account. Nothing is stored.
func (s *Service) TryProblem(ctx context.Context, key string, moves []string) (*wire.EmbedAnswer, error) {
	if err := s.Rates.Allow(ctx, "puzzles", s.Rate); err != nil {
		return nil, err
	}
	t, err := s.newTry(ctx, key, TrainingTry{Moves: moves})
	if err != nil {
		return nil, err
	}
	j, err := s.judgeTry(ctx, t)
	if err != nil {
		return nil, err
	}
	found := t.answer(j)
	out := &wire.EmbedAnswer{Verdict: found.Verdict, Text: found.Text, Steps: found.Steps}
	if out.Verdict == "right" && len(out.Steps) > 1 {
		out.Reply = out.Steps[1].Move
	}
	return out, nil
}

// newTry finds the problem of a try and reads its moves.
func (s *Service) newTry(ctx context.Context, key string, in TrainingTry) (*try, error) {
	p, view, err := s.resolve(ctx, identity.Player(ctx), key)
	if err != nil {
		return nil, err
	}
	t := &try{key: key, names: in.Moves, show: in.Show, puzzle: puzzleOf(p), view: view}
	if len(in.Moves) > trainer.MaxMoves {
		return nil, apierror.New(apierror.BadRequest, "%d moves are too many for a problem.", len(in.Moves))
	}
	for i, name := range in.Moves {
		m := game.Pass
		if name != "pass" {
			q, ok := p.Board.Lookup(name)
			if !ok {
				return nil, apierror.New(apierror.BadRequest, "Move %d: this board has no point %.20q.", i+1, name)
			}
			m = game.Place(q)
		}
		t.moves = append(t.moves, view.Back(m))
	}
	return t, nil
}

// judgeTry asks a solver about the last move, or for the solution.
func (s *Service) judgeTry(ctx context.Context, t *try) (trainer.Judgement, error) {
	if _, err := t.puzzle.Play(t.moves); err != nil {
		return trainer.Judgement{}, tryError(err)
	}
	var j trainer.Judgement
	silent := func(*solvers.SolveProgress) {}
	err := s.Solvers.Use(ctx, queue.Judgement, queue.Of(ctx, identity.Player(ctx)),
		t.puzzle.Problem, life.Options{}, silent, func(k *solvers.Kept) (err error) {
			ctx, cancel := context.WithTimeout(ctx, tryTime)
			defer cancel()
			j, err = t.judge(ctx, k)
			return err
		})
	return j, tryError(err)
}

// tryError converts an error of a try into an answer.
func tryError(err error) error {
	var no *trainer.TryError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &no) && no.Reason == game.OffBoard:
		return apierror.Say(apierror.BadRequest, "training.outside", "That point is not part of the problem.")
	case errors.As(err, &no):
		return apierror.Wrap(apierror.Code(no.Reason.Code()), err, "", "%s", no.Reason.Sentence())
	case errors.Is(err, trainer.ErrTurn):
		return apierror.Invalid(err)
	}
	return err
}

func (t *try) judge(ctx context.Context, k *solvers.Kept) (trainer.Judgement, error) {
	if !t.show {
		return t.puzzle.Judge(ctx, k, t.moves)
	}
	line, err := t.puzzle.Solution(ctx, k, t.moves)
	return trainer.Judgement{Verdict: shown, Line: line}, err
}

// shown is the verdict for a request to show the solution.
const shown trainer.Verdict = "shown"

// answer returns the wire form of a judgement.
func (t *try) answer(j trainer.Judgement) *TrainingAnswer {
	shownProblem := t.view.Show(t.puzzle.Problem)
	at := trainer.Start(&shownProblem)
	out := &TrainingAnswer{Verdict: string(j.Verdict), Steps: []wire.TrainingStep{}}
	play := func(m game.Move) {
		color := at.ToPlay()
		_ = at.Play(m) // as Judge did
		name, point := "pass", -1
		if m != game.Pass {
			name, point = shownProblem.Board.Name(m.Point()), int(m)
		}
		out.Steps = append(out.Steps, wire.TrainingStep{
			Move: name, Point: point, Color: convert.Side(color), Stones: convert.Colors(at.Stones()),
		})
	}
	for _, m := range t.moves {
		play(t.view.Move(m))
	}
	if n := len(out.Steps); t.show {
		out.Steps = out.Steps[n:]
	} else {
		out.Steps = out.Steps[n-1:]
	}
	for _, m := range j.Line {
		play(t.view.Move(m))
	}
	out.Forbidden = forbiddenIn(at)
	say(out, t.words(j, out.Steps))
	return out
}

// words describes the effect of a move.
func (t *try) words(j trainer.Judgement, steps []wire.TrainingStep) []sentence.Sentence {
	other := convert.Side(t.view.Color(t.puzzle.ToPlay).Other())
	reply := ""
	if !t.show && len(steps) > 1 {
		reply = steps[1].Move
	}
	switch {
	case j.Verdict == trainer.Right && reply == "pass":
		return one(sentence.Of(other, "try.rightElsewhere", "Right. Black plays elsewhere. What is your next move?",
			"Right. White plays elsewhere. What is your next move?"))
	case j.Verdict == trainer.Right:
		return one(sentence.Of(other, "try.right", "Right. Black answers at %s. What is your next move?",
			"Right. White answers at %s. What is your next move?", reply))
	case j.Verdict == trainer.Solved:
		return one(t.success())
	case j.Verdict == trainer.Wrong && reply == "":
		return one(notWorking)
	case j.Verdict == trainer.Wrong && reply == "pass":
		return []sentence.Sentence{
			sentence.Of(other, "try.wrongElsewhere", "That does not work: Black plays elsewhere.",
				"That does not work: White plays elsewhere."), t.failure(j.Fate),
		}
	case j.Verdict == trainer.Wrong:
		return []sentence.Sentence{
			sentence.Of(other, "try.wrongAt", "That does not work: Black answers at %s.", "That does not work: White answers at %s.", reply),
			t.failure(j.Fate),
		}
	case j.Verdict == trainer.Hopeless:
		return one(sentence.New("try.hopeless", "This problem has no solution: its author made a mistake, or meant something else."))
	case j.Verdict == shown && len(steps) == 0:
		return one(sentence.New("try.unknown", "No solution is known from here. Please start again."))
	case j.Verdict == shown:
		return one(sentence.New("try.shown", "The solution begins with %s.", steps[0].Move))
	}
	return one(sentence.New("try.unclear", "There was not enough time to check that move. Please try another one."))
}

// The short answers.
var (
	solved     = sentence.New("try.solved", "Solved.")
	notWorking = sentence.New("try.wrong", "That does not work.")
)

func one(s sentence.Sentence) []sentence.Sentence { return []sentence.Sentence{s} }

// success describes what the player has achieved.
func (t *try) success() sentence.Sentence {
	me := convert.Side(t.view.Color(t.puzzle.ToPlay))
	switch {
	case t.puzzle.Best == life.InKo:
		return sentence.New("try.solvedKo", "Solved: this is ko, and there is nothing better.")
	case t.puzzle.Question == tsumego.Live:
		return sentence.Of(me, "try.solvedLive", "Solved: Black lives.", "Solved: White lives.")
	}
	return sentence.Of(me, "try.solvedKill", "Solved: White cannot be saved.", "Solved: Black cannot be saved.")
}

// failure describes the result for the target.
func (t *try) failure(fate life.Fate) sentence.Sentence {
	defender := convert.Side(t.view.Color(t.puzzle.Defender()))
	switch fate {
	case life.Alive:
		return sentence.Of(defender, "fate.alive", "Black lives.", "White lives.")
	case life.Seki:
		return sentence.Of(defender, "fate.seki", "Black lives in seki.", "White lives in seki.")
	case life.Dead:
		return sentence.Of(defender, "fate.dead", "Black is dead.", "White is dead.")
	case life.FateKo:
		return sentence.New("fate.ko", "It becomes a ko.")
	}
	if t.puzzle.Question == tsumego.Live {
		return sentence.Of(defender, "fate.captured", "Black is captured.", "White is captured.")
	}
	return sentence.Of(defender, "fate.away", "Black gets away.", "White gets away.")
}

// say adds words to an answer.
func say(out *TrainingAnswer, words []sentence.Sentence) {
	out.Text, out.Words = sentence.Join(words...), convert.Sentences(words)
}

// note stores the result of the pending problem when it is decided.
func (s *Service) note(ctx context.Context, t *try, v trainer.Verdict, out *TrainingAnswer) error {
	if v != trainer.Solved && v != trainer.Wrong && v != shown {
		return nil
	}
	p, err := s.problem(ctx, identity.Player(ctx), t.puzzle.ID)
	if err != nil {
		return err
	}
	var changed *problemRating
	err = s.step(ctx, identity.Player(ctx), func(who *trainee) (additions, error) {
		out.Counted, out.Rating, out.Exam, changed = false, nil, nil, nil
		if who.state.Pending.Key != t.key {
			return additions{}, nil
		}
		step := s.attempt(ctx, who, p, v == trainer.Solved, out)
		changed = step.Problem
		return step, nil
	})
	if err == nil && changed != nil {
		s.setRating(*changed)
	}
	if err == nil && out.Counted {
		s.Classes.Tried(ctx)
	}
	return err
}

// attempt records a decided problem in a player's training.
func (s *Service) attempt(ctx context.Context, who *trainee, p *bank.Problem, right bool, out *TrainingAnswer) additions {
	now, at := s.Now(), who.state.Pending
	who.state.Pending = pending{}
	if at.Mode == modeExam && !who.answerExam(right, now) {
		out.Exam = examOf(who.state.Exam, now) // the time was up
		return additions{}
	}
	card := who.cards[p.ID]
	rated := s.rating(p)
	a := &keptAttempt{
		Problem: p.ID, At: now, Right: right, Rated: counts(at.Mode, p.ID, card),
		Took: min(max(now.Sub(at.Since), 0), maxTook), Against: rated.Rating,
	}
	step := additions{Attempt: a, Card: nextCard(card, p.ID, right, now)}
	out.Counted = true
	if a.Rated {
		before := who.Rating
		ratePerson(&who.Rating, rated.Rating, right)
		if weight := s.weight(ctx, who.state.Practice, p.ID); weight > 0 {
			after := rated
			rateProblem(&after, before, right, weight)
			after = s.held(rated, after, now)
			step.Problem = &after
		}
		who.state.Practice.add(now)
		shown := ratingOf(who.Rating)
		out.Rating, out.Change = &shown, who.Rating.Points-before.Points
	}
	if at.Mode == modeExam {
		out.Exam = examOf(who.state.Exam, now)
		out.Steps = out.Steps[:1] // the rest is shown after the exam
		say(out, one(map[bool]sentence.Sentence{true: solved, false: notWorking}[right]))
	}
	a.After = who.Rating
	return step
}

// nextCard returns the card of a problem after an attempt.
func nextCard(card keptCard, problem string, right bool, now time.Time) *keptCard {
	card.Problem = problem
	card.Tried, card.Last = card.Tried+1, now
	next := cardOf(card).Failed(now)
	if right {
		card.Solved++
		next = cardOf(card).Solved(now)
	}
	card.Step, card.Lapses, card.Due = next.Step, next.Lapses, next.Due
	return &card
}

// level returns the level of an attempt's problem, or "".
func level(a *keptAttempt) string {
	if strings.HasPrefix(a.Problem, ownPrefix) {
		return ""
	}
	return levels[levelOf(a.Against.Points)].title
}
