package messages

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Limits of a built-in server.
const (
	maxMemory   = 64 << 20
	maxStore    = 256 << 20
	maxPayload  = 1 << 20
	maxPending  = 16 << 20 // bytes that a slow reader may lag behind
	maxConns    = 1024
	maxSubs     = 10_000 // of one connection
	startTime   = 10 * time.Second
	keyTime     = 2.0 // seconds that a client may take to show a key
	controlLine = 4096
)

// start starts a built-in server. If cfg has no key for nodes, it gets a random one.
func (m *Messages) start(cfg *Config) error {
	if cfg.Key == "" {
		cfg.Key = rand.Text()
	}
	opts, err := cfg.serverOptions()
	if err != nil {
		return err
	}
	s, err := server.NewServer(opts)
	if err != nil {
		return fmt.Errorf("messages: cannot create the built-in NATS server: %w", err)
	}
	s.SetLoggerV2(logger{m.log}, false, false, false)
	s.Start()
	m.inside = s
	if !s.ReadyForConnections(startTime) {
		m.shutdown()
		return fmt.Errorf("messages: the built-in NATS server does not start; is the folder %s writable?", cfg.Folder)
	}
	if addr := m.Address(); addr != "" {
		m.log.Info("messages: NATS listens for workers and nodes", "address", addr, "tls", opts.TLSConfig != nil)
		if opts.TLSConfig == nil && !isLoopback(addr) {
			m.log.Warn("messages: without TLS, keys are sent unencrypted; set --nats-certificate or use a tunnel")
		}
	}
	return nil
}

// serverOptions returns the options of the server.
func (cfg *Config) serverOptions() (*server.Options, error) {
	opts := &server.Options{
		ServerName: "moyo-" + rand.Text(), DontListen: cfg.Listen == "", NoSigs: true,
		JetStream: true, StoreDir: cfg.Folder, DisableJetStreamBanner: true,
		JetStreamMaxMemory: or(cfg.MaxMemory, maxMemory), JetStreamMaxStore: or(cfg.MaxStore, maxStore),
		MaxPayload: maxPayload, MaxPending: maxPending, MaxConn: maxConns, MaxSubs: maxSubs, MaxControlLine: controlLine,
		AuthTimeout: keyTime, CustomClientAuthentication: keys(*cfg),
	}
	if err := os.MkdirAll(cfg.Folder, 0o700); err != nil {
		return nil, fmt.Errorf("messages: cannot create the folder of NATS: %w", err)
	}
	if cfg.Listen == "" {
		return opts, nil
	}
	host, port, err := net.SplitHostPort(cfg.Listen)
	number, bad := strconv.ParseUint(port, 10, 16)
	if err != nil || bad != nil {
		return nil, fmt.Errorf("messages: NATS cannot listen at %q: want a host and a port, such as 0.0.0.0:4222", cfg.Listen)
	}
	opts.Host, opts.Port = host, int(number)
	if number == 0 {
		opts.Port = server.RANDOM_PORT
	}
	if err := canListen(cfg.Listen); err != nil {
		return nil, err
	}
	if cfg.Certificate == "" {
		return opts, nil
	}
	cert, err := tls.LoadX509KeyPair(cfg.Certificate, cfg.PrivateKey)
	if err != nil {
		return nil, fmt.Errorf("messages: cannot use the certificate of NATS: %w", err)
	}
	opts.TLSConfig = &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
	opts.TLSTimeout = keyTime
	return opts, nil
}

// canListen returns the error of listening at an address. The server itself would only never become ready.
func canListen(at string) error {
	l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", at)
	if err != nil {
		return fmt.Errorf("messages: NATS cannot listen at %s: %w", at, err)
	}
	return l.Close()
}

// or returns n unless it is 0.
func or(n, otherwise int64) int64 {
	if n > 0 {
		return n
	}
	return otherwise
}

// isLoopback reports whether an address is local to this machine.
func isLoopback(addr string) bool {
	at, err := netip.ParseAddrPort(addr)
	return err == nil && at.Addr().IsLoopback()
}

// keys checks the permissions of clients of a built-in server.
type keys Config

// Check reports whether a client has shown a key, and grants its permissions.
func (k keys) Check(c server.ClientAuthentication) bool {
	shown := c.GetOpts()
	switch {
	case shown.Username == Node && same(k.Key, shown.Password):
		c.RegisterUser(&server.User{Username: Node})
		return true
	case shown.Username == Worker && k.WorkerKey != "" && same(k.WorkerKey, shown.Password):
		c.RegisterUser(&server.User{Username: Worker, Permissions: &server.Permissions{
			Publish:   &server.SubjectPermission{Allow: k.WorkerMay.Send},
			Subscribe: &server.SubjectPermission{Allow: k.WorkerMay.Hear},
		}})
		return true
	}
	return false
}

// same compares keys in constant time.
func same(key, shown string) bool { return subtle.ConstantTimeCompare([]byte(key), []byte(shown)) == 1 }

// logger logs the messages of the server.
type logger struct{ log *slog.Logger }

func (l logger) say(level slog.Level, format string, v []any) {
	l.log.Log(context.Background(), level, "messages: built-in NATS: "+fmt.Sprintf(format, v...))
}

// Noticef logs normal events.
func (l logger) Noticef(format string, v ...any) { l.say(slog.LevelDebug, format, v) }

// Warnf logs unusual events.
func (l logger) Warnf(format string, v ...any) { l.say(slog.LevelWarn, format, v) }

// Errorf logs errors, mostly of clients.
func (l logger) Errorf(format string, v ...any) { l.say(slog.LevelWarn, format, v) }

// Fatalf logs errors that prevent the start.
func (l logger) Fatalf(format string, v ...any) { l.say(slog.LevelError, format, v) }

// Debugf does nothing.
func (l logger) Debugf(string, ...any) {}

// Tracef does nothing.
func (l logger) Tracef(string, ...any) {}
