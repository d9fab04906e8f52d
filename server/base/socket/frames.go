package socket

import (
	"bufio"
	"encoding/binary"
	"net"
	"net/http"

	"moyo/server/base/apierror"
)

// maxFragments is how many frames a message may be cut into. Browsers send small ones
// whole; frames with nothing in them would else cost six bytes each and no place in the
// size of a message, and come as fast as the network is.
const maxFragments = 64

// errFragments ends connections whose messages are cut into too many frames.
var errFragments = apierror.New(apierror.Fragmented, "a message in more than %d frames", maxFragments)

// counting returns w, whose connection, once it is taken over for a WebSocket, counts
// the frames of messages.
func counting(w http.ResponseWriter) http.ResponseWriter { return &hijackable{w} }

type hijackable struct{ http.ResponseWriter }

// Hijack implements http.Hijacker.
func (h *hijackable) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, both, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	early, _ := both.Peek(both.Reader.Buffered()) // a client may speak before it is answered
	counted := &countedConn{Conn: conn, early: append([]byte(nil), early...)}
	both.Reader.Reset(counted)
	return counted, both, nil
}

// countedConn reads as long as messages have few enough frames.
type countedConn struct {
	net.Conn
	early  []byte // was read before the connection was taken over
	frames frames
}

func (c *countedConn) Read(p []byte) (n int, err error) {
	if len(c.early) > 0 {
		n = copy(p, c.early)
		c.early = c.early[n:]
	} else {
		n, err = c.Conn.Read(p)
	}
	if tooMany := c.frames.take(p[:n]); tooMany != nil {
		return 0, tooMany
	}
	return n, err
}

// frames counts those of each message in a stream of frames (RFC 6455, section 5.2). What
// is wrong with them otherwise is found by whoever reads them.
type frames struct {
	header    [14]byte
	have      int    // bytes of it
	left      uint64 // bytes of the frame's content that are still to come
	fragments int    // of the message, beside its first frame
}

// take goes on with the next bytes of the stream.
func (f *frames) take(p []byte) error {
	for len(p) > 0 {
		if f.left > 0 {
			n := min(f.left, uint64(len(p)))
			f.left -= n
			p = p[n:]
			continue
		}
		f.header[f.have] = p[0]
		f.have++
		p = p[1:]
		length, whole := f.read()
		if !whole {
			continue
		}
		f.left, f.have = length, 0
		switch f.header[0] & 0xf {
		case 0: // goes on
			if f.fragments++; f.fragments >= maxFragments {
				return errFragments
			}
		case 1, 2: // begins with text or bytes
			f.fragments = 0
		}
	}
	return nil
}

// read returns the length of the frame's content where the header is there as a whole.
func (f *frames) read() (length uint64, whole bool) {
	if f.have < 2 {
		return 0, false
	}
	size := 2
	switch length = uint64(f.header[1] & 0x7f); length {
	case 126:
		size, length = 4, uint64(binary.BigEndian.Uint16(f.header[2:]))
	case 127:
		size, length = 10, binary.BigEndian.Uint64(f.header[2:])
	}
	if f.header[1]&0x80 != 0 { // a mask
		size += 4
	}
	return length, f.have == size
}
