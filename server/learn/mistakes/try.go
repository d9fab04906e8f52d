package mistakes

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/internal/sentence"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/queue"
	"moyo/server/base/wire"
	"moyo/server/machines/engines"
	"moyo/server/store"
	"moyo/study/review"
)

// The bounds of a try.
const (
	evaluationTime = 1200 * time.Millisecond // for each of the two moves that are compared
	mostTime       = 10 * time.Second        // in total: counting dead stones has no limit of its own
	longest        = 8                       // moves of a line that are shown
)

// The lines that a request can ask for instead of trying a move.
const (
	showPlayed = "played"
	showBetter = "better"
)

func (s *service) try(ctx context.Context, in *struct {
	Game   string `path:"game"`
	Number int    `path:"number"`
	Body   MistakeTry
}) (*endpoint.Answer[MistakeAnswer], error) {
	if err := s.Rates.Allow(ctx, "puzzles", s.Rate); err != nil {
		return nil, err
	}
	m, err := s.mistake(ctx, named{in.Game, in.Number})
	if err != nil {
		return nil, err
	}
	var b body
	if err := json.Unmarshal(m.Body, &b); err != nil {
		return nil, err
	}
	if len(in.Body.Move) > convert.MaxMove || in.Body.Show != "" && in.Body.Show != showPlayed && in.Body.Show != showBetter {
		return nil, apierror.New(apierror.BadRequest, "A try needs a move or a line to show.")
	}
	out, err := s.evaluate(ctx, m, b, in.Body)
	if err != nil {
		return nil, err
	}
	if in.Body.Show != showPlayed { // the reply to the played move gives nothing away
		if err := s.note(ctx, m, out); err != nil {
			return nil, err
		}
	}
	return endpoint.Reply(*out), nil
}

// evaluate evaluates a move with an engine, in the caller's turn.
func (s *service) evaluate(ctx context.Context, m mistake, b body, in MistakeTry) (out *MistakeAnswer, err error) {
	id := s.Analysts[convert.GameID(b.Rules)]
	if id == "" {
		return nil, apierror.Say(apierror.BadRequest, "mistakes.noEngine", "No engine can analyse this game any more.")
	}
	var no error // an error of the move; the engine stays usable
	loan := engines.Loan{Engine: id, Game: m.Owner, Urgency: queue.Analysis, For: queue.Of(ctx, m.Owner)}
	err = s.Engines.Use(ctx, loan, func(eng engine.Engine) error {
		ctx, cancel := context.WithTimeout(ctx, mostTime)
		defer cancel()
		f, err := s.Reviews.Game(ctx, m.Game)
		if err != nil {
			no = refusal(err)
			return nil
		}
		if len(f.Position.Moves()) < m.Number {
			no = errNone
			return nil
		}
		out, err = judged(ctx, eng, review.Before(f.Position, m.Number-1), b, in)
		if isTheirs(err) {
			no, err = err, nil
		}
		return err
	})
	return out, cmp.Or(err, no)
}

// isTheirs reports whether an error is about the request, and not about the engine.
func isTheirs(err error) bool {
	_, illegal := errors.AsType[*game.IllegalMove](err)
	_, refused := errors.AsType[*apierror.Error](err)
	return illegal || refused
}

// judged returns the engine's judgement of a move in a position.
func judged(ctx context.Context, eng engine.Engine, pos game.Position, b body, in MistakeTry) (*MistakeAnswer, error) {
	better, err := game.ParseMove(pos, b.Better)
	if err != nil {
		return nil, err
	}
	played, err := game.ParseMove(pos, b.Played)
	if err != nil {
		return nil, err
	}
	move := better
	switch in.Show {
	case showPlayed:
		move = played
	case "":
		if move, err = game.ParseMove(pos, in.Move); err != nil {
			return nil, apierror.Say(apierror.BadRequest, "mistakes.noMove", "That move is not possible here.")
		}
	}
	found, err := review.Retry(ctx, eng, pos, better, move, engine.Limits{Time: evaluationTime, Seed: engines.Seed()})
	if err != nil {
		return nil, err
	}
	out := &MistakeAnswer{Verdict: "wrong", Value: math.Round(found.Value*1e4) / 1e4, Steps: stepsOf(pos, found.Line)}
	switch {
	case in.Show != "":
		out.Verdict = "shown"
	case move != played && found.Right():
		out.Verdict = "right"
	}
	said := words(pos, found, move, better, played, in.Show, out.Verdict)
	out.Text, out.Words = said.Text, convert.Sentences([]sentence.Sentence{said})
	return out, nil
}

// stepsOf plays a line.
func stepsOf(pos game.Position, line []game.Move) []wire.TrainingStep {
	at := pos.Clone()
	steps := []wire.TrainingStep{}
	for _, m := range line[:min(len(line), longest)] {
		color, name := at.ToPlay(), game.Format(at, m)
		if at.Play(m) != nil {
			break // engines may continue after the end of a game
		}
		point := -1
		if m >= 0 {
			point = int(m.Point())
		}
		steps = append(steps, wire.TrainingStep{Move: name, Point: point, Color: convert.Side(color), Stones: convert.Stones(at)})
	}
	return steps
}

// words describes the effect of a move, and says what is only an engine's estimate.
func words(pos game.Position, found review.Retried, move, better, played game.Move, show, verdict string) sentence.Sentence {
	side := convert.Side(pos.ToPlay())
	value, against := percent(found.Value), percent(found.Against)
	switch name := game.Format(pos, move); {
	case show == showBetter:
		return sentence.New("mistake.better", "The engine prefers %s.", name)
	case verdict == "right" && found.Proven && found.Value == 1:
		return sentence.New("mistake.wins", "After this move, the engine has found a forced win.")
	case verdict == "right" && move == better:
		return sentence.New("mistake.best", "This is the engine's preferred move.")
	case verdict == "right":
		return sentence.New("mistake.asGood", "The engine considers this about as good as its preferred move.")
	case found.Proven && found.Value == 0:
		return sentence.Of(side, "mistake.loses", "After this move, the engine has found a forced loss for Black.",
			"After this move, the engine has found a forced loss for White.")
	case move == played:
		return sentence.Of(side, "mistake.played", "This was played. The engine then gives Black a win probability of %d %%.",
			"This was played. The engine then gives White a win probability of %d %%.", value)
	case value == against:
		return sentence.New("mistake.points", "The engine prefers another move, by about %d points.", int(math.Round(found.Points)))
	}
	return sentence.Of(side, "mistake.worse",
		"The engine gives Black a win probability of %d %% after this move, and %d %% after its preferred move.",
		"The engine gives White a win probability of %d %% after this move, and %d %% after its preferred move.", value, against)
}

// percent returns a win probability in percent, never 0 or 100.
func percent(value float64) int { return min(max(int(math.Round(100*value)), 1), 99) }

// note records the result of a try if the mistake was due. Earlier tries do not test memory, and exploring a position afterwards
// must not count as a failure.
func (s *service) note(ctx context.Context, m mistake, out *MistakeAnswer) error {
	now := s.Now()
	if turn(m, now) == 0 {
		card := cardOf(m).Failed(now)
		if out.Verdict == "right" {
			card = cardOf(m).Solved(now)
			m.Solved++
		}
		m.Tried++
		m.Last, m.Step, m.Lapses, m.Due = now, card.Step, card.Lapses, card.Due
		if err := s.kept().save(ctx, m); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		out.Counted = true
	}
	out.Due = convert.Stamp(m.Due)
	return nil
}
