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

// tlsFlags are the settings of `moyo serve` about encryption of its own. Behind a proxy
// that encrypts none of them is needed.
type tlsFlags struct {
	Cert          string   `name:"tls-cert" placeholder:"FILE" type:"path" env:"MOYO_TLS_CERT" help:"Certificate, PEM, with those that lead to the authority's; --port speaks https then. Read again when it changes."`
	Key           string   `name:"tls-key" placeholder:"FILE" type:"path" env:"MOYO_TLS_KEY" help:"The certificate's key, PEM."`
	ACME          []string `name:"acme" placeholder:"HOST" env:"MOYO_ACME" help:"Names of the server for which it gets certificates by itself, from Let's Encrypt, whose terms you agree to by that. Wants --port 443, or ports that lead there and to --redirect."`
	ACMEDirectory string   `name:"acme-directory" placeholder:"URL" env:"MOYO_ACME_DIRECTORY" help:"Directory of another authority that speaks ACME."`
	ACMEEmail     string   `name:"acme-email" placeholder:"ADDRESS" env:"MOYO_ACME_EMAIL" help:"Where the authority writes to about your certificates."`
	Redirect      string   `placeholder:"ADDR" env:"MOYO_REDIRECT" help:"Address such as 0.0.0.0:80 where browsers that come without encryption are sent to https, and where the authority of --acme may ask."`
}

// check says what is wrong with the settings.
func (f *tlsFlags) check() error {
	switch {
	case (f.Cert == "") != (f.Key == ""):
		return errors.New("--tls-cert and --tls-key: one needs the other")
	case f.Cert != "" && len(f.ACME) > 0:
		return errors.New("--tls-cert and --acme: want one of them")
	case len(f.ACME) == 0 && (f.ACMEDirectory != "" || f.ACMEEmail != ""):
		return errors.New("--acme-directory and --acme-email need --acme")
	case f.Redirect != "" && !f.used():
		return errors.New("--redirect needs --tls-cert or --acme: there is no https to lead to")
	case f.Redirect != "" && !isAddress(f.Redirect):
		return fmt.Errorf("redirect %q: want a host and a port, such as 0.0.0.0:80", f.Redirect)
	}
	return nil
}

func (f *tlsFlags) used() bool { return f.Cert != "" || len(f.ACME) > 0 }

// scheme is how addresses of the server begin.
func (f *tlsFlags) scheme() string {
	if f.used() {
		return "https"
	}
	return "http"
}

// encryption is how the server encrypts; its zero value is not at all.
type encryption struct {
	config *tls.Config
	asked  func(http.Handler) http.Handler             // lets the authority ask, nil for none
	watch  func(ctx context.Context, log *slog.Logger) // over certificates, nil for nobody
}

// open reads the certificate, or prepares to get some. data is the server's folder.
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

// begin answers those who come without encryption, and watches over certificates, until
// what it returns is called. port is where those are sent.
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
			return nil, fmt.Errorf("browsers cannot be sent to https from %s: %w", f.Redirect, err)
		}
		web.Handler = certificate.Redirect(port)
		if e.asked != nil {
			web.Handler = e.asked(web.Handler)
		}
		log.Info("browsers are sent to https", "from", l.Addr().String())
		work.Go(func() {
			if err := web.Serve(s.Listener(l)); !errors.Is(err, http.ErrServerClosed) {
				log.Error("browsers are not sent to https any more", "err", err)
			}
		})
	}
	if e.watch != nil {
		go e.watch(ctx, log) // what it waits for of the authority knows no end
	}
	return func() {
		cancel()
		_ = web.Close()
		work.Wait()
	}, nil
}
