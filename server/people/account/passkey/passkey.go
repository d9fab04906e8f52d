// Package passkey signs users in with passkeys (WebAuthn). A passkey is a key pair. Its private half stays in a phone, a security
// key or a password manager, which asks its owner for a fingerprint, a face or a PIN before it signs. So a passkey is two factors
// in one, and the server stores no secret.
//
// A ceremony has two steps, a challenge and its signed response. This package keeps the challenge between them, for the visitor who
// began only.
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
	Lifetime = 5 * time.Minute // from challenge to response
	most     = 10_000          // at the same time
)

// MaxAnswer is the maximum size of a response in bytes. A key with a long certificate needs about 4 KiB.
const MaxAnswer = 12 << 10

// Site is a relying party of WebAuthn.
type Site struct {
	Domain string // such as go.example; no port
	Origin string // such as https://go.example:8443
}

// ErrNoDomain is the error for an address for which browsers create no passkeys.
var ErrNoDomain = errors.New("passkeys need the name of a site, not a number: use localhost or a domain")

// SiteOf returns the site of a URL. Only the scheme and the host matter.
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
	Domain string // of its site
	Data   []byte // JSON, for this package only
}

// Person is the owner of passkeys.
type Person struct {
	Player string
	Name   string
	Keys   []Key
}

// Ceremonies create and use passkeys. They are safe for use by several goroutines.
type Ceremonies struct {
	steps *pending.Steps[begun]
}

// begun is a ceremony between its two steps.
type begun struct {
	site    Site
	session webauthn.SessionData
	person  Person // the owner of a new key; the zero Person if a key is used
	making  bool
}

// NewCeremonies returns ceremonies with a clock.
func NewCeremonies(now func() time.Time) *Ceremonies {
	return &Ceremonies{pending.New[begun](most, Lifetime, now)}
}

// Challenge is the first step of a ceremony, for the browser.
type Challenge struct {
	ID      string          // for the second step
	Options json.RawMessage // for PublicKeyCredential.parseCreationOptionsFromJSON or parseRequestOptionsFromJSON
}

// BeginMaking starts the creation of a person's new key. The same visitor must finish it.
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

// FinishMaking returns the key in a response.
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

// BeginUse asks for the signature of any key of the site.
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

// FinishUse returns the owner of the key that has signed, and the key with its new counter, which the caller must store. find
// returns the owner of a key id; FinishUse returns its error unchanged.
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

// taken removes a ceremony and returns it.
func (c *Ceremonies) taken(visitor, id string, making bool, answer []byte) (begun, error) {
	b, ok := c.steps.Take(visitor, id)
	if !ok || b.making != making {
		return begun{}, ErrTooLate
	}
	if len(answer) > MaxAnswer {
		return begun{}, refused(fmt.Errorf("a response of %d bytes", len(answer)))
	}
	return b, nil
}

// The errors for users who answer a challenge.
var (
	ErrTooLate = errors.New("this took too long or was already done")
	ErrRefused = errors.New("the passkey was not accepted")
)

// refused wraps an error in a response; its details are for the log.
func refused(err error) error {
	if e, ok := errors.AsType[*protocol.Error](err); ok {
		err = fmt.Errorf("%s: %s", e.Details, e.DevInfo)
	}
	return fmt.Errorf("%w: %w", ErrRefused, err)
}

// party returns the site as the library's type.
func (s Site) party() (*webauthn.WebAuthn, error) {
	timeout := webauthn.TimeoutConfig{Timeout: Lifetime, TimeoutUVD: Lifetime} // for the browser; the server uses package pending
	return webauthn.New(&webauthn.Config{
		RPID: s.Domain, RPDisplayName: "moyo", RPOrigins: []string{s.Origin},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			RequireResidentKey: protocol.ResidentKeyRequired(), ResidentKey: protocol.ResidentKeyRequirementRequired,
			UserVerification: protocol.VerificationRequired, // otherwise the key would be one factor only
		},
		Timeouts: webauthn.TimeoutsConfig{Login: timeout, Registration: timeout},
	})
}

// user is a person as the library's type.
type user struct {
	person Person
	keys   []webauthn.Credential
}

// userOf decodes a person's keys for one site.
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

// WebAuthnID implements webauthn.User. It is a hash: anyone who holds the key can read it, so it must not reveal the player's id.
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

// keyOf returns the data of a key to store: not the manufacturer's attestation, which was not requested.
func keyOf(site Site, c *webauthn.Credential) (Key, error) {
	kept := *c
	kept.Attestation = webauthn.CredentialAttestation{}
	data, err := json.Marshal(kept)
	return Key{ID: encode(c.ID), Domain: site.Domain, Data: data}, err
}

func encode(id []byte) string { return base64.RawURLEncoding.EncodeToString(id) }
