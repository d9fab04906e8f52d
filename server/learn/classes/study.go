package classes

import (
	"context"
	"strconv"
	"strings"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// IsSet reports whether a collection is the problems of a task.
func IsSet(collection string) bool { return strings.HasPrefix(collection, setPrefix) }

// Set returns the problems of a task by the id of its collection; the caller is a pupil.
func (s *Service) Set(ctx context.Context, collection string) (Set, error) {
	none := apierror.Say(apierror.NotFound, "training.noCollection", "This collection does not exist.")
	number, err := strconv.Atoi(strings.TrimPrefix(collection, setPrefix))
	class := identity.Of(ctx).Class
	if err != nil || class == "" {
		return Set{}, none
	}
	c, err := s.class(ctx, class)
	if err != nil {
		return Set{}, err
	}
	b, err := bodyOf(c)
	if err != nil {
		return Set{}, err
	}
	for _, t := range b.Tasks {
		if t.Number == number && t.Kind == kindProblems {
			return Set{t.Title, t.Group, t.Part, t.Problems}, nil
		}
	}
	return Set{}, none
}

// Tried tells the followers of the class that the caller, a pupil, has tried a problem.
func (s *Service) Tried(ctx context.Context) {
	if who := identity.Of(ctx); who.Class != "" {
		s.changed(change{who.Class, who.Player})
	}
}

// StepDone records that the caller, a pupil, has done a step of a lesson, from 1.
func (s *Service) StepDone(ctx context.Context, lesson string, step int) error {
	who := identity.Of(ctx)
	if who.Class == "" {
		return nil
	}
	return s.writePupil(ctx, who.Player, func(_ *schoolchild, b *pupilBody) error {
		if b.Steps == nil {
			b.Steps = map[string]time.Time{}
		}
		b.Steps[stepKey(lesson, step)] = store.Milli(s.Now())
		return nil
	})
}
