package socket

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/coder/websocket"
)

// sendAbove is how many bytes are gathered at most before they are sent, but for the
// message that goes beyond.
const sendAbove = 16 << 10

// sheets are what messages are gathered on: for connections that write, not for all.
var sheets = sync.Pool{New: func() any { return new([]byte) }}

// pen writes the messages that wait for a client. There is a goroutine for it only while
// there are any: most connections are silent most of the time.
type pen struct {
	conn *websocket.Conn
	line *line
	busy atomic.Bool // somebody writes, or is about to

	mu   sync.Mutex // held while messages are written
	laid bool
}

// wake has the messages of the queue written.
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
			return // and nobody else will write
		}
		c.pen.busy.Store(false)
		if len(c.out) == 0 || !c.pen.busy.CompareAndSwap(false, true) {
			return // what came in between is for whoever has been woken by it
		}
	}
}

// write sends what waits in a queue, with as few calls of the system as that needs, and
// says whether it may be called again.
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
			err = p.conn.Write(context.Background(), websocket.MessageText, <-queue) // the line knows how long that may take
		}
		if failed := p.line.flush(); err == nil {
			err = failed
		}
	}
	return err == nil, err
}

// lay ends the writing: what waits is not sent any more.
func (p *pen) lay() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.laid = true
}
