package account

import (
	"context"
	"errors"
	"net/http"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/people/account/name"
	"moyo/server/people/account/password"
	"moyo/server/store"
)

func (s *Service) registerSignUp(api endpoint.API) {
	op := operation("sign-up", http.MethodPost, "/api/account", "Create an account for the calling guest")
	op.DefaultStatus = http.StatusCreated
	op.Errors = append(op.Errors, http.StatusConflict)
	endpoint.Register(api, access.Take, op, s.postAccount)
}

type signUpInput struct {
	Browser
	Body wire.SignUp
}

func (s *Service) postAccount(ctx context.Context, in *signUpInput) (*entrance, error) {
	who := identity.Of(ctx)
	if who.Role != store.Guest {
		return nil, apierror.Say(apierror.BadRequest, "account.signOutFirst",
			"You already have an account. Sign out first to create another one.")
	}
	if err := s.allow(ctx); err != nil {
		return nil, err
	}
	n, err := s.newName(ctx, in.Body.Name)
	if err != nil {
		return nil, err
	}
	if err := s.Rates.Spend(ctx, "sign-ups", s.SignUps); err != nil {
		return nil, err
	}
	c, err := s.firstWay(ctx, in.Browser, n, in.Body)
	if err != nil {
		return nil, err
	}
	p, err := s.Store.Player(ctx, who.Player)
	if errors.Is(err, store.ErrNotFound) {
		p, err = store.Player{ID: who.Player}, nil
	}
	if err != nil {
		return nil, err
	}
	p.Role, p.Name, p.Skeleton, p.Created = store.Member, n.String(), n.Skeleton(), s.Now()
	c.Player, c.Version = who.Player, 1
	if err := s.enroll(ctx, p, c); err != nil {
		return nil, err
	}
	s.Games.Rename(ctx, p.ID, p.Name)
	entered, err := s.enter(ctx, in.Browser, p.ID, func(*store.Credentials) error { return nil })
	if err != nil {
		return nil, err
	}
	s.Log.Info("account made", "name", p.Name)
	return &entrance{entered.cookies, SignedIn{Name: p.Name}}, nil
}

// enroll creates the account, or returns a refusal.
func (s *Service) enroll(ctx context.Context, p store.Player, c store.Credentials) error {
	err := s.Store.Enroll(ctx, p, c)
	if _, conflict := errors.AsType[*store.Conflict](err); conflict {
		return identity.ErrMoved
	}
	if errors.Is(err, store.ErrExists) {
		return errNameTaken
	}
	return err
}

// firstWay returns the credentials of a new account, with one way to sign in.
func (s *Service) firstWay(ctx context.Context, b Browser, n name.Name, in wire.SignUp) (c store.Credentials, err error) {
	visitor := identity.Of(ctx).Session
	switch {
	case in.Passkey != nil:
		key, err := s.ceremonies.FinishMaking(visitor, in.Passkey.ID, []byte(in.Passkey.Credential))
		if err != nil {
			return c, s.keyError(err)
		}
		c.Passkeys = []store.Passkey{s.newPasskey(key, title(in.Passkey.Title, b.Agent))}
	case in.Elsewhere != "":
		who, ok := s.newcomers.Take(visitor, in.Elsewhere)
		if !ok {
			return c, apierror.Say(apierror.BadRequest, "account.elsewhereLate",
				"That took too long. Please sign in at the other site again.")
		}
		c.Links = []store.Link{{Issuer: who.Issuer, Subject: who.Subject, Name: identity.CleanName(who.Name), Created: store.Milli(s.Now())}}
	default:
		if err := password.Check(in.Password, n.String()); err != nil {
			return c, apierror.Invalid(err)
		}
		c.Password, err = s.hash(ctx, in.Password)
	}
	return c, err
}
