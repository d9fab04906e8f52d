package analysis

import (
	"io"
	"sync"
)

// outbox writes lines in the background, so that a client that sends many queries before it reads answers does not block itself.
type outbox struct {
	out io.Writer

	mu     sync.Mutex
	change *sync.Cond
	lines  [][]byte
	size   int   // bytes of lines
	free   bool  // size is no longer bounded
	closed bool  // no more lines come
	err    error // of writing; nothing is written after it
	done   chan struct{}
}

// maxUnread bounds the answers that wait for the client. Beyond it the server waits too, and leaves out reports during a search
// from a part of it on.
const maxUnread = 256 << 20

func newOutbox(out io.Writer) *outbox {
	o := &outbox{out: out, done: make(chan struct{})}
	o.change = sync.NewCond(&o.mu)
	return o
}

// run writes lines until close, or an error, which it passes to failed.
func (o *outbox) run(failed func(error)) {
	defer close(o.done)
	o.mu.Lock()
	defer o.mu.Unlock()
	for {
		for len(o.lines) == 0 && !o.closed {
			o.change.Wait()
		}
		if len(o.lines) == 0 {
			return
		}
		lines := o.lines
		o.lines = nil
		o.mu.Unlock()
		err := writeAll(o.out, lines)
		o.mu.Lock()
		for _, line := range lines {
			o.size -= len(line)
		}
		o.change.Broadcast()
		if err != nil {
			o.err, o.lines = err, nil
			failed(err)
			return
		}
	}
}

func writeAll(out io.Writer, lines [][]byte) error {
	for _, line := range lines {
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return nil
}

// send adds a line, with its end. It waits while the client leaves too much unread.
func (o *outbox) send(line []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.size > maxUnread && o.err == nil && !o.closed && !o.free {
		o.change.Wait()
	}
	if o.err != nil || o.closed {
		return
	}
	o.lines = append(o.lines, line)
	o.size += len(line)
	o.change.Broadcast()
}

// release ends the waiting of send, as the server is interrupted.
func (o *outbox) release() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.free = true
	o.change.Broadcast()
}

// slow reports whether the client is far behind with reading.
func (o *outbox) slow() bool {
	const part = 8
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.size > maxUnread/part
}

// close ends run after the lines so far.
func (o *outbox) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	o.change.Broadcast()
}
