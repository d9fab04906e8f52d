package postgres

import (
	"context"
	"net"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// Timeouts for PostgreSQL. PostgreSQL ends a statement or a transaction that takes longer; if
// PostgreSQL itself hangs, the store closes the connection.
const (
	statement  = "8s"
	lockWait   = "5s"
	reading    = "5s" // idle within a transaction
	writing    = "2s" // the same while it holds locks: all nodes may wait for a paused one
	connecting = 5 * time.Second
	silence    = 10 * time.Second // how long a connection waits for a byte
)

// limited returns a configuration whose connections have a deadline for every wait, and may be
// idle in a transaction for at most idle.
func limited(config *pgx.ConnConfig, idle string) *pgx.ConnConfig {
	config = config.Copy()
	for name, value := range map[string]string{
		"statement_timeout": statement, "lock_timeout": lockWait, "idle_in_transaction_session_timeout": idle,
		"plan_cache_mode": "force_custom_plan", // lists are bounded by arguments that a generic plan does not know
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

// patient is a connection with a time limit for each answer, unless its user has set
// another deadline.
type patient struct {
	net.Conn
	wait time.Duration
	mu   sync.Mutex
	end  time.Time // the user's read deadline
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
