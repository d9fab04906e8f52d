package limit

import (
	"net"
	"sync"
	"sync/atomic"

	"moyo/server/base/proxy"
)

// Listener limits the open connections of one address, whatever is sent on them: even half a request uses a file
// descriptor, and these are few. A proxy's address carries connections of many clients and has no limit of its own.
type Listener struct {
	net.Listener
	Most    int // open connections in all
	PerOne  int // of those, from one address
	Proxies proxy.Networks
	// Introduced means that proxies name the client of each connection; see [proxy.Introduced]. The connection counts
	// for the client when the name is known.
	Introduced bool

	mu   sync.Mutex
	open int
	of   map[string]int // by address
}

// Accept returns the next connection within the limits. It closes others immediately.
func (l *Listener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		address, fromProxy := "", l.Proxies.Is(conn.RemoteAddr())
		if !fromProxy {
			address = hostOf(conn.RemoteAddr().String())
		}
		if !l.enter(address) {
			_ = conn.Close() // without an explanation, which a slow client could delay
			continue
		}
		c := &counted{Conn: conn, leave: sync.OnceFunc(func() { l.leave(address) })}
		if fromProxy && l.Introduced {
			return &introduced{Conn: proxy.Introduced(c), of: l}, nil
		}
		return c, nil
	}
}

// enter counts a connection unless there are too many. address is "" for a proxy.
func (l *Listener) enter(address string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open >= l.Most || !l.take(address) {
		return false
	}
	l.open++
	return true
}

// take counts a connection of an address unless it has too many. The caller holds the lock.
func (l *Listener) take(address string) bool {
	if address == "" {
		return true
	}
	if l.of[address] >= l.PerOne {
		return false
	}
	if l.of == nil {
		l.of = map[string]int{}
	}
	l.of[address]++
	return true
}

// giveBack undoes take. The caller holds the lock.
func (l *Listener) giveBack(address string) {
	if address == "" {
		return
	}
	if l.of[address]--; l.of[address] == 0 {
		delete(l.of, address)
	}
}

func (l *Listener) leave(address string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open--
	l.giveBack(address)
}

// counted is a connection that counts until it is closed.
type counted struct {
	net.Conn
	leave func()
}

func (c *counted) Close() error {
	c.leave()
	return c.Conn.Close()
}

// introduced is a connection from a proxy. It counts for the client behind the proxy from the first call of
// RemoteAddr. Package http calls that before it reads, in a goroutine of the connection, which may block.
type introduced struct {
	net.Conn
	of *Listener

	known   sync.Once
	refused atomic.Bool
	address string // for which it counts; "" before that, and for the proxy itself
	closed  bool   // it does not count any more; of.mu guards both
}

// RemoteAddr returns the address of the client behind the proxy, and closes the connection if the client has too
// many.
func (c *introduced) RemoteAddr() net.Addr {
	at := c.Conn.RemoteAddr()
	c.known.Do(func() {
		if !c.count(at) {
			c.refused.Store(true)
			_ = c.Close()
		}
	})
	return at
}

// Read reads nothing if the client has too many connections. Otherwise data that came with the introduction could
// still be read from the closed connection.
func (c *introduced) Read(p []byte) (int, error) {
	if c.refused.Load() {
		return 0, net.ErrClosed
	}
	return c.Conn.Read(p)
}

// count reports whether the client may have one more connection, and counts it.
func (c *introduced) count(at net.Addr) bool {
	l := c.of
	l.mu.Lock()
	defer l.mu.Unlock()
	if c.closed || l.Proxies.Is(at) {
		return true
	}
	address := hostOf(at.String())
	if !l.take(address) {
		return false
	}
	c.address = address
	return true
}

func (c *introduced) Close() error {
	c.of.mu.Lock()
	if !c.closed {
		c.of.giveBack(c.address)
	}
	c.closed = true
	c.of.mu.Unlock()
	return c.Conn.Close()
}
