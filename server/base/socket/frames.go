package socket

import (
	"bufio"
	"encoding/binary"
	"net"
	"net/http"

	"moyo/server/base/apierror"
)

// maxFragments is the maximum number of frames of a message. Browsers send small messages whole. Empty frames cost
// only six bytes each and do not count towards the size of a message, so a client could otherwise send them as fast
// as the network allows.
const maxFragments = 64

// errFragments ends connections with messages of too many frames.
var errFragments = apierror.New(apierror.Fragmented, "a message in more than %d frames", maxFragments)

// counting returns w with a Hijack method whose connection counts the frames of messages.
func counting(w http.ResponseWriter) http.ResponseWriter { return &hijackable{w} }

type hijackable struct{ http.ResponseWriter }

// Hijack implements http.Hijacker.
func (h *hijackable) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, both, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	early, _ := both.Peek(both.Reader.Buffered()) // a client may send before the handshake is answered
	counted := &countedConn{Conn: conn, early: append([]byte(nil), early...)}
	both.Reader.Reset(counted)
	return counted, both, nil
}

// countedConn fails when a message has too many frames.
type countedConn struct {
	net.Conn
	early  []byte // read before the connection was hijacked
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

// frames counts the frames of each message in a stream (RFC 6455, section 5.2). Other errors in the stream are left
// to its reader.
type frames struct {
	header    [14]byte
	have      int    // number of its bytes
	left      uint64 // bytes of the frame's content that have not arrived
	fragments int    // of the message, after its first frame
}

// take processes the next bytes of the stream.
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
		case 0: // continuation
			if f.fragments++; f.fragments >= maxFragments {
				return errFragments
			}
		case 1, 2: // start of a text or binary message
			f.fragments = 0
		}
	}
	return nil
}

// read returns the length of the frame's content. whole is false while the header is incomplete.
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
