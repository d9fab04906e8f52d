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

// Letters and what they are for.
const (
	verify      = "verify" // that mail reaches somebody
	reset       = "reset"  // a forgotten password
	letterTime  = 24 * time.Hour
	resetTime   = time.Hour
	letterPause = 5 * time.Minute // between two letters of a kind
	sendTime    = 30 * time.Second
	maxSending  = 4 // letters on their way at once
)

// The bounds of letters that strangers have sent: from one address of the network,
// and to one of mail, whoever asks.
var (
	lettersFrom = limit.Quota{Daily: 100, AtOnce: 20}
	lettersTo   = limit.Quota{Daily: 10, AtOnce: 4}
)

// mayWrite counts a letter to an address.
func (s *Service) mayWrite(ctx context.Context, to string) error {
	return s.Rates.Spend(limit.With(ctx, "mail "+strings.ToLower(to)), "letters", lettersTo)
}

func (s *Service) registerMail(api endpoint.API) {
	endpoint.Register(api, access.Own,
		operation("new-email", http.MethodPut, "/api/account/email", "Send a letter to an address that is to be the account's"), s.putEmail)
	endpoint.Register(api, access.Look, operation("verify-email", http.MethodPost, "/api/account/email", "Answer that letter"), s.postEmail)
	endpoint.Register(api, access.Own, operation("remove-email", http.MethodDelete, "/api/account/email", "Forget the address"), s.deleteEmail)
	endpoint.Register(api, access.Look,
		operation("forgotten", http.MethodPost, "/api/account/reset", "Send a letter to one who forgot the password"), s.postReset)
	endpoint.Register(api, access.Look,
		operation("reset", http.MethodPut, "/api/account/reset", "Answer that letter with a new password"), s.putReset)
}

// offersMail says whether letters are sent. Their links need the server's own
// address: that by which a stranger asks could be the stranger's.
func (s *Service) offersMail() bool { return s.Mail != nil && s.Site != "" }

// letter notes a letter in credentials and returns its secret.
func (s *Service) letter(c *store.Credentials, purpose, address string, lifetime time.Duration) (secret string, err error) {
	now := s.Now()
	kept := c.Letters[:0:0]
	for _, l := range c.Letters {
		switch {
		case l.Purpose == purpose && l.Expires.After(now.Add(lifetime-letterPause)):
			return "", apierror.Say(apierror.TooOften, "account.letter",
				"A letter is on its way already. Please look for it, or try again in a few minutes.")
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

// answered takes a letter out whose secret has come back, and returns its address.
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
	"That link is too old, or was used already. Please have another letter sent.")

// link returns what a letter's link is.
func (s *Service) link(purpose, name, secret string) string {
	return s.Site + pagePath + "?" + url.Values{"letter": {purpose}, "as": {name}, "secret": {secret}}.Encode()
}

// behind writes and sends a letter while nobody waits, so that time tells nobody
// whether there is one.
func (s *Service) behind(ctx context.Context, send func(context.Context) error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sendTime)
	select {
	case s.sending <- struct{}{}:
	default:
		cancel()
		s.Log.Error("letter not sent: too many are on their way")
		return
	}
	s.background.Go(func() {
		defer cancel()
		defer func() { <-s.sending }()
		if err := guard.Run(func() error { return send(ctx) }); err != nil {
			s.Log.Error("letter not sent", "err", err)
		}
	})
}

// Wait returns when all letters have gone out.
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
		return s.Mail.Send(ctx, address, "Your address at moyo", fmt.Sprintf(
			"Hello %s,\n\nplease open this link to tell moyo that mail reaches you here:\n"+
				"\n%s\n\nIf you do not know what this is, forget it: nothing happens.\n",
			who.Name, s.link(verify, who.Name, secret)))
	})
	return nil, nil
}

// maxEmail is the length of an address, RFC 5321 section 4.5.3.1.
const maxEmail = 254

func emailAddress(typed string) (string, error) {
	typed = strings.TrimSpace(typed)
	a, err := mail.ParseAddress(typed)
	if err != nil || a.Address != typed || len(typed) > maxEmail || strings.ContainsAny(typed, "\r\n\"") {
		return "", apierror.Say(apierror.BadRequest, "account.address", "That is no address of the form somebody@example.org.")
	}
	return typed, nil
}

// postEmail needs nobody to be signed in: letters are read in other browsers too.
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
			// What went to the address before is not for its reader any more.
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

// postReset answers always alike: neither whether there is an account of that name
// nor whether it has an address is anybody's business.
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

// remind sends a letter to one who forgot the password, if mail is known to reach
// them.
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
	return s.Mail.Send(ctx, address, "A new password at moyo", fmt.Sprintf(
		"Hello %s,\n\nthis link lets you choose a new password at moyo, for an hour:\n"+
			"\n%s\n\nIf you did not ask for it, forget it: nothing happens.\n",
		p.Name, s.link(reset, p.Name, secret)))
}

// putReset changes the password of one who has the letter, and signs out everywhere.
// It signs nobody in: where a code of an app is asked for, it is asked for still.
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
