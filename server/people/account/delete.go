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
		operation("delete-account", http.MethodDelete, "/api/account", "Delete the account of the caller"), s.deleteAccount)
}

type deleteInput struct {
	Browser
	Body DeleteAccount
}

// cookies is an answer that only gives the browser another token.
type cookies struct {
	SetCookie []string `header:"Set-Cookie"`
}

// deleteAccount erases an account. Its games stay, since they belong to the opponents too; running games end, see [Games].Leave.
// The name is never available again, so that no stranger can use it. The steps are separate: after an interruption the account
// still exists, and its owner can delete it again.
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
		return nil, apierror.Say(apierror.BadRequest, "account.typeName", "To confirm, please type your name: %s.", p.Name)
	}
	ctx = context.WithoutCancel(ctx) // half a deleted account is worse than none
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
	gone := store.Player{ID: p.ID, Role: store.Deleted, Skeleton: p.Skeleton, Created: s.Now()}
	if err := s.Store.Erase(ctx, gone, s.Erasure...); err != nil {
		return nil, err
	}
	for _, v := range sessions {
		s.Sessions.Forget(v.Hash)
	}
	s.Sessions.Changed(p.ID)
	studiesGone()
	if err := s.leaveGames(ctx, p.ID); err != nil { // games joined over a connection meanwhile
		return nil, err
	}
	s.Log.Info("account deleted")
	forgotten := deviceCookie(in.Browser, "")
	forgotten.MaxAge = -1
	return &cookies{[]string{identity.Leave(ctx), forgotten.String()}}, nil
}

// leaveGames removes a player's name from all their games. Games that change meanwhile move to the front of the list, which is not
// read again.
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

// hasLeft reports whether a finished game no longer has the player's name.
func hasLeft(g store.Game, player string) bool {
	for _, seat := range []match.Seat{g.Black, g.White} {
		if seat.Has(player) && seat.NameOf(player) != store.Gone {
			return false
		}
	}
	return g.Phase == match.Finished
}
