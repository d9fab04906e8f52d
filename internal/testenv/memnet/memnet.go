// Package memnet is a network within the process, for tests. Its connections block like channels, so
// servers and clients over it can run in a bubble of testing/synctest: its Wait returns when all
// goroutines are blocked, and its clock then advances.
package memnet

import (
	"context"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
)

// Listener accepts the connections of its own [Listener.Dial]. Create it with [Listen].
type Listener struct {
	addr   *net.TCPAddr
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
	last   atomic.Int64 // the port of the last client
}

var _ net.Listener = (*Listener)(nil)

// listeners counts all listeners: their ports.
var listeners atomic.Int64

// Listen returns a listener. Its address is one of this machine with a port, as servers and clients expect;
// no other listener of the process has it.
func Listen() *Listener {
	return &Listener{addr: local(int(listeners.Add(1))), conns: make(chan net.Conn), closed: make(chan struct{})}
}

func local(port int) *net.TCPAddr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port} }

// Accept implements [net.Listener].
func (l *Listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close implements [net.Listener]. Connections stay open.
func (l *Listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

// Addr implements [net.Listener].
func (l *Listener) Addr() net.Addr { return l.addr }

// Dial connects to the listener, whatever the address is. It has the form of [net.Dialer.DialContext].
func (l *Listener) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := l.connect()
	select {
	case l.conns <- server:
		return client, nil
	case <-l.closed:
		_, _ = client.Close(), server.Close()
		return nil, fmt.Errorf("dial: %w", net.ErrClosed)
	case <-ctx.Done():
		_, _ = client.Close(), server.Close()
		return nil, ctx.Err()
	}
}

// connect returns both ends of a connection that holds what is written until it is read, as the buffers of a
// network do.
func (l *Listener) connect() (client, server net.Conn) {
	near, in := net.Pipe()
	out, far := net.Pipe()
	go carry(out, in)
	go carry(in, out)
	at := local(int(l.last.Add(1)))
	return conn{near, at, l.addr}, conn{far, l.addr, at}
}

// held is how many pieces a connection buffers in each direction, each as long as one read.
const held = 1 << 10

// carry copies data from one pipe to another until one of them is closed, and closes both.
func carry(to, from net.Conn) {
	pieces := make(chan []byte, held)
	go func() {
		defer close(pieces)
		buf := make([]byte, 32<<10)
		for {
			n, err := from.Read(buf)
			if n > 0 {
				pieces <- append([]byte(nil), buf[:n]...)
			}
			if err != nil {
				return
			}
		}
	}()
	broken := false // the other end is closed: its last data comes first and ends this one
	for piece := range pieces {
		if !broken {
			_, err := to.Write(piece)
			broken = err != nil
		}
	}
	_ = to.Close()
}

// conn is a connection with addresses.
type conn struct {
	net.Conn
	local, remote net.Addr
}

// LocalAddr implements [net.Conn].
func (c conn) LocalAddr() net.Addr { return c.local }

// RemoteAddr implements [net.Conn].
func (c conn) RemoteAddr() net.Addr { return c.remote }
