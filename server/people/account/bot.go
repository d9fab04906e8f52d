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
		operation("become-bot", http.MethodPost, "/api/account/bot", "Turn this account into a bot account"), s.postBot)
}

// postBot turns an account into a bot account for good. It must do so before its first game: otherwise people would have played it
// as a person, and its rating would mix both.
func (s *Service) postBot(ctx context.Context, in *struct{ Body BecomeBot }) (*struct{}, error) {
	if err := s.allow(ctx); err != nil {
		return nil, err
	}
	if err := s.checkFresh(ctx); err != nil {
		return nil, err
	}
	who := identity.Of(ctx)
	if typed, err := name.Parse(in.Body.Name); err != nil || typed.String() != who.Name {
		return nil, apierror.Say(apierror.BadRequest, "account.typeName", "To confirm, please type your name: %s.", who.Name)
	}
	switch {
	case who.Role == store.Bot:
		return nil, apierror.Say(apierror.BadRequest, "account.isBot", "This account is a bot account already.")
	case who.Role != store.Member:
		return nil, apierror.Say(apierror.Forbidden, "account.noBot", "Moderator accounts cannot become bot accounts.")
	}
	if err := s.hasNotPlayed(ctx, who.Player); err != nil {
		return nil, err
	}
	d := store.Deed{At: s.Now(), By: who.Player, Kind: store.MadeRole, Target: who.Player, Note: "bot, was player"}
	if _, err := s.Store.Act(ctx, d, store.Change{Role: store.Bot}); err != nil {
		return nil, err
	}
	s.Sessions.Changed(who.Player)
	// The account may have begun a game meanwhile, in which the bot would be taken for a person.
	if err := s.hasNotPlayed(ctx, who.Player); err != nil {
		d.Note = "player, was bot"
		_, back := s.Store.Act(ctx, d, store.Change{Role: store.Member})
		s.Sessions.Changed(who.Player)
		return nil, errors.Join(err, back)
	}
	return nil, nil
}

// hasNotPlayed refuses accounts that have a game, even one that waits for an opponent.
func (s *Service) hasNotPlayed(ctx context.Context, player string) error {
	games, err := s.Store.List(ctx, store.Query{Player: player, Private: true, Limit: 1})
	if err == nil && len(games) > 0 {
		return apierror.Say(apierror.BadRequest, "account.played",
			"This account has already played, or has a waiting game. Please create a new account for your program.")
	}
	return err
}
