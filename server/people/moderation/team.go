package moderation

import (
	"context"
	"errors"
	"fmt"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/store"
)

// This file is what moderators do with teams: one whose name nobody should have to read gets another,
// or is closed. That is told to its captain.

// barred is how long captains give their team no other name then: else what is taken away could be there
// again at once.
const barred = 30 * 24 * time.Hour

var errNoTeam = apierror.Say(apierror.NotFound, "team.unknown", "There is no such team.")

// changeTeam does a deed that gives a team another name, or closes it.
func (s *routes) changeTeam(ctx context.Context, d store.Deed, c store.Change, id string) error {
	called, err := s.Teams.NameOf(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return errNoTeam
	}
	if err != nil {
		return err
	}
	d.Note = fmt.Sprintf("the team was called %q. %s", called, d.Note)
	if d.Kind == store.ClosedTeam {
		c.Team = &store.TeamChange{ID: id}
		_, err = s.Store.Act(ctx, d, c)
		return err
	}
	return s.withFreeName(ctx, d, "team", func(name, skeleton string) store.Change {
		c.Team = &store.TeamChange{ID: id, Name: name, Skeleton: skeleton, Barred: d.At.Add(barred)}
		return c
	})
}
