package session

import (
	"context"
	"errors"
	"strings"

	"moyo/server/base/identity"
	"moyo/server/store"
)

// program returns the account that an access token with that hash acts for. The token has at most a player's permissions, even if
// its owner is a moderator: a token may be stored on an insecure machine.
func (s *Service) program(ctx context.Context, hash string) (identity.Who, error) {
	t, err := s.Store.Token(ctx, hash)
	if err != nil {
		return identity.Who{}, err
	}
	p, err := s.Store.Player(ctx, t.Player)
	if err != nil {
		return identity.Who{}, err
	}
	scopes, err := identity.ParseScopes(strings.Fields(t.Scopes))
	if err != nil {
		return identity.Who{}, err
	}
	switch p.Role {
	case store.Moderator, store.Administrator:
		p.Role = store.Member
	case store.Member, store.Bot:
	default:
		return identity.Who{}, store.ErrNotFound // the account was deleted
	}
	if now := s.Now(); now.Sub(t.Used) > seenEvery {
		if err := s.Store.UseToken(ctx, hash, now); err != nil && !errors.Is(err, store.ErrNotFound) {
			s.Log.Error("recording a token's use failed", "err", err)
		}
	}
	who := s.whoIs(p, identity.TokenSession(hash))
	who.Scopes = scopes
	return who, nil
}

// EndToken ends an access token of a player and its connections, or returns store.ErrNotFound.
func (s *Service) EndToken(ctx context.Context, player, hash string) error {
	if err := s.Store.EndToken(ctx, player, hash); err != nil {
		return err
	}
	s.Forget(identity.TokenSession(hash))
	return nil
}
