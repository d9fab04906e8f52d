package account

import (
	"context"
	"encoding/base64"
	"net/http"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/people/account/onetime"
	"moyo/server/store"
)

func (s *Service) registerSecondFactor(api endpoint.API) {
	endpoint.Register(api, access.Own,
		operation("new-app", http.MethodPost, "/api/account/app", "A new secret for an authenticator app"), s.postApp)
	endpoint.Register(api, access.Own,
		operation("turn-on-app", http.MethodPut, "/api/account/app", "Switch app codes on"), s.putApp)
	endpoint.Register(api, access.Own,
		operation("turn-off-app", http.MethodDelete, "/api/account/app", "Switch app codes off"), s.deleteApp)
	endpoint.Register(api, access.Own,
		operation("recovery", http.MethodPost, "/api/account/recovery", "New recovery codes; the old ones become invalid"), s.postRecovery)
}

// pictureSide is the side of the QR code in pixels.
const pictureSide = 240

// postApp creates a secret for an authenticator app. It takes effect when the app has shown a code.
func (s *Service) postApp(ctx context.Context, in *struct{ Browser }) (*endpoint.Answer[App], error) {
	if err := s.checkFresh(ctx); err != nil {
		return nil, err
	}
	who := identity.Of(ctx)
	secret := onetime.NewSecret()
	link := onetime.Link(secret, "moyo at "+in.Host, who.Name)
	picture, err := onetime.Picture(link, pictureSide)
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(App{
		ID: s.secrets.Begin(who.Session, secret), Secret: secret, Link: link,
		Picture: "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture),
	}), nil
}

type appCodeInput struct{ Body AppCode }

func (s *Service) putApp(ctx context.Context, in *appCodeInput) (*endpoint.Answer[RecoveryCodes], error) {
	if err := s.checkFresh(ctx); err != nil {
		return nil, err
	}
	who := identity.Of(ctx)
	secret, ok := s.secrets.Take(who.Session, in.Body.ID)
	if !ok {
		return nil, apierror.Say(apierror.BadRequest, "account.codeLate",
			"That took too long, or the last code was wrong. Please start again.")
	}
	step, ok := onetime.Check(secret, in.Body.Code, s.Now(), 0)
	if !ok {
		return nil, apierror.Say(apierror.BadRequest, "account.otherCode",
			"That code is wrong. Please check the clock of your phone and start again.")
	}
	codes, hashes := onetime.NewRecovery()
	err := s.change(ctx, who.Player, func(c *store.Credentials) error {
		if c.Password == "" {
			return apierror.Say(apierror.BadRequest, "account.noPassword", "App codes protect a password. Please set a password first.")
		}
		c.Secret, c.Step, c.Recovery = secret, step, hashes
		return nil
	})
	return endpoint.Reply(RecoveryCodes{Codes: codes}), err
}

func (s *Service) deleteApp(ctx context.Context, _ *struct{}) (*struct{}, error) {
	if err := s.checkFresh(ctx); err != nil {
		return nil, err
	}
	return nil, s.change(ctx, identity.Player(ctx), func(c *store.Credentials) error {
		c.Secret, c.Step = "", 0
		return nil
	})
}

func (s *Service) postRecovery(ctx context.Context, _ *struct{}) (*endpoint.Answer[RecoveryCodes], error) {
	if err := s.checkFresh(ctx); err != nil {
		return nil, err
	}
	codes, hashes := onetime.NewRecovery()
	err := s.change(ctx, identity.Player(ctx), func(c *store.Credentials) error {
		c.Recovery = hashes
		return nil
	})
	return endpoint.Reply(RecoveryCodes{Codes: codes}), err
}
