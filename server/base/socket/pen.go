package socket

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/coder/websocket"
)

// sendAbove is the number of gathered bytes after which they are sent.
const sendAbove = 16 << 10

// sheets are buffers for connections that are writing.
var sheets = sync.Pool{New: func() any { return new([]byte) }}

// pen writes the waiting messages of a client. Its goroutine exists only while there are any, because most
// connections are idle most of the time.
type pen struct {
	conn *websocket.Conn
	line *line
	busy atomic.Bool // a goroutine writes, or is about to

	mu   sync.Mutex // held while messages are written
	laid bool
}

// wake starts writing the messages in the queue.
func (c *Conn) wake() {
	if c.pen != nil && c.pen.busy.CompareAndSwap(false, true) {
		go c.write()
	}
}

// write writes until the queue is empty.
func (c *Conn) write() {
	for {
		on, err := c.pen.write(c.out)
		if err != nil {
			c.end(err)
		}
		if !on {
			return // no other goroutine will write
		}
		c.pen.busy.Store(false)
		if len(c.out) == 0 || !c.pen.busy.CompareAndSwap(false, true) {
			return // a goroutine that was started in between writes the rest
		}
	}
}

// write sends the messages that wait in a queue, with as few system calls as possible. on reports whether it may be
// called again.
func (p *pen) write(queue <-chan []byte) (on bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.laid {
		return false, nil
	}
	sheet := sheets.Get().(*[]byte)
	defer func() {
		if cap(*sheet) <= 4*sendAbove {
			sheets.Put(sheet)
		}
	}()
	for err == nil && len(queue) > 0 {
		*sheet = (*sheet)[:0]
		p.line.gather(sheet)
		for err == nil && len(queue) > 0 && p.line.waiting() < sendAbove {
			err = p.conn.Write(context.Background(), websocket.MessageText, <-queue) // the line has a timeout
		}
		if failed := p.line.flush(); err == nil {
			err = failed
		}
	}
	return err == nil, err
}

// lay ends the writing. Waiting messages are dropped.
func (p *pen) lay() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.laid = true
}
