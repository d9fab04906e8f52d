package limit

import (
	"net"
	"sync"
	"sync/atomic"

	"moyo/server/base/proxy"
)

// Listener bounds how many connections one address may have open, whatever is sent
// on them: half a request costs a descriptor too, and these are few. The addresses of
// proxies are many people's, and have no bound of their own.
type Listener struct {
	net.Listener
	Most    int // open connections in all
	PerOne  int // of them from one address
	Proxies proxy.Networks
	// Introduced says that proxies say whose each connection is; see [proxy.Introduced].
	// It counts as theirs once that is known.
	Introduced bool

	mu   sync.Mutex
	open int
	of   map[string]int // by address
}

// Accept returns the next connection that there is a place for. Others are closed at
// once.
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
			_ = conn.Close() // nobody hears why: that would take as long as they like
			continue
		}
		c := &counted{Conn: conn, leave: sync.OnceFunc(func() { l.leave(address) })}
		if fromProxy && l.Introduced {
			return &introduced{Conn: proxy.Introduced(c), of: l}, nil
		}
		return c, nil
	}
}

// enter counts a connection in, "" for one of a proxy, unless there are too many.
func (l *Listener) enter(address string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open >= l.Most || !l.take(address) {
		return false
	}
	l.open++
	return true
}

// take counts a connection as an address's, unless it has too many; the lock is held.
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

// giveBack undoes take; the lock is held.
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

// counted is a connection that is counted until it is closed.
type counted struct {
	net.Conn
	leave func()
}

func (c *counted) Close() error {
	c.leave()
	return c.Conn.Close()
}

// introduced is a connection that a proxy hands on. It is counted as that of whoever is
// behind it from when somebody asks who that is: package http does so before it reads,
// where nobody else waits for it.
type introduced struct {
	net.Conn
	of *Listener

	known   sync.Once
	refused atomic.Bool
	address string // for whom it is counted, "" before that, and for the proxy itself
	closed  bool   // nothing is counted any more; of.mu guards both
}

// RemoteAddr returns the address of the one behind the proxy, and closes the connection
// where they have too many.
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

// Read reads nothing for those who have too many: what came with the introduction would
// else be there although the connection is closed.
func (c *introduced) Read(p []byte) (int, error) {
	if c.refused.Load() {
		return 0, net.ErrClosed
	}
	return c.Conn.Read(p)
}

// count says whether they may have one more connection.
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
