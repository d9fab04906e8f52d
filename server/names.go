package server

import (
	"context"
	"errors"

	"moyo/server/base/apierror"
	"moyo/server/people/account/name"
	"moyo/server/store"
)

// skeleton returns what names that look alike have in common, "" for what is none.
func skeleton(text string) string {
	n, err := name.Parse(text)
	if err != nil {
		return ""
	}
	return n.Skeleton()
}

// teamName returns the name of a team that somebody typed, and what no two of them may have in common.
// None is called as those who run the server are.
func teamName(text string) (shown, like string, err error) {
	n, err := name.ParseOfTeam(text)
	if err == nil && n.Reserved() {
		err = apierror.Say(apierror.BadRequest, "team.reserved", "A team cannot be called that.")
	}
	return n.String(), n.Skeleton(), err
}

// isName says whether what a guest wants to be called looks like the name of an
// account, or of those who run the server.
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
