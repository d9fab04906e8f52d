// Package openid lets people sign in with an account that they have elsewhere, at
// the one issuer of OpenID Connect that the operator has chosen: the club's own
// server, for instance.
//
// It is the authorization code flow with all three of its guards: the state ties the
// answer to the browser that began, the nonce the token to the question, and PKCE
// the code to this server.
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

// Config is what an operator agrees on with an issuer.
type Config struct {
	Issuer string // URL under which its settings are found
	Client string // this server's name there
	Secret string // "" for a public client
	Title  string // what people know it by
}

// The bounds of visits to the issuer.
const (
	lifetime    = 10 * time.Minute // for somebody to sign in there
	most        = 10_000           // visits at once
	wait        = 10 * time.Second // for an answer of the issuer
	maxResponse = 1 << 20          // bytes of its answer
)

// Issuer is the other side. It is safe for use by several goroutines.
type Issuer struct {
	cfg    Config
	now    func() time.Time
	visits *pending.Steps[visit]
	client *http.Client

	mu       sync.Mutex
	provider *oidc.Provider // nil until it has answered once
}

// visit is what is remembered while somebody is at the issuer's.
type visit struct {
	nonce    string
	verifier string // of PKCE
	callback string
	purpose  string
}

// New returns an issuer, which is asked for nothing before somebody comes. The
// error is about the settings.
func New(cfg Config, now func() time.Time) (*Issuer, error) {
	u, err := url.Parse(cfg.Issuer)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, fmt.Errorf("OpenID issuer %q: it is no URL with https", cfg.Issuer)
	}
	if u.Scheme == "http" && !local(u.Hostname()) {
		return nil, fmt.Errorf("OpenID issuer %q: without https anybody on the way could sign in as anyone", cfg.Issuer)
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

// local says whether a host is this machine.
func local(host string) bool { return host == "localhost" || host == "127.0.0.1" || host == "::1" }

// Title returns what people know the issuer by.
func (i *Issuer) Title() string { return i.cfg.Title }

// Begin returns where to send the visitor. They come back to callback, a URL of this
// server; purpose is handed back then.
func (i *Issuer) Begin(ctx context.Context, visitor, callback, purpose string) (address string, err error) {
	p, err := i.discovered(ctx)
	if err != nil {
		return "", err
	}
	v := visit{nonce: oauth2.GenerateVerifier(), verifier: oauth2.GenerateVerifier(), callback: callback, purpose: purpose}
	state := i.visits.Begin(visitor, v)
	return i.oauth(p, callback).AuthCodeURL(state, oidc.Nonce(v.nonce), oauth2.S256ChallengeOption(v.verifier)), nil
}

// Identity is who somebody is at the issuer's.
type Identity struct {
	Issuer  string
	Subject string // never another's, and never changed
	Name    string // what they are called there, "" where it does not say
}

// Return is what a visitor brings back in the callback's query.
type Return struct {
	State, Code string
	Error       string // where the issuer, or its user, refused
}

// The errors that a visitor is told.
var (
	ErrTooLate     = errors.New("this took too long, or was done already")
	ErrRefused     = errors.New("the other site did not let you in")
	ErrUnreachable = errors.New("the other site does not answer")
)

// Finish returns who has come back, and with which purpose they left.
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

// exchange gets and checks the token for a code.
func (i *Issuer) exchange(ctx context.Context, p *oidc.Provider, v visit, code string) (Identity, error) {
	ctx = oidc.ClientContext(ctx, i.client)
	token, err := i.oauth(p, v.callback).Exchange(ctx, code, oauth2.VerifierOption(v.verifier))
	if err != nil {
		return Identity{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return Identity{}, fmt.Errorf("%w: there is no id_token in its answer", ErrRefused)
	}
	id, err := p.VerifierContext(ctx, &oidc.Config{ClientID: i.cfg.Client, Now: i.now}).Verify(ctx, raw)
	if err != nil {
		return Identity{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(v.nonce)) != 1 {
		return Identity{}, fmt.Errorf("%w: its token answers another question", ErrRefused)
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

// discovered returns the issuer's settings, asked for once.
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

// bounded cuts answers that are too long.
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
