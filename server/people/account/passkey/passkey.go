// Package passkey lets people sign in with passkeys (WebAuthn): a key pair whose
// private half stays in a phone, a security key or a password manager, which asks
// its owner for a finger, a face or a PIN before it signs. So a passkey is two
// proofs in one, and there is nothing to steal from the server.
//
// A ceremony has two steps, a challenge and its signed answer; what is asked is
// kept here between them, for the visitor who began and nobody else.
package passkey

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"moyo/server/people/account/pending"
)

// The bounds of ceremonies.
const (
	Lifetime = 5 * time.Minute // from challenge to answer
	most     = 10_000          // at once
)

// MaxAnswer is the size of an answer, in bytes: that of a key with a long
// certificate has about 4 KiB.
const MaxAnswer = 12 << 10

// Site is where a passkey is good for: the relying party of WebAuthn.
type Site struct {
	Domain string // such as go.example; no port
	Origin string // such as https://go.example:8443
}

// ErrNoDomain is the error for an address that browsers make no passkeys for.
var ErrNoDomain = errors.New("passkeys need the name of a site, not a number: use localhost or a domain")

// SiteOf returns the site of a URL, of which only the scheme and the host count.
func SiteOf(address string) (Site, error) {
	u, err := url.Parse(address)
	if err != nil {
		return Site{}, fmt.Errorf("site %q: %w", address, err)
	}
	host := strings.ToLower(u.Hostname())
	if host == "" || net.ParseIP(host) != nil {
		return Site{}, ErrNoDomain
	}
	if err := protocol.ValidateRPID(host); err != nil {
		return Site{}, fmt.Errorf("site %q: %w", address, err)
	}
	return Site{Domain: host, Origin: u.Scheme + "://" + strings.ToLower(u.Host)}, nil
}

// Key is the public half of a passkey.
type Key struct {
	ID     string // base64url, as browsers write it
	Domain string // of the site that it is good for
	Data   []byte // JSON, for this package only
}

// Person is whose passkeys are asked for.
type Person struct {
	Player string
	Name   string
	Keys   []Key
}

// Ceremonies make and use passkeys. They are safe for use by several goroutines.
type Ceremonies struct {
	steps *pending.Steps[begun]
}

// begun is a ceremony between its two steps.
type begun struct {
	site    Site
	session webauthn.SessionData
	person  Person // who gets a key; the zero Person where a key is used
	making  bool
}

// NewCeremonies returns ceremonies that go by that time.
func NewCeremonies(now func() time.Time) *Ceremonies {
	return &Ceremonies{pending.New[begun](most, Lifetime, now)}
}

// Challenge is the first step of a ceremony: what the page gives the browser.
type Challenge struct {
	ID      string          // under which the answer is taken
	Options json.RawMessage // for PublicKeyCredential.parseCreationOptionsFromJSON or parseRequestOptionsFromJSON
}

// BeginMaking asks for a new key of that person. visitor is who begins, the same
// who has to finish.
func (c *Ceremonies) BeginMaking(site Site, visitor string, person Person) (Challenge, error) {
	w, err := site.party()
	if err != nil {
		return Challenge{}, err
	}
	u, err := userOf(site, person)
	if err != nil {
		return Challenge{}, err
	}
	creation, session, err := w.BeginRegistration(u, webauthn.WithExclusions(webauthn.Credentials(u.keys).CredentialDescriptors()))
	if err != nil {
		return Challenge{}, err
	}
	return c.challenge(visitor, begun{site, *session, person, true}, creation.Response)
}

// FinishMaking returns the key that an answer brings.
func (c *Ceremonies) FinishMaking(visitor, id string, answer []byte) (Key, error) {
	b, err := c.taken(visitor, id, true, answer)
	if err != nil {
		return Key{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return Key{}, refused(err)
	}
	w, err := b.site.party()
	if err != nil {
		return Key{}, err
	}
	u, err := userOf(b.site, b.person)
	if err != nil {
		return Key{}, err
	}
	made, err := w.CreateCredential(u, b.session, parsed)
	if err != nil {
		return Key{}, refused(err)
	}
	return keyOf(b.site, made)
}

// BeginUse asks for the signature of any key that is good for the site.
func (c *Ceremonies) BeginUse(site Site, visitor string) (Challenge, error) {
	w, err := site.party()
	if err != nil {
		return Challenge{}, err
	}
	assertion, session, err := w.BeginDiscoverableLogin()
	if err != nil {
		return Challenge{}, err
	}
	return c.challenge(visitor, begun{site: site, session: *session}, assertion.Response)
}

// FinishUse returns whose key has signed, and the key as it is to be kept from now
// on. find returns the person who has the key of an id; its error is returned as
// it is.
func (c *Ceremonies) FinishUse(visitor, id string, answer []byte, find func(key string) (Person, error)) (Person, Key, error) {
	b, err := c.taken(visitor, id, false, answer)
	if err != nil {
		return Person{}, Key{}, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return Person{}, Key{}, refused(err)
	}
	w, err := b.site.party()
	if err != nil {
		return Person{}, Key{}, err
	}
	person, err := find(encode(parsed.RawID))
	if err != nil {
		return Person{}, Key{}, err
	}
	used, err := w.ValidateDiscoverableLogin(func(_, handle []byte) (webauthn.User, error) {
		return userOf(b.site, person)
	}, b.session, parsed)
	if err != nil {
		return Person{}, Key{}, refused(err)
	}
	if used.Authenticator.CloneWarning {
		return Person{}, Key{}, refused(errors.New("the key's counter has gone back"))
	}
	key, err := keyOf(b.site, used)
	return person, key, err
}

func (c *Ceremonies) challenge(visitor string, b begun, options any) (Challenge, error) {
	text, err := json.Marshal(options)
	if err != nil {
		return Challenge{}, err
	}
	return Challenge{c.steps.Begin(visitor, b), text}, nil
}

// taken takes up a ceremony.
func (c *Ceremonies) taken(visitor, id string, making bool, answer []byte) (begun, error) {
	b, ok := c.steps.Take(visitor, id)
	if !ok || b.making != making {
		return begun{}, ErrTooLate
	}
	if len(answer) > MaxAnswer {
		return begun{}, refused(fmt.Errorf("an answer of %d bytes", len(answer)))
	}
	return b, nil
}

// The errors that those are told who answer a challenge.
var (
	ErrTooLate = errors.New("this took too long, or was done already")
	ErrRefused = errors.New("the passkey was not accepted")
)

// refused marks what is wrong with an answer; its details are for the log.
func refused(err error) error {
	if e, ok := errors.AsType[*protocol.Error](err); ok {
		err = fmt.Errorf("%s: %s", e.Details, e.DevInfo)
	}
	return fmt.Errorf("%w: %w", ErrRefused, err)
}

// party returns the library's view of a site.
func (s Site) party() (*webauthn.WebAuthn, error) {
	timeout := webauthn.TimeoutConfig{Timeout: Lifetime, TimeoutUVD: Lifetime} // for the browser; here it is pending that counts
	return webauthn.New(&webauthn.Config{
		RPID: s.Domain, RPDisplayName: "moyo", RPOrigins: []string{s.Origin},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			RequireResidentKey: protocol.ResidentKeyRequired(), ResidentKey: protocol.ResidentKeyRequirementRequired,
			UserVerification: protocol.VerificationRequired, // else the key would be one proof only
		},
		Timeouts: webauthn.TimeoutsConfig{Login: timeout, Registration: timeout},
	})
}

// user is a person as the library wants them.
type user struct {
	person Person
	keys   []webauthn.Credential
}

// userOf reads a person's keys, those of other sites left out.
func userOf(site Site, person Person) (*user, error) {
	u := &user{person: person}
	for _, k := range person.Keys {
		if k.Domain != site.Domain {
			continue
		}
		var c webauthn.Credential
		if err := json.Unmarshal(k.Data, &c); err != nil {
			return nil, fmt.Errorf("key %s: %w", k.ID, err)
		}
		u.keys = append(u.keys, c)
	}
	return u, nil
}

// WebAuthnID implements webauthn.User: what tells accounts apart for a key, and
// nothing that the server knows people by, since whoever holds the key can read it.
func (u *user) WebAuthnID() []byte {
	sum := sha256.Sum256([]byte("moyo passkey handle " + u.person.Player))
	return sum[:]
}

// WebAuthnName implements webauthn.User.
func (u *user) WebAuthnName() string { return u.person.Name }

// WebAuthnDisplayName implements webauthn.User.
func (u *user) WebAuthnDisplayName() string { return u.person.Name }

// WebAuthnCredentials implements webauthn.User.
func (u *user) WebAuthnCredentials() []webauthn.Credential { return u.keys }

// keyOf returns what is to be kept of a key: not what its maker says of it, which
// was not asked for.
func keyOf(site Site, c *webauthn.Credential) (Key, error) {
	kept := *c
	kept.Attestation = webauthn.CredentialAttestation{}
	data, err := json.Marshal(kept)
	return Key{ID: encode(c.ID), Domain: site.Domain, Data: data}, err
}

func encode(id []byte) string { return base64.RawURLEncoding.EncodeToString(id) }
