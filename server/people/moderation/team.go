package moderation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/store"
)

// This file is about teams: moderators rename a team with an offensive name, or close it. The captain is notified.

// barred is how long the captain of a renamed team cannot change its name again.
const barred = 30 * 24 * time.Hour

var errNoTeam = apierror.Say(apierror.NotFound, "team.unknown", "There is no such team.")

// changeTeam performs an action that renames or closes a team.
func (s *routes) changeTeam(ctx context.Context, d store.Deed, c store.Change, id string) error {
	called, err := s.Teams.NameOf(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return errNoTeam
	}
	if err != nil {
		return err
	}
	d.Note = fmt.Sprintf("the team was named %q. %s", called, d.Note)
	if d.Kind == store.ClosedTeam {
		c.Also = append(slices.Clip(c.Also), s.Teams.Closing(id))
		_, err = s.Store.Act(ctx, d, c)
		return err
	}
	return s.withFreeName(ctx, d, "team", func(name, skeleton string) store.Change {
		renamed := c // another name may be tried
		renamed.Also = append(slices.Clip(c.Also), s.Teams.Renaming(id, name, skeleton, d.At.Add(barred)))
		return renamed
	})
}
