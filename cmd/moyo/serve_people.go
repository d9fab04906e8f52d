package main

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"

	"moyo/server"
	"moyo/server/people/account/openid"
	"moyo/server/people/mail"
)

// peopleFlags are the settings of `moyo serve` about signing in. Secrets belong in the environment,
// since other programs can read command lines.
type peopleFlags struct {
	Site         string `env:"MOYO_SITE" help:"Public address of the server, such as https://go.example. Mail needs it, and so do passkeys behind a proxy that changes the host."`
	SMTP         string `name:"smtp" env:"MOYO_SMTP" help:"Mail server, such as smtp://name:password@mail.example, to reset forgotten passwords."`
	MailFrom     string `env:"MOYO_MAIL_FROM" help:"Sender of mail, such as moyo@go.example."`
	OpenIDIssuer string `name:"openid-issuer" env:"MOYO_OPENID_ISSUER" help:"URL of a site whose accounts can sign in here (OpenID Connect)."`
	OpenIDClient string `name:"openid-client" env:"MOYO_OPENID_CLIENT" help:"This server's client name at that site."`
	OpenIDSecret string `name:"openid-secret" env:"MOYO_OPENID_SECRET" help:"This server's secret at that site."`
	OpenIDTitle  string `name:"openid-title" env:"MOYO_OPENID_TITLE" help:"Display name of that site."`
}

// apply completes a server's configuration.
func (f peopleFlags) apply(cfg *server.Config) error {
	if f.Site != "" {
		u, err := url.Parse(f.Site)
		if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.Path != "" || u.RawQuery != "" || u.User != nil {
			return fmt.Errorf("site %q: want the form https://go.example", f.Site)
		}
		cfg.Site = f.Site
	}
	if f.SMTP != "" {
		if f.Site == "" {
			return errors.New("--smtp needs --site: mail contains links to the server")
		}
		sender, err := mail.New(f.SMTP, f.MailFrom)
		if err != nil {
			return err
		}
		cfg.Mail = sender
	}
	if f.OpenIDIssuer == "" {
		return nil
	}
	issuer, err := openid.New(openid.Config{
		Issuer: f.OpenIDIssuer, Client: f.OpenIDClient, Secret: f.OpenIDSecret, Title: f.OpenIDTitle,
	}, time.Now)
	cfg.Elsewhere = issuer
	return err
}

// httpsPort returns the port of the public address, which may differ from the port of the listener.
func (f peopleFlags) httpsPort(at net.Addr) string {
	if u, err := url.Parse(f.Site); err == nil && u.Scheme == "https" {
		return cmp.Or(u.Port(), "443")
	}
	_, port, _ := net.SplitHostPort(at.String())
	return port
}
