package account

import (
	"context"
	"net/http"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/people/account/password"
	"moyo/server/store"
)

func (s *Service) registerPassword(api endpoint.API) {
	endpoint.Register(api, access.Own,
		operation("change-password", http.MethodPut, "/api/account/password", "Change the password, and sign out everywhere else"), s.putPassword)
}

type passwordInput struct {
	Browser
	Body NewPassword
}

// putPassword requires the old password or a recent sign-in. With an authenticator app it requires the recent sign-in. It signs out
// all other browsers, since they may be the reason for the change.
func (s *Service) putPassword(ctx context.Context, in *passwordInput) (*entrance, error) {
	if err := s.allow(ctx); err != nil {
		return nil, err
	}
	who := identity.Of(ctx)
	before, err := s.Store.Credentials(ctx, who.Player)
	if err != nil {
		return nil, err
	}
	if err := s.checkFresh(ctx); err != nil {
		if before.Secret != "" {
			return nil, err // here the password is one of two factors, and would become the only one
		}
		if err := s.checkOld(ctx, in, before); err != nil {
			return nil, err
		}
	}
	hash := ""
	if in.Body.New != "" {
		if err := password.Check(in.Body.New, who.Name); err != nil {
			return nil, apierror.Invalid(err)
		}
		if hash, err = s.hash(ctx, in.Body.New); err != nil {
			return nil, err
		}
	}
	entered, err := s.enter(ctx, in.Browser, who.Player, func(c *store.Credentials) error {
		if c.Password != before.Password {
			return apierror.Say(apierror.BadRequest, "account.passwordChanged", "Your password was just changed in another place.")
		}
		return setPassword(c, hash)
	})
	if err != nil {
		return nil, err
	}
	return &entrance{entered.cookies, SignedIn{Name: who.Name}}, s.endBut(ctx, who.Player, entered.session)
}

// checkOld checks the old password of a user who did not sign in recently.
func (s *Service) checkOld(ctx context.Context, in *passwordInput, c store.Credentials) error {
	a, err := s.attempt(ctx, in.Browser, identity.Of(ctx).Name, c)
	if err != nil {
		return err
	}
	right, _, err := s.verify(ctx, c.Password, in.Body.Old)
	if err != nil {
		return err
	}
	if !right {
		return apierror.Say(apierror.WrongProof, "account.passwordWrong", "That is not your current password.")
	}
	return a.succeeded(ctx)
}

// setPassword changes the password, or removes it for "". It also forgets what the old one may have given access to: known browsers
// and pending e-mails.
func setPassword(c *store.Credentials, hash string) error {
	if hash == "" {
		if c.Password == "" || ways(c) == 1 {
			return errLastWay
		}
		c.Secret, c.Step = "", 0 // app codes need a password
	}
	c.Password, c.Devices, c.Letters = hash, nil, nil
	return nil
}
