package messages

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// schemes are the allowed schemes of a URL.
var schemes = []string{"nats", "tls"}

// servers parses a list of URLs with commas between them. Its errors do not quote the text, which may contain a
// secret.
func servers(text string, keyed bool) ([]*url.URL, error) {
	var list []*url.URL
	for i, one := range strings.Split(text, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		switch {
		case err != nil || !slices.Contains(schemes, u.Scheme) || u.Hostname() == "" || u.Path != "" || u.RawQuery != "":
			return nil, fmt.Errorf("messages: URL %d of NATS does not have the form nats://host:4222 or tls://host:4222", i+1)
		case keyed && u.User != nil:
			return nil, errors.New("messages: the key of NATS is given twice, in the URL and separately")
		}
		list = append(list, u)
	}
	return list, nil
}

// redacted returns the URL without secrets.
func redacted(text string) string {
	list, err := servers(text, false)
	if err != nil {
		return "an unreadable URL"
	}
	shown := make([]string, len(list))
	for i, u := range list {
		u.User = nil
		shown[i] = u.String()
	}
	return strings.Join(shown, ",")
}

// connect connects for the first time.
func (m *Messages) connect(ctx context.Context, cfg Config) (*nats.Conn, error) {
	options := m.options(cfg)
	if m.inside != nil {
		conn, err := nats.Connect("", append(options, nats.InProcessServer(m.inside))...)
		if err != nil {
			return nil, fmt.Errorf("messages: the built-in NATS server does not answer: %w", err)
		}
		return conn, nil
	}
	ctx, cancel := context.WithTimeout(ctx, firstTime)
	defer cancel()
	for told := false; ; {
		conn, err := nats.Connect(cfg.URL, options...)
		switch {
		case err == nil:
			m.log.Info("messages: connected to NATS", "server", conn.ConnectedUrlRedacted())
			return conn, nil
		case isRefusal(err):
			return nil, fmt.Errorf("messages: NATS at %s refuses the key of %q", redacted(cfg.URL), cfg.user())
		case isUntrusted(err):
			return nil, fmt.Errorf("messages: NATS at %s has a certificate that this machine does not trust; "+
				"trust it with --nats-authority: %w", redacted(cfg.URL), err)
		case !told:
			told = true
			m.log.Warn("messages: NATS does not answer yet", "server", redacted(cfg.URL))
		}
		wait := time.NewTimer(againAfter)
		select {
		case <-wait.C:
		case <-ctx.Done():
			wait.Stop()
			return nil, fmt.Errorf("messages: NATS at %s cannot be reached: %s", redacted(cfg.URL), reason(err))
		}
	}
}

// reason returns why a connection failed, without the URL.
func reason(err error) string {
	if errors.Is(err, nats.ErrNoServers) {
		return "no server answers"
	}
	return err.Error()
}

// isRefusal reports whether a server has refused the key.
func isRefusal(err error) bool {
	return errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthExpired) || errors.Is(err, nats.ErrAuthRevoked)
}

// isUntrusted reports whether the error is an untrusted certificate.
func isUntrusted(err error) bool {
	_, stranger := errors.AsType[*tls.CertificateVerificationError](err)
	return stranger
}

// user returns the user name for the key.
func (cfg Config) user() string {
	if list, err := servers(cfg.URL, false); cfg.URL != "" && err == nil && list[0].User != nil {
		return list[0].User.Username()
	}
	if cfg.Worker {
		return Worker
	}
	return Node
}

// options returns the options of a connection, with handlers that log.
func (m *Messages) options(cfg Config) []nats.Option {
	options := []nats.Option{
		nats.Name(cfg.Name), nats.Timeout(connectTime), nats.MaxReconnects(-1),
		nats.ReconnectWait(againAfter), nats.ReconnectJitter(againAfter, againAfter),
		nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(2), nats.DrainTimeout(drainTime),
		nats.IgnoreAuthErrorAbort(), // an operator may correct a wrong key on the server
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				m.log.Warn("messages: the connection to NATS is lost", "err", err)
			}
		}),
		nats.ReconnectHandler(func(c *nats.Conn) {
			m.log.Info("messages: connected to NATS again", "server", c.ConnectedUrlRedacted())
		}),
		nats.ErrorHandler(func(_ *nats.Conn, s *nats.Subscription, err error) {
			subject := ""
			if s != nil {
				subject = s.Subject
			}
			m.log.Warn("messages: NATS", "err", err, "subject", subject)
		}),
		nats.ClosedHandler(func(*nats.Conn) { close(m.closed) }),
	}
	if cfg.Key != "" {
		options = append(options, nats.UserInfo(cfg.user(), cfg.Key))
	}
	if cfg.Authority != "" {
		options = append(options, nats.RootCAs(cfg.Authority))
	}
	if cfg.NoEcho {
		options = append(options, nats.NoEcho())
	}
	if cfg.Inbox != "" {
		options = append(options, nats.CustomInboxPrefix(cfg.Inbox))
	}
	return options
}
