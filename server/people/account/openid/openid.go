// Package openid signs users in with an account at the one OpenID Connect issuer that the operator has configured, such as the
// club's own server.
//
// It uses the authorization code flow with all three protections: state ties the response to the browser, nonce ties the token to
// the request, and PKCE ties the code to this server.
package openid

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"moyo/server/people/account/pending"
)

// Config is the operator's agreement with an issuer.
type Config struct {
	Issuer string // URL of its discovery document
	Client string // this server's client id there
	Secret string // "" for a public client
	Title  string // shown to users
}

// The bounds of visits to the issuer.
const (
	lifetime    = 10 * time.Minute // for the user to sign in there
	most        = 10_000           // visits at the same time
	wait        = 10 * time.Second // for a response of the issuer
	maxResponse = 1 << 20          // bytes of its response
)

// Issuer is an OpenID Connect issuer. It is safe for use by several goroutines.
type Issuer struct {
	cfg    Config
	now    func() time.Time
	visits *pending.Steps[visit]
	client *http.Client

	mu       sync.Mutex
	provider *oidc.Provider // nil until it has answered
}

// visit is the state while a user is at the issuer.
type visit struct {
	nonce    string
	verifier string // of PKCE
	callback string
	purpose  string
}

// New returns an issuer. It sends no request until the first visit. The error is about the settings.
func New(cfg Config, now func() time.Time) (*Issuer, error) {
	u, err := url.Parse(cfg.Issuer)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, fmt.Errorf("OpenID issuer %q: not an https URL", cfg.Issuer)
	}
	if u.Scheme == "http" && !local(u.Hostname()) {
		return nil, fmt.Errorf("OpenID issuer %q: without https an attacker on the network could sign in as any user", cfg.Issuer)
	}
	if cfg.Client == "" {
		return nil, fmt.Errorf("OpenID issuer %q: the client's id is missing", cfg.Issuer)
	}
	if cfg.Title == "" {
		cfg.Title = u.Hostname()
	}
	return &Issuer{
		cfg: cfg, now: now, visits: pending.New[visit](most, lifetime, now),
		client: &http.Client{Timeout: wait, Transport: bounded{http.DefaultTransport}},
	}, nil
}

// local reports whether a host is this machine.
func local(host string) bool { return host == "localhost" || host == "127.0.0.1" || host == "::1" }

// Title returns the issuer's name for users.
func (i *Issuer) Title() string { return i.cfg.Title }

// Begin returns the address to which the visitor is sent. The issuer sends them back to callback, a URL of this server; Finish then
// returns purpose.
func (i *Issuer) Begin(ctx context.Context, visitor, callback, purpose string) (address string, err error) {
	p, err := i.discovered(ctx)
	if err != nil {
		return "", err
	}
	v := visit{nonce: oauth2.GenerateVerifier(), verifier: oauth2.GenerateVerifier(), callback: callback, purpose: purpose}
	state := i.visits.Begin(visitor, v)
	return i.oauth(p, callback).AuthCodeURL(state, oidc.Nonce(v.nonce), oauth2.S256ChallengeOption(v.verifier)), nil
}

// Identity is a user at the issuer.
type Identity struct {
	Issuer  string
	Subject string // unique and permanent
	Name    string // "" if unknown
}

// Return is the query of the callback.
type Return struct {
	State, Code string
	Error       string // set if the issuer or its user refused
}

// The errors for visitors.
var (
	ErrTooLate     = errors.New("this took too long or was already done")
	ErrRefused     = errors.New("the other site did not let you in")
	ErrUnreachable = errors.New("the other site is not responding")
)

// Finish returns the user who has come back, and the purpose of their visit.
func (i *Issuer) Finish(ctx context.Context, visitor string, r Return) (who Identity, purpose string, err error) {
	v, ok := i.visits.Take(visitor, r.State)
	if !ok {
		return Identity{}, "", ErrTooLate
	}
	if r.Error != "" {
		return Identity{}, v.purpose, fmt.Errorf("%w: %.100q", ErrRefused, r.Error)
	}
	p, err := i.discovered(ctx)
	if err != nil {
		return Identity{}, v.purpose, err
	}
	who, err = i.exchange(ctx, p, v, r.Code)
	return who, v.purpose, err
}

// exchange fetches and checks the token for a code.
func (i *Issuer) exchange(ctx context.Context, p *oidc.Provider, v visit, code string) (Identity, error) {
	ctx = oidc.ClientContext(ctx, i.client)
	token, err := i.oauth(p, v.callback).Exchange(ctx, code, oauth2.VerifierOption(v.verifier))
	if err != nil {
		return Identity{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return Identity{}, fmt.Errorf("%w: no id_token in the response", ErrRefused)
	}
	id, err := p.VerifierContext(ctx, &oidc.Config{ClientID: i.cfg.Client, Now: i.now}).Verify(ctx, raw)
	if err != nil {
		return Identity{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(v.nonce)) != 1 {
		return Identity{}, fmt.Errorf("%w: the nonce of the token is wrong", ErrRefused)
	}
	if id.Subject == "" || len(id.Subject) > 255 { // OpenID Connect Core, section 2
		return Identity{}, fmt.Errorf("%w: a subject of %d bytes", ErrRefused, len(id.Subject))
	}
	var claims struct {
		Name string `json:"preferred_username"`
	}
	if err := id.Claims(&claims); err != nil {
		return Identity{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return Identity{Issuer: id.Issuer, Subject: id.Subject, Name: claims.Name}, nil
}

func (i *Issuer) oauth(p *oidc.Provider, callback string) *oauth2.Config {
	return &oauth2.Config{
		ClientID: i.cfg.Client, ClientSecret: i.cfg.Secret, Endpoint: p.Endpoint(), RedirectURL: callback,
		Scopes: []string{oidc.ScopeOpenID, oidc.ScopeProfile},
	}
}

// discovered returns the issuer's settings, fetched once.
func (i *Issuer) discovered(ctx context.Context) (*oidc.Provider, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.provider != nil {
		return i.provider, nil
	}
	p, err := oidc.NewProvider(oidc.ClientContext(ctx, i.client), i.cfg.Issuer)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	i.provider = p
	return p, nil
}

// bounded truncates responses that are too long.
type bounded struct{ http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := b.RoundTripper.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	res.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(res.Body, maxResponse), res.Body}
	return res, nil
}
