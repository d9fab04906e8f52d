// Package messages connects a process to the others of its site over NATS, with the operator's server or a built-in
// one.
//
// NATS carries what may be lost: commands that are repeated, events whose source is the database, and work that can
// be derived again. Nothing needs to survive a crash.
package messages

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// Subjects are the subjects that a client may publish and subscribe to. "*" stands for one part of a subject and ">"
// for all that follow.
type Subjects struct{ Send, Hear []string }

// Config configures the connection to NATS.
type Config struct {
	// URL is the address of a NATS server, such as nats://host:4222 or tls://host:4222, or several with commas
	// between them. Without it, the process has a built-in server.
	URL string
	// Key is the secret of nodes, or of workers if Worker is set. A URL may contain name and secret instead. It is
	// never logged.
	Key string
	// Worker selects the name and the key of workers.
	Worker bool
	// Authority is a file with the certificates of trusted authorities, "" for the authorities that this machine trusts.
	Authority string
	// Name is the connection's name on the operator's server.
	Name string
	// NoEcho suppresses the connection's own messages.
	NoEcho bool
	// Inbox is the prefix of the subjects of answers, "" for _INBOX.
	Inbox string

	// The others configure a built-in server.

	Listen      string   // address for other machines, such as 0.0.0.0:4222; "" for none, "host:0" for any port
	WorkerKey   string   // the secret of workers; "" for no workers
	WorkerMay   Subjects // permissions of workers
	Certificate string   // file of the TLS certificate for Listen; "" for none
	PrivateKey  string   // file of the certificate's key
	Folder      string   // of JetStream's files
	MaxMemory   int64    // memory limit of JetStream in bytes; 0 for 64 MiB
	MaxStore    int64    // disk limit of JetStream in bytes; 0 for 256 MiB

	Log *slog.Logger // may be nil
}

// User names in NATS for each kind of key.
const (
	Node   = "moyo"
	Worker = "worker"
)

// Timeouts.
const (
	connectTime  = 3 * time.Second  // one try
	firstTime    = 30 * time.Second // until the first connection has succeeded
	againAfter   = 500 * time.Millisecond
	pingEvery    = 5 * time.Second // after two pings without an answer, the connection is made again
	drainTime    = 2 * time.Second
	shutdownTime = 3 * time.Second
)

// Messages is a connection to NATS, with the built-in server if there is one.
type Messages struct {
	conn   *nats.Conn
	closed chan struct{} // closed when conn is
	inside *server.Server
	other  *Messages // the owner of the built-in server, nil if this is the owner
	cfg    Config
	user   string
	log    *slog.Logger
}

// Open connects to the server at cfg.URL, or starts a built-in server and connects to it. It tries to reach an
// operator's server for half a minute; after the first success it reconnects without end. The errors are for people
// and contain no secrets.
func Open(ctx context.Context, cfg Config) (*Messages, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	if err := cfg.check(); err != nil {
		return nil, err
	}
	m := &Messages{log: cfg.Log, user: cfg.user(), closed: make(chan struct{})}
	if cfg.URL == "" {
		if err := m.start(&cfg); err != nil {
			return nil, err
		}
	}
	conn, err := m.connect(ctx, cfg)
	if err != nil {
		m.shutdown()
		return nil, err
	}
	m.conn, m.cfg = conn, cfg
	return m, nil
}

// Apart returns another connection to the same server, which does not receive its own messages. Close it before m.
func (m *Messages) Apart(ctx context.Context) (*Messages, error) {
	a := &Messages{log: m.log, user: m.user, closed: make(chan struct{}), inside: m.inside, other: m, cfg: m.cfg}
	a.cfg.NoEcho = true
	var err error
	a.conn, err = a.connect(ctx, a.cfg)
	return a, err
}

// Conn returns the connection. It reconnects after a loss.
func (m *Messages) Conn() *nats.Conn { return m.conn }

// User returns the user name of the connection: [Node], [Worker] or one of the operator's.
func (m *Messages) User() string { return m.user }

// Address returns the address of a built-in server that listens, or "".
func (m *Messages) Address() string {
	if m.inside == nil || m.inside.Addr() == nil {
		return ""
	}
	return m.inside.Addr().String()
}

// Close waits a moment for pending messages in both directions, and closes the connection. Then it stops a built-in
// server.
func (m *Messages) Close() {
	if err := m.conn.Drain(); err == nil {
		wait := time.NewTimer(drainTime + time.Second)
		defer wait.Stop()
		select {
		case <-m.closed:
		case <-wait.C:
			m.log.Warn("messages: some messages were not sent before the end")
		}
	}
	m.conn.Close()
	m.shutdown()
}

// shutdown stops a built-in server.
func (m *Messages) shutdown() {
	if m.inside == nil || m.other != nil {
		return
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		m.inside.Shutdown()
		m.inside.WaitForShutdown()
	}()
	wait := time.NewTimer(shutdownTime)
	defer wait.Stop()
	select {
	case <-ended:
	case <-wait.C:
		m.log.Warn("messages: the built-in server did not stop in time")
	}
}

// check returns an error if the settings are invalid.
func (cfg Config) check() error {
	if cfg.URL != "" {
		return cfg.checkOutside()
	}
	return cfg.checkInside()
}

func (cfg Config) checkOutside() error {
	if cfg.Listen != "" || cfg.WorkerKey != "" {
		return errors.New("messages: the URL names a NATS server: set its address and the workers' keys there")
	}
	_, err := servers(cfg.URL, cfg.Key != "")
	return err
}

func (cfg Config) checkInside() error {
	switch {
	case cfg.Worker:
		return errors.New("messages: a worker needs the URL of a NATS server, such as nats://host:4222")
	case cfg.Listen != "" && cfg.Key == "" && cfg.WorkerKey == "":
		return fmt.Errorf("messages: NATS that listens at %s needs a key, or anyone could send moves", cfg.Listen)
	case cfg.Key != "" && cfg.Key == cfg.WorkerKey:
		return errors.New("messages: the keys of nodes and of workers must differ, since a worker has fewer permissions")
	case (cfg.Certificate == "") != (cfg.PrivateKey == ""):
		return errors.New("messages: TLS needs both a certificate and its key")
	}
	for _, key := range []string{cfg.Key, cfg.WorkerKey} {
		if key != "" && len(key) < shortestKey {
			return fmt.Errorf("messages: a key of %d characters can be guessed: want at least %d random characters", len(key), shortestKey)
		}
	}
	return nil
}

// shortestKey is the minimum length of a key of a built-in server.
const shortestKey = 16
