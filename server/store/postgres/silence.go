package postgres

import (
	"context"
	"net"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// How long PostgreSQL may keep the server waiting. A statement or a transaction that takes longer is
// ended there; where PostgreSQL itself hangs, the connection is given up here.
const (
	statement  = "8s"
	lockWait   = "5s"
	reading    = "5s" // idle within a transaction
	writing    = "2s" // the same where it holds locks: all nodes may wait for one that is paused
	connecting = 5 * time.Second
	silence    = 10 * time.Second // how long a connection waits for a byte
)

// limited returns a configuration whose connections let nobody wait for ever, nor longer
// than idle in a transaction in which nothing happens.
func limited(config *pgx.ConnConfig, idle string) *pgx.ConnConfig {
	config = config.Copy()
	for name, value := range map[string]string{
		"statement_timeout": statement, "lock_timeout": lockWait, "idle_in_transaction_session_timeout": idle,
		"plan_cache_mode": "force_custom_plan", // lists are bounded by places that a general plan does not know
	} {
		if config.RuntimeParams[name] == "" {
			config.RuntimeParams[name] = value
		}
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connecting
	}
	dial := config.DialFunc
	config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &patient{Conn: conn, wait: silence}, nil
	}
	return config
}

// patient is a connection that waits only so long for each answer, unless its user has set
// another end.
type patient struct {
	net.Conn
	wait time.Duration
	mu   sync.Mutex
	end  time.Time // as its user has set it, for what is read
}

// Read implements net.Conn.
func (p *patient) Read(b []byte) (int, error) {
	p.mu.Lock()
	if p.end.IsZero() {
		if err := p.Conn.SetReadDeadline(time.Now().Add(p.wait)); err != nil {
			p.mu.Unlock()
			return 0, err
		}
	}
	p.mu.Unlock()
	return p.Conn.Read(b)
}

// Write implements net.Conn.
func (p *patient) Write(b []byte) (int, error) {
	p.mu.Lock()
	if p.end.IsZero() {
		if err := p.Conn.SetWriteDeadline(time.Now().Add(p.wait)); err != nil {
			p.mu.Unlock()
			return 0, err
		}
	}
	p.mu.Unlock()
	return p.Conn.Write(b)
}

// SetDeadline implements net.Conn.
func (p *patient) SetDeadline(t time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.end = t
	return p.Conn.SetDeadline(t)
}

// SetReadDeadline implements net.Conn.
func (p *patient) SetReadDeadline(t time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.end = t
	return p.Conn.SetReadDeadline(t)
}
