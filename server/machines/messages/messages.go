// Package messages connects a process to the others of its site over NATS: to a server
// of the operator's, or to one inside the process where there is none.
//
// NATS carries what can be lost: commands that are asked again, events of which the
// truth is in the database, and work that can be derived again. Nothing here needs to
// outlive a crash.
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

// Subjects are those that somebody may send to and hear of; "*" stands for one part
// of a subject and ">" for all that follow.
type Subjects struct{ Send, Hear []string }

// Config says where NATS is.
type Config struct {
	// URL is the address of a NATS server, such as nats://host:4222 or tls://host:4222,
	// or several with commas between. Without it the process has a server of its own.
	URL string
	// Key is the secret of those who may do everything, or of a worker where Worker is
	// set. A URL may have name and secret in it instead. It is never logged.
	Key string
	// Worker connects by the name and with the key of one who may do no more than work.
	Worker bool
	// Authority is a file with the certificates that a server with TLS is known by, ""
	// for those that this machine knows.
	Authority string
	// Name is what the server of the operator's calls this connection.
	Name string
	// NoEcho keeps from a connection what it sends itself.
	NoEcho bool
	// Inbox is how the subjects begin to which answers come; "" for the usual _INBOX.
	Inbox string

	// The others are for a server inside the process.

	Listen      string   // its address for other machines, such as 0.0.0.0:4222; "" for none, "host:0" for any port
	WorkerKey   string   // the secret of those who may do no more than work; "" for none of them
	WorkerMay   Subjects // what they may do
	Certificate string   // file of Listen's certificate, for TLS; "" for none
	PrivateKey  string   // file of the certificate's key
	Folder      string   // where JetStream keeps what it keeps on the disk
	MaxMemory   int64    // bytes that JetStream may take of memory; 0 for 64 MiB
	MaxStore    int64    // bytes that it may take of the disk; 0 for 256 MiB

	Log *slog.Logger // nil for nobody
}

// The names by which NATS knows who connects with a key.
const (
	Node   = "moyo"
	Worker = "worker"
)

// How long things may take.
const (
	connectTime  = 3 * time.Second  // one try
	firstTime    = 30 * time.Second // until the first connection has succeeded
	againAfter   = 500 * time.Millisecond
	pingEvery    = 5 * time.Second // two without an answer, and the connection is made again
	drainTime    = 2 * time.Second
	shutdownTime = 3 * time.Second
)

// Messages is a connection to NATS, and the server where that is inside the process.
type Messages struct {
	conn   *nats.Conn
	closed chan struct{} // once conn is
	inside *server.Server
	other  *Messages // whose server inside is, nil for this one's
	cfg    Config
	user   string
	log    *slog.Logger
}

// Open connects to the server at cfg.URL, or starts one inside the process and
// connects to it. Where a server of the operator's cannot be reached it tries for half
// a minute; one that was reached once is looked for again for ever. The errors are
// for people, and there is no secret in them.
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

// Apart returns another connection to the same server, which does not hear what it
// sends itself. It is to be closed before m.
func (m *Messages) Apart(ctx context.Context) (*Messages, error) {
	a := &Messages{log: m.log, user: m.user, closed: make(chan struct{}), inside: m.inside, other: m, cfg: m.cfg}
	a.cfg.NoEcho = true
	var err error
	a.conn, err = a.connect(ctx, a.cfg)
	return a, err
}

// Conn returns the connection. It is made again whenever it is lost.
func (m *Messages) Conn() *nats.Conn { return m.conn }

// User returns the name by which the connection was made: [Node], [Worker] or one of the
// operator's.
func (m *Messages) User() string { return m.user }

// Address returns where a server inside the process listens, "" where it does not.
func (m *Messages) Address() string {
	if m.inside == nil || m.inside.Addr() == nil {
		return ""
	}
	return m.inside.Addr().String()
}

// Close lets what has been sent and what has come be dealt with, for a moment, and
// ends the connection; then it ends a server inside the process.
func (m *Messages) Close() {
	if err := m.conn.Drain(); err == nil {
		wait := time.NewTimer(drainTime + time.Second)
		defer wait.Stop()
		select {
		case <-m.closed:
		case <-wait.C:
			m.log.Warn("messages: not all was sent before the end")
		}
	}
	m.conn.Close()
	m.shutdown()
}

// shutdown ends a server inside the process.
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
		m.log.Warn("messages: the server inside did not end in time")
	}
}

// check says what is wrong with the settings.
func (cfg Config) check() error {
	if cfg.URL != "" {
		return cfg.checkOutside()
	}
	return cfg.checkInside()
}

func (cfg Config) checkOutside() error {
	if cfg.Listen != "" || cfg.WorkerKey != "" {
		return errors.New("messages: there is a NATS server already, at the URL: its address and the keys of workers are its own settings")
	}
	_, err := servers(cfg.URL, cfg.Key != "")
	return err
}

func (cfg Config) checkInside() error {
	switch {
	case cfg.Worker:
		return errors.New("messages: a worker needs the URL of a NATS server, such as nats://host:4222")
	case cfg.Listen != "" && cfg.Key == "" && cfg.WorkerKey == "":
		return fmt.Errorf("messages: NATS that listens at %s needs a key, or everybody could send moves", cfg.Listen)
	case cfg.Key != "" && cfg.Key == cfg.WorkerKey:
		return errors.New("messages: the keys of nodes and of workers are the same; a worker may do less")
	case (cfg.Certificate == "") != (cfg.PrivateKey == ""):
		return errors.New("messages: TLS needs both a certificate and its key")
	}
	for _, key := range []string{cfg.Key, cfg.WorkerKey} {
		if key != "" && len(key) < shortestKey {
			return fmt.Errorf("messages: a key of %d characters can be guessed: want %d at least, best random ones", len(key), shortestKey)
		}
	}
	return nil
}

// shortestKey is how many characters a key of a server inside the process has at least.
const shortestKey = 16
