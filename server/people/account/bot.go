package account

import (
	"context"
	"errors"
	"net/http"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/people/account/name"
	"moyo/server/store"
)

func (s *Service) registerBot(api endpoint.API) {
	endpoint.Register(api, access.Member,
		operation("become-bot", http.MethodPost, "/api/account/bot", "Have a program play for this account from now on"), s.postBot)
}

// postBot makes an account one of a program, for good. That has to be before its first
// game: else people had played somebody who they took for a person, and its rating were
// of both.
func (s *Service) postBot(ctx context.Context, in *struct{ Body BecomeBot }) (*struct{}, error) {
	if err := s.allow(ctx); err != nil {
		return nil, err
	}
	if err := s.checkFresh(ctx); err != nil {
		return nil, err
	}
	who := identity.Of(ctx)
	if typed, err := name.Parse(in.Body.Name); err != nil || typed.String() != who.Name {
		return nil, apierror.Say(apierror.BadRequest, "account.typeName", "Please type your name, %s, to show that you mean it.", who.Name)
	}
	switch {
	case who.Role == store.Bot:
		return nil, apierror.Say(apierror.BadRequest, "account.isBot", "A program plays for this account already.")
	case who.Role != store.Member:
		return nil, apierror.Say(apierror.Forbidden, "account.noBot", "Those who look after the others play themselves.")
	}
	if err := s.hasNotPlayed(ctx, who.Player); err != nil {
		return nil, err
	}
	d := store.Deed{At: s.Now(), By: who.Player, Kind: store.MadeRole, Target: who.Player, Note: "bot, was player"}
	if _, err := s.Store.Act(ctx, d, store.Change{Role: store.Bot}); err != nil {
		return nil, err
	}
	s.Sessions.Changed(who.Player)
	// Until then they may have begun a game, in which a program would be taken for a person.
	if err := s.hasNotPlayed(ctx, who.Player); err != nil {
		d.Note = "player, was bot"
		_, back := s.Store.Act(ctx, d, store.Change{Role: store.Member})
		s.Sessions.Changed(who.Player)
		return nil, errors.Join(err, back)
	}
	return nil, nil
}

// hasNotPlayed refuses those who have a game, even one that waits.
func (s *Service) hasNotPlayed(ctx context.Context, player string) error {
	games, err := s.Store.List(ctx, store.Query{Player: player, Private: true, Limit: 1})
	if err == nil && len(games) > 0 {
		return apierror.Say(apierror.BadRequest, "account.played",
			"This account has played already, or has a game that waits. Make a new account for your program.")
	}
	return err
}
