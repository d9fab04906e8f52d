package account

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/store"
)

func (s *Service) registerDevices(api endpoint.API) {
	endpoint.Register(api, access.Own,
		operation("sessions", http.MethodGet, "/api/account/sessions", "Where the caller is signed in"), s.getSessions)
	endpoint.Register(api, access.Own,
		operation("end-sessions", http.MethodDelete, "/api/account/sessions", "Sign out everywhere else"), s.deleteSessions)
	endpoint.Register(api, access.Own,
		operation("end-session", http.MethodDelete, "/api/account/sessions/{id}", "Sign out in one browser"), s.deleteSession)
}

// sessionID returns the id of a session in the API: a prefix of its hash, which is not enough to use it.
func sessionID(hash string) string { return hash[:16] }

func (s *Service) getSessions(ctx context.Context, _ *struct{}) (*endpoint.Answer[Devices], error) {
	who := identity.Of(ctx)
	found, err := s.Store.Sessions(ctx, who.Player)
	if err != nil {
		return nil, err
	}
	out := Devices{Devices: []SignedInDevice{}}
	for _, v := range found {
		if s.Now().Before(v.Expires) {
			out.Devices = append(out.Devices, SignedInDevice{
				ID: sessionID(v.Hash), Title: v.Device, Address: v.Address, Created: text(v.Created), Seen: text(v.Seen), Here: v.Hash == who.Session,
			})
		}
	}
	return endpoint.Reply(out), nil
}

func (s *Service) deleteSessions(ctx context.Context, _ *struct{}) (*struct{}, error) {
	who := identity.Of(ctx)
	return nil, s.endBut(ctx, who.Player, who.Session)
}

func (s *Service) deleteSession(ctx context.Context, in *struct {
	ID string `path:"id" maxLength:"64"`
}) (*struct{}, error) {
	who := identity.Of(ctx)
	found, err := s.Store.Sessions(ctx, who.Player)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(found, func(v store.Session) bool { return sessionID(v.Hash) == in.ID })
	if i < 0 {
		return nil, apierror.Say(apierror.NotFound, "account.device", "You are no longer signed in there.")
	}
	return nil, s.end(ctx, found[i])
}

// endBut ends all sessions of a player except one ("" for none), and all access tokens, since an intruder may have created one.
func (s *Service) endBut(ctx context.Context, player, hash string) error {
	found, err := s.Store.Sessions(ctx, player)
	if err != nil {
		return err
	}
	for _, v := range found {
		if v.Hash != hash {
			if err := s.end(ctx, v); err != nil {
				return err
			}
		}
	}
	return s.endTokens(ctx, player)
}

// end ends a session, which may have ended meanwhile.
func (s *Service) end(ctx context.Context, v store.Session) error {
	if err := s.Sessions.End(ctx, v.Player, v.Hash); !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return nil
}
