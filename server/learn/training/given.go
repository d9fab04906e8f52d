package training

import (
	"context"
	"slices"

	"moyo/server/base/apierror"
	"moyo/server/learn/classes"
	"moyo/study/bank"
)

// Pick returns problems random problems of a collection, or all for 0, in their order.
func (s *Service) Pick(ctx context.Context, owner, id string, problems, most int) (classes.Set, error) {
	all, err := s.collectionProblems(ctx, owner, id)
	if err != nil {
		return classes.Set{}, err
	}
	set, err := s.named(ctx, owner, id)
	if err != nil {
		return classes.Set{}, err
	}
	if problems <= 0 {
		problems = len(all)
	}
	chosen := s.dice().Perm(len(all))[:min(problems, most, len(all))]
	slices.Sort(chosen)
	if len(chosen) == 0 {
		return classes.Set{}, apierror.Say(apierror.NotFound, "training.emptyCollection", "This collection has no problems.")
	}
	out := classes.Set{Title: set.title, Group: set.group, Part: set.part}
	for _, i := range chosen {
		out.Problems = append(out.Problems, all[i].ID)
	}
	return out, nil
}

// givenProblems returns the problems of a pupil's task.
func (s *Service) givenProblems(ctx context.Context, owner, id string) ([]bank.Problem, error) {
	given, err := s.Classes.Set(ctx, id)
	if err != nil {
		return nil, err
	}
	sets := map[string][]bank.Problem{} // each is read once
	brought := func(set string) (found []bank.Problem, err error) {
		if found = sets[set]; found == nil {
			found, err = s.ownProblems(ctx, owner, set)
			sets[set] = found
		}
		return found, err
	}
	problems := make([]bank.Problem, 0, len(given.Problems))
	for _, id := range given.Problems {
		p, err := s.problemOf(ctx, id, brought)
		if err != nil {
			return nil, err
		}
		problems = append(problems, *p)
	}
	return problems, nil
}
