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

// Sizes of a connection's buffers in bytes. Those of net/http, 4 KiB in each direction, would be most of the memory
// of an idle connection.
const (
	readBuffer  = 512
	writeBuffer = 16 // for a frame's head; the line gathers frames
	deadlineAge = time.Second
)

// taken is an answer whose connection gets small buffers.
type taken struct {
	http.ResponseWriter
	line *line // nil before Hijack
}

// Hijack implements http.Hijacker.
func (t *taken) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffers, err := http.NewResponseController(t.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	t.line = &line{Conn: conn}
	early, _ := buffers.Reader.Peek(buffers.Reader.Buffered()) // from a client that sends before the end of the handshake
	var from io.Reader = t.line
	if len(early) > 0 {
		from = io.MultiReader(bytes.NewReader(bytes.Clone(early)), t.line)
	}
	in := bufio.NewReaderSize(from, max(readBuffer, len(early)))
	_, _ = in.Peek(len(early)) // from memory
	return t.line, bufio.NewReadWriter(in, bufio.NewWriterSize(t.line, writeBuffer)), nil
}

// line is a network connection that can gather writes, so that one system call sends many frames. A write may take
// writeTimeout.
type line struct {
	net.Conn

	mu       sync.Mutex
	gathered *[]byte // nil while writes are sent immediately
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

// gather makes writes go to a buffer until flush.
func (l *line) gather(into *[]byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.gathered = into
}

// waiting returns the number of gathered bytes, including answers to pings.
func (l *line) waiting() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(*l.gathered)
}

// flush sends the gathered bytes. Later writes are sent immediately.
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

// send sends data. The caller holds l.mu.
func (l *line) send(data []byte) (int, error) {
	if now := time.Now(); now.Sub(l.set) > deadlineAge { // a deadline costs as much as a short message
		l.set = now
		_ = l.SetWriteDeadline(now.Add(writeTimeout)) // only test connections do not support deadlines
	}
	return l.Conn.Write(data)
}
