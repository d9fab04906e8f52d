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

// The waits after failures. An attacker with many addresses gets about a hundred tries a day at one account. An attacker who tries
// one password at many accounts gets one try a minute from each address.
//
// No user can be locked out for good: the waits are bounded, passkeys cannot be guessed and are not counted, and a browser in which
// the user has signed in before is counted separately.
var (
	accountBackoff = store.Backoff{Free: 5, First: 2 * time.Second, Most: 15 * time.Minute, Forget: 24 * time.Hour}
	deviceBackoff  = store.Backoff{Free: 10, First: 2 * time.Second, Most: 5 * time.Minute, Forget: time.Hour}
	addressBackoff = store.Backoff{Free: 30, First: time.Second, Most: time.Minute, Forget: time.Hour}
)

// attempt is one try to guess a secret of an account.
type attempt struct {
	s       *Service
	account string // key of the account, or of its owner's browser
	address string // key of the address
}

// attempt counts a try, or returns a refusal with the time to wait. c are the credentials of the account of that name, or the zero
// value if there is no such account: the answer is the same.
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
		return a, apierror.Say(apierror.TooOften, "account.lockout", "Too many attempts. "+
			"Please wait %s and try again.", sentence.Span(wait))
	}
	return a, nil
}

// succeeded takes back the counts: all tries of the account, and this one try of the address, since others may be guessing from
// there.
func (a attempt) succeeded(ctx context.Context) error {
	if err := a.s.Store.Forgive(ctx, a.account); err != nil {
		return err
	}
	return a.s.Store.Excuse(ctx, a.address)
}

// nameKey returns the key under which tries at a name are counted.
func nameKey(typed string) string {
	if n, err := name.Parse(typed); err == nil {
		return n.Skeleton()
	}
	return "of nobody"
}

func knows(c store.Credentials, hash string) bool {
	return slices.ContainsFunc(c.Devices, func(d store.Device) bool { return d.Hash == hash })
}
