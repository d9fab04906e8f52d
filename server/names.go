package server

import (
	"context"
	"errors"

	"moyo/server/base/apierror"
	"moyo/server/people/account/name"
	"moyo/server/store"
)

// skeleton returns the common form of all names that look like text, "" if text is not a name.
func skeleton(text string) string {
	n, err := name.Parse(text)
	if err != nil {
		return ""
	}
	return n.Skeleton()
}

// teamName returns the name of a team that the user typed, and its skeleton, which is unique among teams.
// Names reserved for the operators are refused.
func teamName(text string) (shown, like string, err error) {
	n, err := name.ParseOfTeam(text)
	if err == nil && n.Reserved() {
		err = apierror.Say(apierror.BadRequest, "team.reserved", "This name is reserved. Please choose another name for the team.")
	}
	return n.String(), n.Skeleton(), err
}

// isName reports whether the name that a guest wants looks like the name of an account,
// or is reserved for the operators.
func (s *Server) isName(ctx context.Context, text string) (bool, error) {
	n := name.Like(text)
	if n.Reserved() {
		return true, nil
	}
	_, err := s.cfg.Store.PlayerNamed(ctx, n.Skeleton())
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}
