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
		operation("new-app", http.MethodPost, "/api/account/app", "What an authenticator app is given"), s.postApp)
	endpoint.Register(api, access.Own,
		operation("turn-on-app", http.MethodPut, "/api/account/app", "Ask for a code of the app from now on"), s.putApp)
	endpoint.Register(api, access.Own,
		operation("turn-off-app", http.MethodDelete, "/api/account/app", "Ask for no code any more"), s.deleteApp)
	endpoint.Register(api, access.Own,
		operation("recovery", http.MethodPost, "/api/account/recovery", "New recovery codes in place of all others"), s.postRecovery)
}

// pictureSide is the size of an app's picture in pixels.
const pictureSide = 240

// postApp proposes a secret, which counts once the app has shown a code.
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
		return nil, apierror.Say(apierror.BadRequest, "account.codeLate", "That took too long, or the code before was wrong. Please begin again.")
	}
	step, ok := onetime.Check(secret, in.Body.Code, s.Now(), 0)
	if !ok {
		return nil, apierror.Say(apierror.BadRequest, "account.otherCode",
			"The app shows another code. Is the clock of your phone right? Please begin again.")
	}
	codes, hashes := onetime.NewRecovery()
	err := s.change(ctx, who.Player, func(c *store.Credentials) error {
		if c.Password == "" {
			return apierror.Say(apierror.BadRequest, "account.noPassword", "Codes of an app go with a password, and you have none.")
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
