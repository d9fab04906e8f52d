package account

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"time"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/guard"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/people/account/password"
	"moyo/server/store"
)

// The kinds of e-mails.
const (
	verify      = "verify" // confirms that an address belongs to the account
	reset       = "reset"  // resets a forgotten password
	letterTime  = 24 * time.Hour
	resetTime   = time.Hour
	letterPause = 5 * time.Minute // between two e-mails of a kind
	sendTime    = 30 * time.Second
	maxSending  = 4 // e-mails being sent at the same time
)

// The quotas of e-mails that strangers cause: from one network address, and to one e-mail address.
var (
	lettersFrom = limit.Quota{Daily: 100, AtOnce: 20}
	lettersTo   = limit.Quota{Daily: 10, AtOnce: 4}
)

// mayWrite counts an e-mail to an address, or refuses it.
func (s *Service) mayWrite(ctx context.Context, to string) error {
	return s.Rates.Spend(limit.With(ctx, "mail "+strings.ToLower(to)), "letters", lettersTo)
}

func (s *Service) registerMail(api endpoint.API) {
	endpoint.Register(api, access.Own,
		operation("new-email", http.MethodPut, "/api/account/email", "Send an e-mail that verifies a new address"), s.putEmail)
	endpoint.Register(api, access.Look, operation("verify-email", http.MethodPost, "/api/account/email", "Verify the address"), s.postEmail)
	endpoint.Register(api, access.Own, operation("remove-email", http.MethodDelete, "/api/account/email", "Forget the address"), s.deleteEmail)
	endpoint.Register(api, access.Look,
		operation("forgotten", http.MethodPost, "/api/account/reset", "Send an e-mail to reset a forgotten password"), s.postReset)
	endpoint.Register(api, access.Look,
		operation("reset", http.MethodPut, "/api/account/reset", "Set a new password with the secret of that e-mail"), s.putReset)
}

// offersMail reports whether e-mails can be sent. Their links need the server's configured address: a stranger could forge the one
// in a request.
func (s *Service) offersMail() bool { return s.Mail != nil && s.Site != "" }

// letter adds an e-mail to credentials and returns its secret.
func (s *Service) letter(c *store.Credentials, purpose, address string, lifetime time.Duration) (secret string, err error) {
	now := s.Now()
	kept := c.Letters[:0:0]
	for _, l := range c.Letters {
		switch {
		case l.Purpose == purpose && l.Expires.After(now.Add(lifetime-letterPause)):
			return "", apierror.Say(apierror.TooOften, "account.letter",
				"We have already sent you an e-mail. Please check your inbox, or try again in a few minutes.")
		case l.Purpose != purpose && l.Expires.After(now):
			kept = append(kept, l)
		}
	}
	secret = identity.NewToken()
	c.Letters = append(kept, store.Letter{
		Hash: identity.Hash(secret), Purpose: purpose, Address: address, Expires: store.Milli(now.Add(lifetime)),
	})
	return secret, nil
}

// answered removes the e-mail whose secret has come back, and returns its address.
func (s *Service) answered(c *store.Credentials, purpose, secret string) (address string, err error) {
	hash := identity.Hash(secret)
	i := slices.IndexFunc(c.Letters, func(l store.Letter) bool {
		return l.Purpose == purpose && subtle.ConstantTimeCompare([]byte(l.Hash), []byte(hash)) == 1 && s.Now().Before(l.Expires)
	})
	if i < 0 {
		return "", errOldLetter
	}
	address = c.Letters[i].Address
	c.Letters = slices.Delete(slices.Clone(c.Letters), i, i+1)
	return address, nil
}

var errOldLetter = apierror.Say(apierror.BadRequest, "account.oldLetter",
	"This link has expired or was already used. Please request a new e-mail.")

// link returns the link of an e-mail.
func (s *Service) link(purpose, name, secret string) string {
	return s.Site + pagePath + "?" + url.Values{"letter": {purpose}, "as": {name}, "secret": {secret}}.Encode()
}

// behind writes and sends an e-mail in the background, so that the response time does not reveal whether there is one.
func (s *Service) behind(ctx context.Context, send func(context.Context) error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sendTime)
	select {
	case s.sending <- struct{}{}:
	default:
		cancel()
		s.Log.Error("e-mail not sent: too many are being sent")
		return
	}
	s.background.Go(func() {
		defer cancel()
		defer func() { <-s.sending }()
		if err := guard.Run(func() error { return send(ctx) }); err != nil {
			s.Log.Error("sending an e-mail failed", "err", err)
		}
	})
}

// Wait returns when all e-mails have been sent.
func (s *Service) Wait() { s.background.Wait() }

func (s *Service) putEmail(ctx context.Context, in *struct{ Body Email }) (*struct{}, error) {
	if !s.offersMail() {
		return nil, errNotOffered
	}
	if err := s.allow(ctx); err != nil {
		return nil, err
	}
	if err := s.checkFresh(ctx); err != nil {
		return nil, err
	}
	address, err := emailAddress(in.Body.Address)
	if err != nil {
		return nil, err
	}
	if err := s.Rates.Spend(ctx, "letters", lettersFrom); err != nil {
		return nil, err
	}
	who := identity.Of(ctx)
	var secret string
	if err := s.change(ctx, who.Player, func(c *store.Credentials) (err error) {
		if secret, err = s.letter(c, verify, address, letterTime); err != nil {
			return err
		}
		return s.mayWrite(ctx, address)
	}); err != nil {
		return nil, err
	}
	s.behind(ctx, func(ctx context.Context) error {
		return s.Mail.Send(ctx, address, "Confirm your e-mail address", fmt.Sprintf(
			"Hello %s,\n\nplease open this link to confirm your e-mail address for moyo:\n"+
				"\n%s\n\nIf you did not ask for this, ignore this e-mail. Nothing will change.\n",
			who.Name, s.link(verify, who.Name, secret)))
	})
	return nil, nil
}

// maxEmail is the longest address, RFC 5321 section 4.5.3.1.
const maxEmail = 254

func emailAddress(typed string) (string, error) {
	typed = strings.TrimSpace(typed)
	a, err := mail.ParseAddress(typed)
	if err != nil || a.Address != typed || len(typed) > maxEmail || strings.ContainsAny(typed, "\r\n\"") {
		return "", apierror.Say(apierror.BadRequest, "account.address", "Please enter an address such as name@example.org.")
	}
	return typed, nil
}

// postEmail needs no sign-in: the e-mail may be read in another browser.
func (s *Service) postEmail(ctx context.Context, in *struct{ Body LetterAnswer }) (*struct{}, error) {
	if err := s.allow(ctx); err != nil {
		return nil, err
	}
	p, err := s.named(ctx, in.Body.Name)
	if errors.Is(err, store.ErrNotFound) {
		return nil, errOldLetter
	}
	if err != nil {
		return nil, err
	}
	return nil, s.change(ctx, p.ID, func(c *store.Credentials) error {
		address, err := s.answered(c, verify, in.Body.Secret)
		if err == nil {
			// Earlier e-mails to the old address become useless.
			c.Email, c.Letters = address, nil
		}
		return err
	})
}

func (s *Service) deleteEmail(ctx context.Context, _ *struct{}) (*struct{}, error) {
	if err := s.checkFresh(ctx); err != nil {
		return nil, err
	}
	return nil, s.change(ctx, identity.Player(ctx), func(c *store.Credentials) error {
		c.Email, c.Letters = "", nil
		return nil
	})
}

// postReset always gives the same answer: it must not reveal whether the account exists or has an address.
func (s *Service) postReset(ctx context.Context, in *struct{ Body Forgotten }) (*struct{}, error) {
	if !s.offersMail() {
		return nil, errNotOffered
	}
	if err := s.allow(ctx); err != nil {
		return nil, err
	}
	if err := s.Rates.Spend(ctx, "letters", lettersFrom); err != nil {
		return nil, err
	}
	s.behind(ctx, func(ctx context.Context) error { return s.remind(ctx, in.Body.Name) })
	return nil, nil
}

// remind sends an e-mail to a user who forgot the password, if the account has a verified address.
func (s *Service) remind(ctx context.Context, typed string) error {
	p, err := s.named(ctx, typed)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	var secret, address string
	err = s.change(ctx, p.ID, func(c *store.Credentials) (err error) {
		if address = c.Email; address == "" {
			return errOldLetter
		}
		if secret, err = s.letter(c, reset, address, resetTime); err != nil {
			return err
		}
		return s.mayWrite(ctx, address)
	})
	if _, refused := errors.AsType[*apierror.Error](err); refused {
		return nil
	}
	if err != nil {
		return err
	}
	return s.Mail.Send(ctx, address, "Reset your moyo password", fmt.Sprintf(
		"Hello %s,\n\nopen this link within an hour to choose a new password for moyo:\n"+
			"\n%s\n\nIf you did not ask for this, ignore this e-mail. Your password stays the same.\n",
		p.Name, s.link(reset, p.Name, secret)))
}

// putReset changes the password with the secret of an e-mail, and signs out everywhere. It does not sign in: an authenticator code
// is still required.
func (s *Service) putReset(ctx context.Context, in *struct{ Body Reset }) (*struct{}, error) {
	if err := s.allow(ctx); err != nil {
		return nil, err
	}
	p, err := s.named(ctx, in.Body.Name)
	if errors.Is(err, store.ErrNotFound) {
		return nil, errOldLetter
	}
	if err != nil {
		return nil, err
	}
	c, err := s.Store.Credentials(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	if _, err := s.answered(&c, reset, in.Body.Secret); err != nil {
		return nil, err
	}
	if err := password.Check(in.Body.Password, p.Name); err != nil {
		return nil, apierror.Invalid(err)
	}
	hash, err := s.hash(ctx, in.Body.Password)
	if err != nil {
		return nil, err
	}
	if err := s.change(ctx, p.ID, func(c *store.Credentials) error {
		if _, err := s.answered(c, reset, in.Body.Secret); err != nil {
			return err
		}
		return setPassword(c, hash)
	}); err != nil {
		return nil, err
	}
	return nil, s.endBut(ctx, p.ID, "")
}
