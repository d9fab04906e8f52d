package training

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"moyo/board"
	"moyo/game"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/wire"
	"moyo/server/share/boards"
	"moyo/study/lessons"
)

// lessonRoutes only store that a pupil has done a step. A request for a step sends all its moves again.
type lessonRoutes struct {
	boards  *boards.Cache
	rules   func(id string) (game.Rules, error)
	rates   *limit.Addresses
	rate    float64
	classes Classes
}

func registerLessons(api endpoint.API, cfg Config) {
	s := &lessonRoutes{cfg.Boards, cfg.Rules, cfg.Rates, cfg.Rate, cfg.Classes}
	endpoint.Register(api, access.See.Pupils(), huma.Operation{
		OperationID: "lessons", Method: http.MethodGet, Path: "/api/lessons",
		Summary: "The interactive lessons",
	}, s.getLessons)
	endpoint.Register(api, access.Take.By(identity.Learn).Pupils(), huma.Operation{
		OperationID: "try-lesson", Method: http.MethodPost, Path: "/api/lessons/{lesson}/{step}/try",
		Summary: "Try moves in a step of a lesson", MaxBodyBytes: endpoint.MaxBody,
		Errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusTooManyRequests},
	}, endpoint.Limited(s.rates, "lessons", s.rate, s.tryLesson))
}

// HasLesson reports whether a lesson exists.
func (s *Service) HasLesson(id string) bool {
	_, ok := lessons.Find(id)
	return ok
}

func (s *lessonRoutes) getLessons(context.Context, *struct{}) (*endpoint.Answer[Lessons], error) {
	out := Lessons{Lessons: []Lesson{}}
	for _, l := range lessons.All() {
		w := Lesson{
			ID: l.ID, Rules: l.Rules, Board: l.Board, Play: LessonGame{Rules: l.Preset, Board: l.PresetBoard},
			Enough: l.Enough, Steps: []LessonStep{},
		}
		for _, step := range l.Steps {
			w.Steps = append(w.Steps, LessonStep{ID: l.ID + "." + step.ID, Parts: len(step.Parts)})
		}
		out.Lessons = append(out.Lessons, w)
	}
	return endpoint.Reply(out), nil
}

type lessonInput struct {
	Lesson string `path:"lesson"`
	Step   int    `path:"step" doc:"from 1"`
	Body   LessonTry
}

func (s *lessonRoutes) tryLesson(ctx context.Context, in *lessonInput) (*endpoint.Answer[LessonAnswer], error) {
	l, ok := lessons.Find(in.Lesson)
	if !ok || in.Step < 1 || in.Step > len(l.Steps) {
		return nil, apierror.Say(apierror.NotFound, "training.noStep", "This step of a lesson does not exist.")
	}
	open := game.Opener{
		Board: func(spec string) (*board.Board, error) { return s.boards.Get(ctx, spec) },
		Rules: s.rules,
	}
	a, err := l.Try(open, in.Step-1, in.Body.Moves, in.Body.Help)
	switch {
	case errors.Is(err, lessons.ErrTry):
		return nil, apierror.Invalid(err)
	case err != nil:
		return nil, err
	}
	if a.Verdict == lessons.Done {
		if err := s.classes.StepDone(ctx, l.ID, in.Step); err != nil {
			return nil, err
		}
	}
	return endpoint.Reply(answerOf(a)), nil
}

// answerOf returns the wire form of the answer to a try.
func answerOf(a lessons.Answer) LessonAnswer {
	out := LessonAnswer{
		Verdict: string(a.Verdict), Why: []wire.Saying{}, Right: a.Right, Punished: a.Punished, Task: a.Task, Part: a.Part,
		Side: convert.Side(a.Side), Choices: append([]string{}, a.Choices...),
		Mark: int(a.Mark), Hint: int(a.Hint.Point()), Frames: []LessonFrame{},
	}
	if s := a.Said; s.Code != "" {
		out.Said = &LessonSaid{
			Code: string(s.Code), Color: convert.Side(s.Color), Move: s.Move,
			Stones: append([]string{}, s.Stones...), Points: append([]string{}, s.Points...),
		}
	}
	for _, f := range a.Frames {
		out.Frames = append(out.Frames, frameOf(f))
		out.Why = convert.Sayings(f.Pos, a.Why) // all frames have the same board
	}
	return out
}

// frameOf returns the wire form of a position of a lesson.
func frameOf(f lessons.Frame) LessonFrame {
	st := convert.Position(f.Pos, false)
	w := LessonFrame{
		Stones: convert.Stones(f.Pos), Color: convert.Side(f.Color), Last: st.Last,
		Figure: st.Figure, Fresh: f.Fresh, Landings: landingsIn(f.Pos),
	}
	_, w.Falls = f.Pos.(game.Faller)
	if f.Move != game.NoMove {
		w.Move = game.Format(f.Pos, f.Move)
	}
	if chainer, ok := f.Pos.(game.Chainer); ok && f.Shown != board.None {
		stones, liberties := chainer.Chain(f.Shown)
		w.Chain = &LessonChain{Point: int(f.Shown), Stones: convert.Points(stones), Liberties: convert.Points(liberties)}
	}
	return w
}

// landingsIn returns the points where stones can land, never nil.
func landingsIn(pos game.Position) []int {
	landings := []int{}
	f, ok := pos.(game.Faller)
	if !ok || pos.Outcome().Over {
		return landings
	}
	for p := range game.Point(pos.Board().Len()) {
		if f.Landing(p) == p {
			landings = append(landings, int(p))
		}
	}
	return landings
}
