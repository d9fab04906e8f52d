package account

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/people/account/onetime"
	"moyo/server/people/account/passkey"
	"moyo/server/people/account/password"
	"moyo/server/store"
)

func (s *Service) registerSignIn(api endpoint.API) {
	endpoint.Register(api, access.Look, operation("sign-in", http.MethodPost, "/api/account/sign-in", "Sign in with a password"), s.postSignIn)
	endpoint.Register(api, access.Look,
		operation("sign-in-passkey", http.MethodPost, "/api/account/sign-in/passkey", "Sign in with a passkey"), s.postSignInPasskey)
}

// entrance is the answer of a route that signs a user in.
type entrance struct {
	SetCookie []string `header:"Set-Cookie"`
	Body      SignedIn
}

// A refusal says which of the two proofs was wrong only if the first was right.
var (
	errWrong     = apierror.Say(apierror.WrongProof, "account.wrong", "Wrong name or password.")
	errWrongCode = apierror.Say(apierror.WrongProof, "account.wrongCode", "That code is wrong or was already used.")
	errBusy      = apierror.Say(apierror.TooMany, "account.crowd", "Too many people are signing in right now. Please try again in a moment.")
)

type signInInput struct {
	Browser
	Body SignIn
}

func (s *Service) postSignIn(ctx context.Context, in *signInInput) (*entrance, error) {
	if err := s.allow(ctx); err != nil {
		return nil, err
	}
	if in.Body.Password != "" && s.passwords.Busy() {
		return nil, errBusy // before the attempt is stored, so that a flood does not write to the disk
	}
	p, err := s.named(ctx, in.Body.Name)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	c, err := s.Store.Credentials(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	a, err := s.attempt(ctx, in.Browser, in.Body.Name, c)
	if err != nil {
		return nil, err
	}
	prove := s.byPassword
	if in.Body.Password == "" && in.Body.Code != "" {
		prove = s.byRecovery
	}
	check, err := prove(ctx, c, in.Body)
	if err != nil {
		return nil, err
	}
	if check == nil {
		return &entrance{Body: SignedIn{Need: "code"}}, nil // still counted as a failure, otherwise codes could be guessed forever
	}
	entered, err := s.enter(ctx, in.Browser, p.ID, check)
	if err != nil {
		return nil, err
	}
	if err := a.succeeded(ctx); err != nil {
		return nil, err
	}
	return &entrance{entered.cookies, SignedIn{Name: p.Name}}, nil
}

// byPassword checks a password, and returns the check that must hold when the session begins, or nil if a code is missing.
func (s *Service) byPassword(ctx context.Context, c store.Credentials, in SignIn) (func(*store.Credentials) error, error) {
	right, stale, err := s.verify(ctx, c.Password, in.Password)
	if err != nil {
		return nil, err
	}
	if !right {
		return nil, errWrong
	}
	if c.Secret != "" && in.Code == "" {
		return nil, nil
	}
	next := c.Password
	if stale {
		if next, err = s.hash(ctx, in.Password); err != nil {
			return nil, err
		}
	}
	return func(now *store.Credentials) error {
		if now.Password != c.Password {
			return errWrong // it was changed meanwhile
		}
		now.Password = next
		if now.Secret == "" {
			return nil
		}
		return s.useCode(now, in.Code)
	}, nil
}

// byRecovery signs in with only a recovery code, if no password with a second factor exists: for users who have lost their only
// passkey.
func (s *Service) byRecovery(_ context.Context, c store.Credentials, in SignIn) (func(*store.Credentials) error, error) {
	refused := apierror.Say(apierror.WrongProof, "account.wrongNameCode", "Wrong name or code.")
	return func(now *store.Credentials) error {
		left, ok := onetime.Use(now.Recovery, in.Code)
		if !ok || now.Secret != "" || c.Version == 0 {
			return refused
		}
		now.Recovery = left
		return nil
	}, nil
}

// useCode accepts a code of the app, or else a recovery code.
func (s *Service) useCode(c *store.Credentials, code string) error {
	if step, ok := onetime.Check(c.Secret, code, s.Now(), c.Step); ok {
		c.Step = step
		return nil
	}
	left, ok := onetime.Use(c.Recovery, code)
	if !ok {
		return errWrongCode
	}
	c.Recovery = left
	return nil
}

// verify calls the keeper, and returns its errors for users.
func (s *Service) verify(ctx context.Context, hash, typed string) (right, stale bool, err error) {
	if len(typed) > 4*password.MaxLength {
		typed = "" // longer than any password
	}
	right, stale, err = s.passwords.Verify(ctx, hash, typed)
	return right, stale, busy(err)
}

// hash calls the keeper, and returns its errors for users.
func (s *Service) hash(ctx context.Context, typed string) (string, error) {
	hash, err := s.passwords.Hash(ctx, typed)
	return hash, busy(err)
}

func busy(err error) error {
	if errors.Is(err, password.ErrBusy) {
		return errBusy
	}
	return err
}

type passkeyAnswerInput struct {
	Browser
	Body wire.PasskeyAnswer
}

func (s *Service) postSignInPasskey(ctx context.Context, in *passkeyAnswerInput) (*entrance, error) {
	if err := s.allow(ctx); err != nil {
		return nil, err
	}
	person, key, err := s.ceremonies.FinishUse(identity.Of(ctx).Session, in.Body.ID,
		[]byte(in.Body.Credential), func(id string) (passkey.Person, error) {
			return s.keyHolder(ctx, id)
		})
	if err != nil {
		return nil, s.keyError(err)
	}
	entered, err := s.enter(ctx, in.Browser, person.Player, func(c *store.Credentials) error {
		i := slices.IndexFunc(c.Passkeys, func(k store.Passkey) bool { return k.ID == key.ID })
		if i < 0 {
			return errUnknownKey
		}
		c.Passkeys[i].Data, c.Passkeys[i].Used = key.Data, store.Milli(s.Now())
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &entrance{entered.cookies, SignedIn{Name: person.Name}}, nil
}

// keyHolder returns the owner of a passkey.
func (s *Service) keyHolder(ctx context.Context, id string) (passkey.Person, error) {
	owner, err := s.Store.PasskeyOwner(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return passkey.Person{}, errUnknownKey
	}
	if err != nil {
		return passkey.Person{}, err
	}
	return s.person(ctx, owner)
}

// person returns a player with their passkeys.
func (s *Service) person(ctx context.Context, player string) (passkey.Person, error) {
	p, err := s.Store.Player(ctx, player)
	if err != nil {
		return passkey.Person{}, err
	}
	c, err := s.Store.Credentials(ctx, player)
	if err != nil {
		return passkey.Person{}, err
	}
	person := passkey.Person{Player: player, Name: p.Name}
	for _, k := range c.Passkeys {
		person.Keys = append(person.Keys, passkey.Key{ID: k.ID, Domain: k.Domain, Data: k.Data})
	}
	return person, nil
}

var errUnknownKey = apierror.Say(apierror.WrongProof, "account.unknownPasskey",
	"This server does not know that passkey. It may have been removed from your account.")

// keyError converts the error of a passkey ceremony for users; its details go to the log.
func (s *Service) keyError(err error) error {
	switch {
	case errors.Is(err, passkey.ErrTooLate):
		return apierror.Wrap(apierror.BadRequest, err, "account.passkeyLate", "That took too long or was already done. Please try again.")
	case errors.Is(err, passkey.ErrRefused):
		s.Log.Info("passkey refused", "err", err)
		return apierror.Wrap(apierror.WrongProof, err, "account.passkeyRefused", "The passkey was not accepted. Please try again.")
	}
	return err
}

// maxDevices is the number of known browsers of an account.
const maxDevices = 10

// entered is the result of a sign-in.
type entered struct {
	session string // hash of the new token
	cookies []string
}

// enter signs a player in with a new token, so that the old one is useless to anyone who knew it. check returns an error if the
// player may no longer sign in, and updates the credentials; it may be called several times.
//
// The session is created before the last check of the credentials. If they change after that check, the writer finds the session
// and ends it.
func (s *Service) enter(ctx context.Context, b Browser, player string, check func(*store.Credentials) error) (entered, error) {
	now, err := s.Store.Credentials(ctx, player)
	if err == nil {
		err = check(&now) // most refusals happen here, before anything is written
	}
	if err != nil {
		return entered{}, err
	}
	token, err := s.Sessions.Start(ctx, player, b.Agent)
	if err != nil {
		return entered{}, err
	}
	in := entered{session: identity.Hash(token)}
	known := b.Device
	if known == "" {
		known = identity.NewToken()
	}
	err = s.change(ctx, player, func(c *store.Credentials) error {
		if err := check(c); err != nil {
			return err
		}
		c.Devices = withDevice(c.Devices, store.Device{Hash: identity.Hash(known), Seen: store.Milli(s.Now())})
		return nil
	})
	if err != nil {
		return entered{}, errors.Join(err, s.Sessions.End(context.WithoutCancel(ctx), player, in.session))
	}
	if err := s.Sessions.Leave(ctx); err != nil {
		return entered{}, err
	}
	in.cookies = append(identity.Enter(ctx, player, token), deviceCookie(b, known).String())
	return in, nil
}

// withDevice returns the devices with one that was just used.
func withDevice(devices []store.Device, used store.Device) []store.Device {
	kept := slices.DeleteFunc(slices.Clone(devices), func(d store.Device) bool { return d.Hash == used.Hash })
	kept = append(kept, used)
	return kept[max(0, len(kept)-maxDevices):]
}

// title returns the title that a user typed, or a default.
func title(typed, otherwise string) string {
	if t := identity.CleanName(typed); t != "" {
		return t
	}
	return strings.TrimSpace(otherwise)
}
