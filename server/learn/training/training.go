package training

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/contest/rating"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/store"
	"moyo/study/bank"
	"moyo/study/trainer"
)

func (s *Service) registerTraining(api endpoint.API) {
	bad := []int{http.StatusBadRequest, http.StatusTooManyRequests}
	missing := append([]int{http.StatusNotFound}, bad...)
	endpoint.Register(api, access.See.Pupils(), huma.Operation{
		OperationID: "training", Method: http.MethodGet, Path: "/api/training",
		Summary: "The caller's training with life-and-death problems",
	}, s.getTraining)
	endpoint.Register(api, access.Take.By(identity.Learn).Pupils(), huma.Operation{
		OperationID: "next-training-problem", Method: http.MethodPost, Path: "/api/training/next",
		Summary: "The next problem", MaxBodyBytes: endpoint.MaxBody, Errors: missing,
	}, endpoint.Limited(s.Rates, "puzzles", s.Rate, s.nextProblem))
	endpoint.Register(api, access.See.Pupils(), huma.Operation{
		OperationID: "training-problem", Method: http.MethodGet, Path: "/api/training/problems/{key}",
		Summary: "A problem, to see it again", Errors: []int{http.StatusNotFound},
	}, s.getTrainingProblem)
	endpoint.Register(api, access.Take.By(identity.Learn).Pupils(), huma.Operation{
		OperationID: "try-training-problem", Method: http.MethodPost, Path: "/api/training/problems/{key}/try",
		Summary: "Try a move in a problem", MaxBodyBytes: endpoint.MaxBody, Errors: missing,
	}, s.tryProblem)
	endpoint.Register(api, access.Take.By(identity.Learn), huma.Operation{
		OperationID: "new-exam", Method: http.MethodPost, Path: "/api/training/exams", DefaultStatus: http.StatusCreated,
		Summary: "Begin an exam", MaxBodyBytes: endpoint.MaxBody, Errors: bad,
	}, endpoint.Limited(s.Rates, "puzzles", s.Rate, s.postExam))
	endpoint.Register(api, access.Take.By(identity.Learn), huma.Operation{
		OperationID: "end-exam", Method: http.MethodPost, Path: "/api/training/exams/end",
		Summary: "End the current exam", Errors: missing,
	}, s.endExam)
	endpoint.Register(api, access.See.Pupils(), huma.Operation{
		OperationID: "training-statistics", Method: http.MethodGet, Path: "/api/training/statistics",
		Summary: "Statistics of the caller's attempts",
	}, s.getStatistics)
	s.registerCollections(api)
	s.registerCourses(api)
}

func (s *Service) getTraining(ctx context.Context, _ *struct{}) (*endpoint.Answer[Training], error) {
	shelf, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	who, err := s.trainee(ctx, identity.Player(ctx))
	if err != nil {
		return nil, err
	}
	own, err := s.kept.collections(ctx, who.Owner)
	if err != nil {
		return nil, err
	}
	now, deck := s.Now(), who.deck()
	out := Training{
		Rating: ratingOf(who.Rating), Due: len(trainer.Due(deck, now)), NextDue: convert.Stamp(trainer.NextDue(deck, now)),
		Problems: len(shelf.problems), Ranks: []string{}, Collections: []TrainingCollection{}, Exam: examOf(who.state.Exam, now),
	}
	if n := len(shelf.problems); n > 0 {
		out.Ranks = []string{shelf.problems[0].Rank(), shelf.problems[n-1].Rank()}
	}
	for _, c := range who.cards {
		out.Tried++
		if c.Solved > 0 {
			out.Solved++
		}
	}
	for _, set := range shelf.sets {
		out.Collections = append(out.Collections, who.progress(set))
	}
	for _, c := range own {
		out.Collections = append(out.Collections, who.progress(ownSet(c)))
	}
	return endpoint.Reply(out), nil
}

func ratingOf(r store.Rating) TrainingRating {
	return TrainingRating{
		Points: r.Points, Deviation: r.Deviation, Rank: bank.Rank(r.Points), Provisional: rating.Rating(r).Provisional(),
	}
}

func (s *Service) nextProblem(ctx context.Context, in *struct{ Body TrainingChoice }) (*endpoint.Answer[TrainingProblem], error) {
	shelf, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	var out *TrainingProblem
	err = s.step(ctx, identity.Player(ctx), func(who *trainee) (additions, error) {
		next, err := s.choose(ctx, shelf, who, in.Body)
		if err != nil {
			return additions{}, err
		}
		who.state.Pending = next
		out, err = s.shownProblem(ctx, who, next.Key)
		return additions{}, err
	})
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(*out), nil
}

// choose returns the next problem.
func (s *Service) choose(ctx context.Context, shelf *shelf, who *trainee, in TrainingChoice) (pending, error) {
	next := pending{Mode: in.Mode, Since: s.Now()}
	switch in.Mode {
	case modeRated:
		if p := who.state.Pending; p.Mode == modeRated && s.resolves(ctx, who.Owner, p.Key) {
			return p, nil // asking for another problem does not skip this one
		}
		from := s.candidates(shelf.problems)
		i := trainer.Choose(s.dice(), who.Rating.Points, from, func(id string) time.Time { return who.cards[id].Last })
		if i < 0 {
			return next, apierror.Say(apierror.NotFound, "training.none", "There are no problems to solve.")
		}
		next.Key = s.newKey(&shelf.problems[i])
	case modeReview:
		for _, c := range trainer.Due(who.deck(), next.Since) {
			if p, err := s.problem(ctx, who.Owner, c.Problem); err == nil {
				next.Key = s.newKey(p)
				return next, nil
			}
		}
		return next, apierror.Say(apierror.NotFound, "training.nothingDue", "You have nothing to review right now.")
	case modeCollection:
		p, err := s.chooseFrom(ctx, who, in)
		if err != nil {
			return next, err
		}
		next.Key, next.Collection = s.newKey(p), in.Collection
	case modeExam:
		if who.state.Exam != nil {
			next.Key = who.state.Exam.Current(next.Since)
		}
		if next.Key == "" {
			return next, apierror.Say(apierror.NotFound, "training.examOver", "You are not taking an exam.")
		}
	default:
		return next, apierror.New(apierror.BadRequest, "Unknown mode %.20q.", in.Mode)
	}
	return next, nil
}

// chooseFrom returns the requested problem of a collection, or its next one.
func (s *Service) chooseFrom(ctx context.Context, who *trainee, in TrainingChoice) (*bank.Problem, error) {
	problems, err := s.collectionProblems(ctx, who.Owner, in.Collection)
	if err != nil {
		return nil, err
	}
	if in.Problem != "" {
		i := slices.IndexFunc(problems, func(p bank.Problem) bool { return p.ID == in.Problem })
		if i < 0 {
			return nil, apierror.Say(apierror.NotFound, "training.notInIt", "This collection does not have that problem.")
		}
		return &problems[i], nil
	}
	after, _ := splitKey(in.After)
	i := trainer.InOrder(s.candidates(problems), after, func(id string) bool { return who.cards[id].Solved > 0 })
	if i < 0 {
		return nil, apierror.Say(apierror.NotFound, "training.emptyCollection", "This collection has no problems.")
	}
	return &problems[i], nil
}

func (s *Service) getTrainingProblem(ctx context.Context, in *struct {
	Key string `path:"key"`
}) (*endpoint.Answer[TrainingProblem], error) {
	who, err := s.trainee(ctx, identity.Player(ctx))
	if err != nil {
		return nil, err
	}
	out, err := s.shownProblem(ctx, who, in.Key)
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(*out), nil
}
