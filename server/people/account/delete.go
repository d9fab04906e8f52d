package account

import (
	"context"
	"net/http"

	"moyo/game/match"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/people/account/name"
	"moyo/server/store"
)

func (s *Service) registerDelete(api endpoint.API) {
	endpoint.Register(api, access.Own,
		operation("delete-account", http.MethodDelete, "/api/account", "Delete the account of the one who asks"), s.deleteAccount)
}

type deleteInput struct {
	Browser
	Body DeleteAccount
}

// cookies is an answer that gives the browser another token, and nothing else.
type cookies struct {
	SetCookie []string `header:"Set-Cookie"`
}

// deleteAccount erases an account. Its games stay, since they are their opponents'
// too; those that go on end, see [Games].Leave. The name is never given to anybody
// again: nobody shall meet a stranger under it. What lies between is done one by one;
// who is interrupted is still there and can delete once more.
func (s *Service) deleteAccount(ctx context.Context, in *deleteInput) (*cookies, error) {
	if err := s.allow(ctx); err != nil {
		return nil, err
	}
	if err := s.checkFresh(ctx); err != nil {
		return nil, err
	}
	who := identity.Of(ctx)
	p, err := s.Store.Player(ctx, who.Player)
	if err != nil {
		return nil, err
	}
	if typed, err := name.Parse(in.Body.Name); err != nil || typed.Skeleton() != p.Skeleton {
		return nil, apierror.Say(apierror.BadRequest, "account.typeName", "Please type your name, %s, to show that you mean it.", p.Name)
	}
	ctx = context.WithoutCancel(ctx) // half an account is worse than none
	if err := s.leaveGames(ctx, p.ID); err != nil {
		return nil, err
	}
	if err := s.EndClasses(ctx, p.ID); err != nil {
		return nil, err
	}
	if err := s.LeaveTeams(ctx, p.ID); err != nil {
		return nil, err
	}
	if err := s.EmptyLibrary(ctx, p.ID); err != nil {
		return nil, err
	}
	sessions, err := s.Store.Sessions(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	studiesGone, err := s.Studies(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	if err := s.Store.Erase(ctx, store.Player{ID: p.ID, Role: store.Deleted, Skeleton: p.Skeleton, Created: s.Now()}); err != nil {
		return nil, err
	}
	for _, v := range sessions {
		s.Sessions.Forget(v.Hash)
	}
	s.Sessions.Changed(p.ID)
	studiesGone()
	if err := s.leaveGames(ctx, p.ID); err != nil { // into which a connection has brought them meanwhile
		return nil, err
	}
	s.Log.Info("account deleted")
	forgotten := deviceCookie(in.Browser, "")
	forgotten.MaxAge = -1
	return &cookies{[]string{identity.Leave(ctx), forgotten.String()}}, nil
}

// leaveGames takes a player's name out of all their games that have it. Those that
// change meanwhile go to the front of the list, where nothing is read any more.
func (s *Service) leaveGames(ctx context.Context, player string) error {
	q := store.Query{Player: player, Private: true, Limit: part}
	for {
		games, err := s.Store.List(ctx, q)
		if err != nil {
			return err
		}
		for _, g := range games {
			q.After = store.CursorOf(g)
			if hasLeft(g, player) {
				continue
			}
			if err := s.Games.Leave(ctx, g.ID, player, func() error { return s.Store.RenameSeats(ctx, g.ID, player, store.Gone) }); err != nil {
				return err
			}
		}
		if len(games) < part {
			return nil
		}
	}
}

// hasLeft says whether a player's name is taken out of a game, which is over.
func hasLeft(g store.Game, player string) bool {
	for _, seat := range []match.Seat{g.Black, g.White} {
		if seat.Has(player) && seat.NameOf(player) != store.Gone {
			return false
		}
	}
	return g.Phase == match.Finished
}
