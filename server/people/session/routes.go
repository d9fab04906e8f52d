package session

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/base/access"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
)

// Register adds the routes of sessions.
func (s *Service) Register(api endpoint.API) {
	endpoint.Register(api, access.See.Pupils(), huma.Operation{
		OperationID: "me", Method: http.MethodGet, Path: "/api/me",
		Summary: "Who asks",
	}, s.getMe)
	endpoint.Register(api, access.Own.Pupils(), huma.Operation{
		OperationID: "sign-out", Method: http.MethodDelete, Path: "/api/session",
		Summary: "Sign out of this browser", Errors: []int{http.StatusUnauthorized},
	}, s.deleteSession)
}

func (s *Service) getMe(ctx context.Context, _ *struct{}) (*endpoint.Answer[wire.Me], error) {
	who := identity.Of(ctx)
	return endpoint.Reply(wire.Me{Role: string(who.Role), Name: who.Name, Suspended: who.Suspended}), nil
}

// Cookies is the answer of a route that gives the browser another token.
type Cookies struct {
	SetCookie string `header:"Set-Cookie"`
}

func (s *Service) deleteSession(ctx context.Context, _ *struct{}) (*Cookies, error) {
	who := identity.Of(ctx)
	if err := s.End(ctx, who.Player, who.Session); err != nil {
		return nil, err
	}
	return &Cookies{identity.Leave(ctx)}, nil
}
