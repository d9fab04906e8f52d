package limit

import (
	"net"
	"net/netip"
	"sync"
)

// Listener bounds how many connections one address may have open, whatever is sent
// on them: half a request costs a descriptor too, and these are few. The addresses of
// proxies are many people's, and have no bound of their own.
type Listener struct {
	net.Listener
	Most    int // open connections in all
	PerOne  int // of them from one address
	Proxies []netip.Prefix

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
		address := conn.RemoteAddr().String()
		if at, err := netip.ParseAddrPort(address); err == nil && within(l.Proxies, at.Addr()) {
			address = ""
		} else {
			address = hostOf(address)
		}
		if l.enter(address) {
			return &counted{Conn: conn, leave: sync.OnceFunc(func() { l.leave(address) })}, nil
		}
		_ = conn.Close() // nobody hears why: that would take as long as they like
	}
}

// enter counts a connection in, "" for one of a proxy, unless there are too many.
func (l *Listener) enter(address string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open >= l.Most || address != "" && l.of[address] >= l.PerOne {
		return false
	}
	if l.of == nil {
		l.of = map[string]int{}
	}
	l.open++
	l.of[address]++
	return true
}

func (l *Listener) leave(address string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open--
	if l.of[address]--; l.of[address] == 0 {
		delete(l.of, address)
	}
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
