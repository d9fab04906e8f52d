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

// entrance is the answer of a route that signs somebody in.
type entrance struct {
	SetCookie []string `header:"Set-Cookie"`
	Body      SignedIn
}

// Those who are not let in hear which of the two it was only where they know the
// first already.
var (
	errWrong     = apierror.Say(apierror.WrongProof, "account.wrong", "That name and password do not belong together.")
	errWrongCode = apierror.Say(apierror.WrongProof, "account.wrongCode", "That code is not right, or was used already.")
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
		return nil, errBusy // before the try is written down: a flood keeps the disk from nobody
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
		return &entrance{Body: SignedIn{Need: "code"}}, nil // still counted as a failure, else codes could be guessed for ever
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

// byPassword looks at a password, and returns what else has to hold at the moment of
// signing in: nil where a code is missing.
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

// byRecovery lets in with a recovery code alone, where no password needs a code
// beside it: for those who have lost their only key.
func (s *Service) byRecovery(_ context.Context, c store.Credentials, in SignIn) (func(*store.Credentials) error, error) {
	refused := apierror.Say(apierror.WrongProof, "account.wrongNameCode", "That name and code do not belong together.")
	return func(now *store.Credentials) error {
		left, ok := onetime.Use(now.Recovery, in.Code)
		if !ok || now.Secret != "" || c.Version == 0 {
			return refused
		}
		now.Recovery = left
		return nil
	}, nil
}

// useCode takes a code of the app, or else a recovery code.
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

// verify is the keeper's, with errors for people.
func (s *Service) verify(ctx context.Context, hash, typed string) (right, stale bool, err error) {
	if len(typed) > 4*password.MaxLength {
		typed = "" // longer than any password
	}
	right, stale, err = s.passwords.Verify(ctx, hash, typed)
	return right, stale, busy(err)
}

// hash is the keeper's, with errors for people.
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

// keyHolder returns who has the passkey of that id.
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
	"This server does not know that passkey. It may have been removed here.")

// keyError returns an error of a ceremony for people; its details go to the log.
func (s *Service) keyError(err error) error {
	switch {
	case errors.Is(err, passkey.ErrTooLate):
		return apierror.Wrap(apierror.BadRequest, err, "account.passkeyLate", "That took too long, or was done already. Please try again.")
	case errors.Is(err, passkey.ErrRefused):
		s.Log.Info("passkey refused", "err", err)
		return apierror.Wrap(apierror.WrongProof, err, "account.passkeyRefused", "The passkey was not accepted. Please try again.")
	}
	return err
}

// maxDevices is how many browsers are known in which somebody has signed in.
const maxDevices = 10

// entered is what somebody gets who was let in.
type entered struct {
	session string // hash of the new token
	cookies []string
}

// enter signs a player in: with a new token, so that whoever knew the old one has
// nothing of it. check says whether they may still, and changes what signing in
// changes; it may be called several times.
//
// The session is made before the credentials are looked at for the last time: if
// they are changed after that, whoever changes them finds and ends it.
func (s *Service) enter(ctx context.Context, b Browser, player string, check func(*store.Credentials) error) (entered, error) {
	now, err := s.Store.Credentials(ctx, player)
	if err == nil {
		err = check(&now) // most who are refused are refused here, and nothing is written
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

// title returns what somebody calls a thing of theirs, or what stands for it.
func title(typed, otherwise string) string {
	if t := identity.CleanName(typed); t != "" {
		return t
	}
	return strings.TrimSpace(otherwise)
}
