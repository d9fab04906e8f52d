package training

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"moyo/game"
	"moyo/internal/sentence"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/study/bank"
	"moyo/study/courses"
	"moyo/study/hints"
	"moyo/study/trainer"
)

func (s *Service) registerCourses(api endpoint.API) {
	endpoint.Register(api, access.See.Pupils(), huma.Operation{
		OperationID: "training-courses", Method: http.MethodGet, Path: "/api/training/courses",
		Summary: "The courses of problems, with the caller's progress",
	}, s.getCourses)
	endpoint.Register(api, access.See.Pupils(), huma.Operation{
		OperationID: "training-part", Method: http.MethodGet, Path: "/api/training/courses/{part}",
		Summary: "The problems of one part of a course", Errors: []int{http.StatusNotFound},
	}, s.getPart)
}

// course is a course of shipped problems. Its parts can be trained like other collections.
type course struct {
	wire  TrainingCourse // without a player's progress
	parts []collection
}

// shippedCourses returns the courses of problems.
func shippedCourses(problems []bank.Problem) []course {
	var out []course
	for _, set := range courses.Divide(problems) {
		shown := pictured(problems, set.Problems)
		first, last := set.Problems[0], set.Problems[len(set.Problems)-1]
		c := course{wire: TrainingCourse{
			ID: set.ID, Name: set.Name, About: set.About, Problems: len(set.Problems),
			From: problems[first].Rank(), To: problems[last].Rank(),
			Board: shown.Board.Spec(), Stones: convert.Colors(shown.Stones),
		}}
		parts := set.Parts()
		for n, part := range parts {
			p := collection{
				id: fmt.Sprintf("course-%s-%d", set.ID, n+1), title: set.Name, group: groupCourse, part: &wire.CoursePart{Course: set.ID},
			}
			if len(parts) > 1 {
				p.part.Number = n + 1
				p.title = fmt.Sprintf("%s, part %d", set.Name, n+1)
			}
			for _, i := range part {
				p.problems = append(p.problems, problems[i].ID)
			}
			c.parts = append(c.parts, p)
		}
		out = append(out, c)
	}
	return out
}

// pictured returns the problem for a picture: the first on the smallest board.
func pictured(problems []bank.Problem, from []int) *bank.Problem {
	best := &problems[from[0]]
	for _, i := range from {
		if problems[i].Board.Len() < best.Board.Len() {
			best = &problems[i]
		}
	}
	return best
}

func (s *Service) getCourses(ctx context.Context, _ *struct{}) (*endpoint.Answer[TrainingCourses], error) {
	shelf, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	who, err := s.trainee(ctx, identity.Player(ctx))
	if err != nil {
		return nil, err
	}
	out := TrainingCourses{Courses: []TrainingCourse{}}
	for _, c := range shelf.courses {
		shown := c.wire
		for _, part := range c.parts {
			done := who.progress(part)
			shown.Parts = append(shown.Parts, done)
			shown.Solved += done.Solved
			shown.Failed += done.Failed
		}
		out.Courses = append(out.Courses, shown)
	}
	return endpoint.Reply(out), nil
}

func (s *Service) getPart(ctx context.Context, in *struct {
	Part string `path:"part"`
}) (*endpoint.Answer[TrainingPart], error) {
	shelf, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	part, ok := shelf.set(in.Part)
	if !ok || part.group != groupCourse {
		return nil, apierror.Say(apierror.NotFound, "training.noPart", "This part of a course does not exist.")
	}
	who, err := s.trainee(ctx, identity.Player(ctx))
	if err != nil {
		return nil, err
	}
	out := TrainingPart{Set: who.progress(part), Problems: []TrainingPlace{}}
	for _, id := range part.problems {
		card := who.cards[id]
		rank := bank.Rank(s.rating(&shelf.problems[shelf.index[id]]).Rating.Points)
		out.Problems = append(out.Problems, TrainingPlace{ID: id, Rank: rank, Tried: card.Tried, Solved: card.Solved})
	}
	return endpoint.Reply(out), nil
}

// firstHint returns the hint for a problem in its shown colours.
func firstHint(p *bank.Problem, view trainer.View) sentence.Sentence {
	shown := *p
	shown.Problem = view.Show(p.Problem)
	shown.First, shown.Line = shownMoves(view, p.First), shownMoves(view, p.Line)
	return hints.Text(&shown)
}

func shownMoves(view trainer.View, moves []game.Move) []game.Move {
	out := make([]game.Move, len(moves))
	for i, m := range moves {
		out[i] = view.Move(m)
	}
	return out
}
