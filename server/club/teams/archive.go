package teams

import (
	"context"
	"errors"
	"time"

	"moyo/server/people/account"
	"moyo/server/store"
)

// ArchivePart returns the part of a player's archive about teams.
func (s *Service) ArchivePart() account.Part {
	return account.Part{File: "teams.json", About: "the teams that you are in or have asked to join", Of: s.ofPlayer}
}

func (s *Service) ofPlayer(ctx context.Context, player string) (any, error) {
	list, err := s.kept.of(ctx, player)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	type place struct {
		Name  string    `json:"name"`
		About string    `json:"about"`
		Role  role      `json:"role"`
		Since time.Time `json:"since"`
	}
	all := []place{}
	for _, m := range list {
		t, err := s.kept.one(ctx, m.Team)
		if err != nil && !errors.Is(err, store.ErrNotFound) { // closed meanwhile
			return nil, err
		}
		all = append(all, place{t.Name, t.About, m.Role, m.Since})
	}
	return all, nil
}
