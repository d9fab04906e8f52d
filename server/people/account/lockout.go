package account

import (
	"context"
	"slices"
	"time"

	"moyo/internal/sentence"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/people/account/name"
	"moyo/server/store"
)

// How long failures are waited for. A guesser who has many addresses gets about a
// hundred tries a day at one account; one who tries a password at many accounts, one
// a minute from each address.
//
// Nobody can be kept out for good: the waits have a bound, passkeys are not guessed
// and so not counted, and a browser in which somebody has signed in before is counted
// for itself alone.
var (
	accountBackoff = store.Backoff{Free: 5, First: 2 * time.Second, Most: 15 * time.Minute, Forget: 24 * time.Hour}
	deviceBackoff  = store.Backoff{Free: 10, First: 2 * time.Second, Most: 5 * time.Minute, Forget: time.Hour}
	addressBackoff = store.Backoff{Free: 30, First: time.Second, Most: time.Minute, Forget: time.Hour}
)

// attempt is a try at what could be guessed of an account.
type attempt struct {
	s       *Service
	account string // key of the account, or of its owner's browser
	address string // key of the address
}

// attempt counts a try, or says for people how long to wait. c are the credentials
// of the account of that name, those of nobody where there is none: whether there is
// makes no difference.
func (s *Service) attempt(ctx context.Context, b Browser, typed string, c store.Credentials) (attempt, error) {
	a := attempt{s: s, address: "address " + limit.Address(ctx), account: "name " + nameKey(typed)}
	backoff := accountBackoff
	if hash := identity.Hash(b.Device); b.Device != "" && knows(c, hash) {
		a.account, backoff = "device "+hash, deviceBackoff
	}
	wait, err := s.Store.Try(ctx, s.Now(), store.Try{Key: a.account, Backoff: backoff}, store.Try{Key: a.address, Backoff: addressBackoff})
	if err != nil {
		return a, err
	}
	if wait > 0 {
		return a, apierror.Say(apierror.TooOften, "account.lockout", "There were too many tries. "+
			"Please wait %s and try again.", sentence.Span(wait))
	}
	return a, nil
}

// succeeded takes back what was counted: all of the account's, and this one try of
// the address, since others may be guessing from there.
func (a attempt) succeeded(ctx context.Context) error {
	if err := a.s.Store.Forgive(ctx, a.account); err != nil {
		return err
	}
	return a.s.Store.Excuse(ctx, a.address)
}

// nameKey returns what tries at a name are counted under.
func nameKey(typed string) string {
	if n, err := name.Parse(typed); err == nil {
		return n.Skeleton()
	}
	return "of nobody"
}

func knows(c store.Credentials, hash string) bool {
	return slices.ContainsFunc(c.Devices, func(d store.Device) bool { return d.Hash == hash })
}
