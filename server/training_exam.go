package server

import (
	"context"
	"fmt"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/wire"
	"moyo/store"
	"moyo/tsumego/bank"
	"moyo/tsumego/trainer"
)

// The bounds of an exam.
const (
	maxExam        = 100 // problems
	maxExamMinutes = 180
)

func (s *Server) postExam(ctx context.Context, in *struct{ Body wire.NewExam }) (*answer[wire.TrainingExam], error) {
	if err := s.allow(ctx, "puzzles", s.cfg.Limits.Puzzles); err != nil {
		return nil, err
	}
	low, err := bank.RatingOf(in.Body.From)
	if err != nil {
		return nil, huma.Error400BadRequest(err.Error())
	}
	high, err := bank.RatingOf(in.Body.To)
	if err != nil {
		return nil, huma.Error400BadRequest(err.Error())
	}
	if in.Body.Problems < 1 || in.Body.Problems > maxExam || in.Body.Minutes < 1 || in.Body.Minutes > maxExamMinutes {
		return nil, huma.Error400BadRequest(fmt.Sprintf("An exam has 1 to %d problems and takes 1 to %d minutes.", maxExam, maxExamMinutes))
	}
	shelf, err := s.training.load(ctx)
	if err != nil {
		return nil, s.internal(err)
	}
	exam := &trainer.Exam{Started: s.training.now(), Time: time.Duration(in.Body.Minutes) * time.Minute}
	for _, i := range trainer.PickExam(dice(), s.training.candidates(shelf.problems), min(low, high)-rankHalf, max(low, high)+rankHalf, in.Body.Problems) {
		exam.Problems = append(exam.Problems, s.newKey(&shelf.problems[i]))
	}
	if len(exam.Problems) == 0 {
		return nil, huma.Error400BadRequest(fmt.Sprintf("There are no problems from %s to %s.", in.Body.From, in.Body.To))
	}
	err = s.training.step(ctx, guest(ctx), func(who *trainee) (store.Step, error) {
		who.state.Exam, who.state.Pending = exam, pending{}
		return store.Step{}, nil
	})
	if err != nil {
		return nil, s.internal(err)
	}
	return &answer[wire.TrainingExam]{*examOf(exam, exam.Started)}, nil
}

// rankHalf is half the points of a rank: its problems lie around its middle.
const rankHalf = 25

func (s *Server) endExam(ctx context.Context, _ *struct{}) (*answer[wire.TrainingExam], error) {
	var out *wire.TrainingExam
	err := s.training.step(ctx, guest(ctx), func(who *trainee) (store.Step, error) {
		if who.state.Exam == nil {
			return store.Step{}, refusal("There is no exam.")
		}
		now := s.training.now()
		who.state.Exam.End(now)
		if who.state.Pending.Mode == modeExam {
			who.state.Pending = pending{}
		}
		out = examOf(who.state.Exam, now)
		return store.Step{}, nil
	})
	if err != nil {
		return nil, s.trainingError(err)
	}
	return &answer[wire.TrainingExam]{*out}, nil
}

// answerExam notes the answer to the exam's current problem. It returns false
// where the exam was over.
func (who *trainee) answerExam(right bool, now time.Time) bool {
	e := who.state.Exam
	if e == nil || e.Over(now) {
		if e != nil {
			e.End(now)
		}
		return false
	}
	e.Answer(right, now)
	return true
}

// examOf returns an exam as the wire has it, nil for none.
func examOf(e *trainer.Exam, now time.Time) *wire.TrainingExam {
	if e == nil {
		return nil
	}
	out := &wire.TrainingExam{
		Running: !e.Over(now), Problems: len(e.Problems), Answers: []wire.TrainingExamAnswer{},
		Right: e.Right(), Passed: e.Passed(), Seconds: e.Time.Seconds(),
	}
	if out.Running {
		out.Left = e.Deadline().Sub(now).Seconds()
	}
	for i, a := range e.Answers {
		out.Answers = append(out.Answers, wire.TrainingExamAnswer{Key: e.Problems[i], Right: a.Right, Seconds: a.Took.Seconds()})
	}
	return out
}
