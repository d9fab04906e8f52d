package socket

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// The buffers of a connection, in bytes. Those of net/http, 4 KiB each way, would be most
// of what a silent connection takes.
const (
	readBuffer  = 512
	writeBuffer = 16 // for the head of a frame: the line gathers frames
	deadlineAge = time.Second
)

// taken is an answer that becomes a connection with small buffers.
type taken struct {
	http.ResponseWriter
	line *line // once it is one
}

// Hijack implements http.Hijacker.
func (t *taken) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffers, err := http.NewResponseController(t.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	t.line = &line{Conn: conn}
	early, _ := buffers.Reader.Peek(buffers.Reader.Buffered()) // who sends before the handshake is over
	var from io.Reader = t.line
	if len(early) > 0 {
		from = io.MultiReader(bytes.NewReader(bytes.Clone(early)), t.line)
	}
	in := bufio.NewReaderSize(from, max(readBuffer, len(early)))
	_, _ = in.Peek(len(early)) // of memory
	return t.line, bufio.NewReadWriter(in, bufio.NewWriterSize(t.line, writeBuffer)), nil
}

// line is a network connection that can gather what is written, so that many frames are
// sent with one call of the system. What is sent at once has writeTimeout.
type line struct {
	net.Conn

	mu       sync.Mutex
	gathered *[]byte // nil while everything is sent at once
	set      time.Time
}

// Write implements net.Conn.
func (l *line) Write(data []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.gathered != nil {
		*l.gathered = append(*l.gathered, data...)
		return len(data), nil
	}
	return l.send(data)
}

// gather has what is written gathered, until flush.
func (l *line) gather(into *[]byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.gathered = into
}

// waiting is how many bytes have been gathered: the answers to pings, written meanwhile,
// are among them.
func (l *line) waiting() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(*l.gathered)
}

// flush sends what was gathered. What is written next is sent at once.
func (l *line) flush() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	data := *l.gathered
	l.gathered = nil
	if len(data) == 0 {
		return nil
	}
	_, err := l.send(data)
	return err
}

// send sends; l.mu is held.
func (l *line) send(data []byte) (int, error) {
	if now := time.Now(); now.Sub(l.set) > deadlineAge { // it costs as much as a short message
		l.set = now
		_ = l.SetWriteDeadline(now.Add(writeTimeout)) // a connection without deadlines is no network's
	}
	return l.Conn.Write(data)
}
