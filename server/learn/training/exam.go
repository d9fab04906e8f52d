package training

import (
	"context"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/study/bank"
	"moyo/study/trainer"
)

// The bounds of an exam.
const (
	maxExam        = 100 // problems
	maxExamMinutes = 180
)

func (s *Service) postExam(ctx context.Context, in *struct{ Body NewExam }) (*endpoint.Answer[TrainingExam], error) {
	low, err := bank.RatingOf(in.Body.From)
	if err != nil {
		return nil, apierror.Invalid(err)
	}
	high, err := bank.RatingOf(in.Body.To)
	if err != nil {
		return nil, apierror.Invalid(err)
	}
	if in.Body.Problems < 1 || in.Body.Problems > maxExam || in.Body.Minutes < 1 || in.Body.Minutes > maxExamMinutes {
		return nil, apierror.Say(apierror.BadRequest, "training.examSize", "An exam can have 1 to %d problems and take 1 to %d minutes.",
			maxExam, maxExamMinutes)
	}
	shelf, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	exam := &trainer.Exam{Started: s.Now(), Time: time.Duration(in.Body.Minutes) * time.Minute}
	for _, i := range trainer.PickExam(s.dice(), s.candidates(shelf.problems),
		min(low, high)-rankHalf, max(low, high)+rankHalf, in.Body.Problems) {
		exam.Problems = append(exam.Problems, s.newKey(&shelf.problems[i]))
	}
	if len(exam.Problems) == 0 {
		return nil, apierror.Say(apierror.BadRequest, "training.examEmpty", "There are no problems from %s to %s.", in.Body.From, in.Body.To)
	}
	err = s.step(ctx, identity.Player(ctx), func(who *trainee) (additions, error) {
		who.state.Exam, who.state.Pending = exam, pending{}
		return additions{}, nil
	})
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(*examOf(exam, exam.Started)), nil
}

// rankHalf is half the width of a rank in rating points.
const rankHalf = 25

func (s *Service) endExam(ctx context.Context, _ *struct{}) (*endpoint.Answer[TrainingExam], error) {
	var out *TrainingExam
	err := s.step(ctx, identity.Player(ctx), func(who *trainee) (additions, error) {
		if who.state.Exam == nil {
			return additions{}, apierror.Say(apierror.NotFound, "training.noExam", "You are not taking an exam.")
		}
		now := s.Now()
		who.state.Exam.End(now)
		if who.state.Pending.Mode == modeExam {
			who.state.Pending = pending{}
		}
		out = examOf(who.state.Exam, now)
		return additions{}, nil
	})
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(*out), nil
}

// answerExam records the answer to the exam's current problem. It returns false if the exam has ended.
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

// examOf returns the wire form of an exam, or nil.
func examOf(e *trainer.Exam, now time.Time) *TrainingExam {
	if e == nil {
		return nil
	}
	out := &TrainingExam{
		Running: !e.Over(now), Problems: len(e.Problems), Answers: []TrainingExamAnswer{},
		Right: e.Right(), Passed: e.Passed(), Seconds: e.Time.Seconds(),
	}
	if out.Running {
		out.Left = e.Deadline().Sub(now).Seconds()
	}
	for i, a := range e.Answers {
		out.Answers = append(out.Answers, TrainingExamAnswer{Key: e.Problems[i], Right: a.Right, Seconds: a.Took.Seconds()})
	}
	return out
}
