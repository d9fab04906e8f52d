package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	"moyo/server"
	"moyo/server/base/certificate"
)

// tlsFlags are the settings of `moyo serve` for its own encryption. They are not needed behind a
// proxy that encrypts.
type tlsFlags struct {
	Cert          string   `name:"tls-cert" placeholder:"FILE" type:"path" env:"MOYO_TLS_CERT" help:"Certificate chain in PEM; --port then serves https. It is read again when it changes."`
	Key           string   `name:"tls-key" placeholder:"FILE" type:"path" env:"MOYO_TLS_KEY" help:"The certificate's key, PEM."`
	ACME          []string `name:"acme" placeholder:"HOST" env:"MOYO_ACME" help:"Names of the server for which it gets certificates from Let's Encrypt, whose terms you accept. Needs --port 443, or forwarded ports for it and for --redirect."`
	ACMEDirectory string   `name:"acme-directory" placeholder:"URL" env:"MOYO_ACME_DIRECTORY" help:"Directory of another ACME authority."`
	ACMEEmail     string   `name:"acme-email" placeholder:"ADDRESS" env:"MOYO_ACME_EMAIL" help:"Mail address for the authority's messages about your certificates."`
	Redirect      string   `placeholder:"ADDR" env:"MOYO_REDIRECT" help:"Address such as 0.0.0.0:80 that redirects browsers to https, and answers the authority of --acme."`
}

// check returns an error if the settings are not valid.
func (f *tlsFlags) check() error {
	switch {
	case (f.Cert == "") != (f.Key == ""):
		return errors.New("--tls-cert and --tls-key: each needs the other")
	case f.Cert != "" && len(f.ACME) > 0:
		return errors.New("--tls-cert and --acme: only one of them can be used")
	case len(f.ACME) == 0 && (f.ACMEDirectory != "" || f.ACMEEmail != ""):
		return errors.New("--acme-directory and --acme-email need --acme")
	case f.Redirect != "" && !f.used():
		return errors.New("--redirect needs --tls-cert or --acme: there is no https to redirect to")
	case f.Redirect != "" && !isAddress(f.Redirect):
		return fmt.Errorf("redirect %q: want a host and a port, such as 0.0.0.0:80", f.Redirect)
	}
	return nil
}

func (f *tlsFlags) used() bool { return f.Cert != "" || len(f.ACME) > 0 }

// scheme returns the scheme of the server's addresses.
func (f *tlsFlags) scheme() string {
	if f.used() {
		return "https"
	}
	return "http"
}

// encryption is how the server encrypts; its zero value is no encryption.
type encryption struct {
	config *tls.Config
	asked  func(http.Handler) http.Handler             // answers the authority's requests, nil without ACME
	watch  func(ctx context.Context, log *slog.Logger) // watches certificates, nil for none
}

// open reads the certificate, or prepares to request some. data is the server's folder.
func (f *tlsFlags) open(data string, log *slog.Logger) (encryption, error) {
	switch {
	case f.Cert != "":
		files, err := certificate.Open(f.Cert, f.Key, log, time.Now)
		if err != nil {
			return encryption{}, err
		}
		return encryption{config: certificate.Config(files.Get)}, nil
	case len(f.ACME) > 0:
		a, err := certificate.New(certificate.Authority{
			Hosts: f.ACME, Directory: f.ACMEDirectory, Email: f.ACMEEmail, Folder: filepath.Join(data, "certificates"),
		})
		if err != nil {
			return encryption{}, wrongUse(err)
		}
		return encryption{config: a.TLS(), asked: a.Handler, watch: a.Watch}, nil
	}
	return encryption{}, nil
}

// begin redirects unencrypted requests to port, and watches certificates, until the returned
// function is called.
func (f *tlsFlags) begin(ctx context.Context, e encryption, s *server.Server, port string, log *slog.Logger) (end func(), err error) {
	ctx, cancel := context.WithCancel(ctx)
	var work sync.WaitGroup
	web := &http.Server{
		ReadHeaderTimeout: headerTime, ReadTimeout: headerTime, WriteTimeout: headerTime,
		IdleTimeout: headerTime, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	if f.Redirect != "" {
		l, err := new(net.ListenConfig).Listen(ctx, "tcp", f.Redirect)
		if err != nil {
			cancel()
			return nil, fmt.Errorf("cannot redirect to https from %s: %w", f.Redirect, err)
		}
		web.Handler = certificate.Redirect(port)
		if e.asked != nil {
			web.Handler = e.asked(web.Handler)
		}
		log.Info("redirecting to https", "from", l.Addr().String())
		work.Go(func() {
			if err := web.Serve(s.Listener(l)); !errors.Is(err, http.ErrServerClosed) {
				log.Error("the redirect to https has failed", "err", err)
			}
		})
	}
	if e.watch != nil {
		go e.watch(ctx, log) // its requests to the authority have no time limit
	}
	return func() {
		cancel()
		_ = web.Close()
		work.Wait()
	}, nil
}
