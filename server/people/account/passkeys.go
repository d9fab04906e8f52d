package account

import (
	"context"
	"net/http"
	"slices"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/people/account/passkey"
	"moyo/server/store"
)

func (s *Service) registerPasskeys(api endpoint.API) {
	endpoint.Register(api, access.Look,
		operation("passkey-challenge", http.MethodPost, "/api/account/passkey-challenge", "A passkey challenge for the browser"),
		s.postChallenge)
	endpoint.Register(api, access.Own, operation("add-passkey", http.MethodPost, "/api/account/passkeys", "Add a passkey"), s.postPasskey)
	endpoint.Register(api, access.Own,
		operation("name-passkey", http.MethodPut, "/api/account/passkeys/{id}", "Give a passkey another title"), s.putPasskey)
	endpoint.Register(api, access.Own,
		operation("remove-passkey", http.MethodDelete, "/api/account/passkeys/{id}", "Remove a passkey"), s.deletePasskey)
}

type challengeInput struct {
	Browser
	Body PasskeyQuestion
}

func (s *Service) postChallenge(ctx context.Context, in *challengeInput) (*endpoint.Answer[PasskeyChallenge], error) {
	if err := s.allow(ctx); err != nil {
		return nil, err
	}
	site, err := s.site(in.Browser)
	if err != nil {
		return nil, err
	}
	var c passkey.Challenge
	who := identity.Of(ctx)
	switch in.Body.For {
	case "sign-in":
		c, err = s.ceremonies.BeginUse(site, who.Session)
	case "sign-up":
		c, err = s.challengeNewcomer(ctx, site, in.Body.Name)
	case "add":
		c, err = s.challengeMember(ctx, site)
	default:
		err = apierror.New(apierror.BadRequest, `A passkey is for "sign-in", "sign-up" or "add", not for %.20q.`, in.Body.For)
	}
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(PasskeyChallenge{ID: c.ID, Options: string(c.Options)}), nil
}

func (s *Service) challengeNewcomer(ctx context.Context, site passkey.Site, typed string) (passkey.Challenge, error) {
	who := identity.Of(ctx)
	if who.Role != store.Guest {
		return passkey.Challenge{}, apierror.Say(apierror.BadRequest, "account.already", "You already have an account.")
	}
	n, err := s.newName(ctx, typed)
	if err != nil {
		return passkey.Challenge{}, err
	}
	return s.ceremonies.BeginMaking(site, who.Session, passkey.Person{Player: who.Player, Name: n.String()})
}

func (s *Service) challengeMember(ctx context.Context, site passkey.Site) (passkey.Challenge, error) {
	if err := s.checkFresh(ctx); err != nil {
		return passkey.Challenge{}, err
	}
	person, err := s.person(ctx, identity.Of(ctx).Player)
	if err != nil {
		return passkey.Challenge{}, err
	}
	return s.ceremonies.BeginMaking(site, identity.Of(ctx).Session, person)
}

func (s *Service) newPasskey(key passkey.Key, title string) store.Passkey {
	now := store.Milli(s.Now())
	return store.Passkey{ID: key.ID, Domain: key.Domain, Title: title, Data: key.Data, Created: now, Used: now}
}

func (s *Service) postPasskey(ctx context.Context, in *passkeyAnswerInput) (*struct{}, error) {
	if err := s.checkFresh(ctx); err != nil {
		return nil, err
	}
	who := identity.Of(ctx)
	key, err := s.ceremonies.FinishMaking(who.Session, in.Body.ID, []byte(in.Body.Credential))
	if err != nil {
		return nil, s.keyError(err)
	}
	return nil, s.change(ctx, who.Player, func(c *store.Credentials) error {
		if len(c.Passkeys) >= maxPasskeys {
			return apierror.Say(apierror.BadRequest, "account.passkeys", "An account can have at most %d passkeys.", maxPasskeys)
		}
		c.Passkeys = append(c.Passkeys, s.newPasskey(key, title(in.Body.Title, in.Agent)))
		return nil
	})
}

type passkeyInput struct {
	ID   string `path:"id" maxLength:"2000"`
	Body PasskeyTitle
}

func (s *Service) putPasskey(ctx context.Context, in *passkeyInput) (*struct{}, error) {
	name := identity.CleanName(in.Body.Title)
	if name == "" {
		return nil, apierror.Say(apierror.BadRequest, "account.passkeyTitle", "Please enter a title.")
	}
	return nil, s.change(ctx, identity.Player(ctx), func(c *store.Credentials) error {
		i, err := keyAt(c, in.ID)
		if err == nil {
			c.Passkeys[i].Title = name
		}
		return err
	})
}

func (s *Service) deletePasskey(ctx context.Context, in *struct {
	ID string `path:"id" maxLength:"2000"`
}) (*struct{}, error) {
	if err := s.checkFresh(ctx); err != nil {
		return nil, err
	}
	return nil, s.change(ctx, identity.Player(ctx), func(c *store.Credentials) error {
		i, err := keyAt(c, in.ID)
		if err != nil {
			return err
		}
		if ways(c) == 1 {
			return errLastWay
		}
		c.Passkeys = slices.Delete(c.Passkeys, i, i+1)
		return nil
	})
}

func keyAt(c *store.Credentials, id string) (int, error) {
	i := slices.IndexFunc(c.Passkeys, func(k store.Passkey) bool { return k.ID == id })
	if i < 0 {
		return i, apierror.Say(apierror.NotFound, "account.noPasskey", "Your account does not have this passkey.")
	}
	return i, nil
}
