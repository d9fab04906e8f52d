package machine

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// The numbers of bare sockets.
const (
	talking = 64   // that echo at the same time
	idle    = 1000 // whose average memory is measured
)

// message has the length of the messages that a move sends to its player and the opponent.
var message = []byte(strings.Repeat("x", 700))

// bare serves WebSockets that echo messages.
func bare(ctx context.Context) (address string, end func(), err error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	var open sync.WaitGroup
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		open.Add(1)
		defer open.Done()
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer conn.CloseNow()
		for {
			kind, data, err := conn.Read(ctx)
			if err != nil || conn.Write(ctx, kind, data) != nil {
				return
			}
		}
	})}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = server.Serve(l) // ends with what is returned
	}()
	return l.Addr().String(), func() {
		_ = server.Close()
		<-served
		open.Wait()
	}, nil
}

// echoes returns the total round trips per second of 64 bare sockets.
func echoes(ctx context.Context, each time.Duration) (perSecond, cost float64, err error) {
	ctx, cancel := context.WithCancel(ctx)
	address, end, err := bare(ctx)
	if err != nil {
		cancel()
		return 0, 0, err
	}
	defer end()
	defer cancel()
	conns := make([]*websocket.Conn, talking)
	for i := range conns {
		if conns[i], _, err = websocket.Dial(ctx, "ws://"+address, nil); err != nil {
			return 0, 0, err
		}
		defer conns[i].CloseNow()
	}
	const rounds = 16
	return pace(ctx, each, func() (int, error) {
		errs := make([]error, talking)
		var wg sync.WaitGroup
		for i, conn := range conns {
			wg.Go(func() {
				for n := 0; n < rounds && errs[i] == nil; n++ {
					if errs[i] = conn.Write(ctx, websocket.MessageText, message); errs[i] == nil {
						_, _, errs[i] = conn.Read(ctx)
					}
				}
			})
		}
		wg.Wait()
		return rounds * talking, errors.Join(errs...)
	})
}

// bareSocket returns the bytes of this process's memory that a silent bare socket takes at the
// server's end. The other end is a plain connection.
func bareSocket(ctx context.Context) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	address, end, err := bare(ctx)
	if err != nil {
		cancel()
		return 0, err
	}
	defer end()
	defer cancel()
	return memoryOf(idle, func() (net.Conn, error) { return upgrade(ctx, address) })
}

// memoryOf opens n connections and returns the additional bytes of this process for each, heap and
// stacks, when they are silent. It closes them.
func memoryOf(n int, open func() (net.Conn, error)) (bytes int, err error) {
	first, err := open() // one-time allocations do not count
	if err != nil {
		return 0, err
	}
	conns := []net.Conn{first}
	defer func() {
		for _, c := range conns {
			_ = c.Close()
		}
	}()
	before := inUse()
	for range n {
		c, err := open()
		if err != nil {
			return 0, err
		}
		conns = append(conns, c)
	}
	return max(0, inUse()-before) / n, nil
}

// inUse returns the bytes of heap and stacks after garbage collections.
func inUse() int {
	runtime.GC()
	runtime.GC() // objects of pools and finalizers
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc + m.StackInuse)
}

// upgrade opens a WebSocket by hand, so that its near end is a connection without buffers. It reads
// nothing beyond the server's answer.
func upgrade(ctx context.Context, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", address); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	status, err := bufio.NewReaderSize(oneByOne{conn}, 16).ReadString('\n')
	if err != nil || !strings.Contains(status, " 101 ") {
		return nil, errors.Join(fmt.Errorf("no WebSocket: %q", status), err, conn.Close())
	}
	return conn, nil
}

// oneByOne reads a byte at a time, to read nothing ahead.
type oneByOne struct{ net.Conn }

func (c oneByOne) Read(p []byte) (int, error) { return c.Conn.Read(p[:1]) }
