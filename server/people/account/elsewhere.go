package account

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"slices"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/people/account/openid"
	"moyo/server/store"
)

// The paths of a visit to the other site: where it sends the browser back, and where the page continues.
const (
	backPath = "/api/account/elsewhere"
	pagePath = "/account"
)

func (s *Service) registerElsewhere(api endpoint.API) {
	endpoint.Register(api, access.Look,
		operation("elsewhere", http.MethodPost, backPath, "Where to sign in at the other site"), s.postElsewhere)
	endpoint.Register(api, access.Look,
		operation("elsewhere-back", http.MethodGet, backPath, "Where the other site sends the browser back"), s.getElsewhere)
	endpoint.Register(api, access.Own,
		operation("remove-link", http.MethodDelete, "/api/account/links/{id}", "Remove a linked account"), s.deleteLink)
}

type elsewhereInput struct {
	Browser
	Body Elsewhere
}

// postElsewhere is not a GET, so that no other site can start a visit: it could have signed the browser in there with another
// account, which would then be linked.
func (s *Service) postElsewhere(ctx context.Context, in *elsewhereInput) (*endpoint.Answer[ElsewhereAddress], error) {
	if s.Elsewhere == nil {
		return nil, errNotOffered
	}
	if err := s.allow(ctx); err != nil {
		return nil, err
	}
	who := identity.Of(ctx)
	switch in.Body.For {
	case "sign-in":
	case "link":
		if err := s.checkFresh(ctx); err != nil {
			return nil, err
		}
	default:
		return nil, apierror.New(apierror.BadRequest, `The other site is for "sign-in" or "link", not for %.20q.`, in.Body.For)
	}
	address, err := s.Elsewhere.Begin(ctx, who.Session, s.address(in.Browser)+backPath, in.Body.For)
	if err != nil {
		return nil, apierror.Wrap(apierror.TooMany, err, "account.elsewhereAway",
			"The other site is not responding. Please try again later.")
	}
	return endpoint.Reply(ElsewhereAddress{Address: address}), nil
}

type backInput struct {
	Browser
	State string `query:"state" maxLength:"200"`
	Code  string `query:"code" maxLength:"4000"`
	Error string `query:"error" maxLength:"200"`
}

// redirect is an answer that sends the browser to another address.
type redirect struct {
	Status    int
	Location  string   `header:"Location"`
	Cache     string   `header:"Cache-Control"`
	SetCookie []string `header:"Set-Cookie"`
}

func to(query url.Values, cookies ...string) *redirect {
	location := pagePath
	if len(query) > 0 {
		location += "?" + query.Encode()
	}
	return &redirect{http.StatusSeeOther, location, "no-store", cookies}
}

func problem(what string) *redirect { return to(url.Values{"problem": {what}}) }

// getElsewhere is where the other site sends the browser back. No user would read an error here, so the page receives it.
func (s *Service) getElsewhere(ctx context.Context, in *backInput) (*redirect, error) {
	if s.Elsewhere == nil {
		return nil, errNotOffered
	}
	if err := s.allow(ctx); err != nil {
		return nil, err
	}
	visitor := identity.Of(ctx)
	who, purpose, err := s.Elsewhere.Finish(ctx, visitor.Session, openid.Return{State: in.State, Code: in.Code, Error: in.Error})
	if err != nil {
		s.Log.Info("OpenID sign-in failed", "err", err)
		for _, c := range []struct {
			err  error
			what string
		}{{openid.ErrTooLate, "too-late"}, {openid.ErrUnreachable, "unreachable"}, {openid.ErrRefused, "refused"}} {
			if errors.Is(err, c.err) {
				return problem(c.what), nil
			}
		}
		return nil, err
	}
	if purpose == "link" {
		return s.linkTo(ctx, who)
	}
	owner, err := s.Store.LinkOwner(ctx, who.Issuer, who.Subject)
	if errors.Is(err, store.ErrNotFound) {
		if visitor.Role != store.Guest {
			return problem("unknown"), nil
		}
		return to(url.Values{"elsewhere": {s.newcomers.Begin(visitor.Session, who)}, "name": {identity.CleanName(who.Name)}}), nil
	}
	if err != nil {
		return nil, err
	}
	entered, err := s.enter(ctx, in.Browser, owner, func(c *store.Credentials) error {
		if !slices.ContainsFunc(c.Links, func(l store.Link) bool { return l.Issuer == who.Issuer && l.Subject == who.Subject }) {
			return errWrong // it was removed meanwhile
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return to(nil, entered.cookies...), nil
}

// linkTo links an account at the other site to the caller's account.
func (s *Service) linkTo(ctx context.Context, who openid.Identity) (*redirect, error) {
	if s.checkFresh(ctx) != nil {
		return problem("too-late"), nil
	}
	err := s.change(ctx, identity.Player(ctx), func(c *store.Credentials) error {
		c.Links = slices.DeleteFunc(c.Links, func(l store.Link) bool { return l.Issuer == who.Issuer && l.Subject == who.Subject })
		if len(c.Links) >= maxLinks {
			return store.ErrExists
		}
		c.Links = append(c.Links, store.Link{
			Issuer: who.Issuer, Subject: who.Subject, Name: identity.CleanName(who.Name), Created: store.Milli(s.Now()),
		})
		return nil
	})
	if errors.Is(err, store.ErrExists) {
		return problem("taken"), nil
	}
	return to(url.Values{"linked": {"yes"}}), err
}

func (s *Service) deleteLink(ctx context.Context, in *struct {
	ID string `path:"id" maxLength:"64"`
}) (*struct{}, error) {
	if err := s.checkFresh(ctx); err != nil {
		return nil, err
	}
	return nil, s.change(ctx, identity.Player(ctx), func(c *store.Credentials) error {
		i := slices.IndexFunc(c.Links, func(l store.Link) bool { return linkID(l) == in.ID })
		if i < 0 {
			return apierror.Say(apierror.NotFound, "account.noLink", "That account is not linked to yours.")
		}
		if ways(c) == 1 {
			return errLastWay
		}
		c.Links = slices.Delete(c.Links, i, i+1)
		return nil
	})
}

// linkID returns the id of a link in the API.
func linkID(l store.Link) string {
	sum := sha256.Sum256([]byte(l.Issuer + "\n" + l.Subject))
	return hex.EncodeToString(sum[:8])
}
