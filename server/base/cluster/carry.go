package cluster

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"moyo/internal/sentence"
	"moyo/server/base/apierror"
	"moyo/server/base/guard"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/socket"
	"moyo/server/store"
)

// Limits of a carried connection.
const (
	window     = 32                      // messages in flight to the session
	creditsAt  = 8                       // taken messages that one frame acknowledges
	placeTime  = leaseTime + time.Second // until another node has taken over the games of one that has ended
	placeAgain = 100 * time.Millisecond
	openTime   = 5 * time.Second // to open a session
	answerTime = time.Second     // for its node to confirm that; then the place is determined again, since that node may hang
)

// carrier carries sessions between nodes. On the client's node a [far] represents the session; on the game's node a
// [near] represents the client.
type carrier struct {
	c     *Cluster
	kinds map[string]socket.Opener // openers of this node by name

	mu   sync.Mutex
	far  map[stream]*far
	near map[stream]*near
}

// stream is the id of a carried connection.
type stream [12]byte

func newCarrier(c *Cluster) *carrier {
	return &carrier{c: c, kinds: map[string]socket.Opener{}, far: map[stream]*far{}, near: map[stream]*near{}}
}

// Carry returns an opener that opens sessions on any node. place returns the node for a key, and open opens a session
// on this node. kind is the name of these sessions on all nodes. Call Carry before [Cluster.Start].
func (c *Cluster) Carry(
	kind string, place func(ctx context.Context, key string) (node string, err error), open socket.Opener,
) socket.Opener {
	if c.IsAlone() {
		return open
	}
	c.carrier.kinds[kind] = open
	return func(ctx context.Context, key string) (socket.Session, error) {
		ctx, cancel := context.WithTimeout(ctx, placeTime)
		defer cancel()
		for {
			session, err := c.openAt(ctx, kind, key, place, open)
			if !isElsewhere(err) {
				return session, err
			}
			select { // the game moves, or its node has just ended
			case <-time.After(placeAgain):
			case <-ctx.Done():
				return nil, apierror.Wrap(apierror.Reconnect, err, "server.partAway",
					"We can't reach the part of the server that holds this right now. Please try again in a moment.")
			}
		}
	}
}

// openAt opens a session on the node that place returns.
func (c *Cluster) openAt(
	ctx context.Context, kind, key string, place func(context.Context, string) (string, error), open socket.Opener,
) (socket.Session, error) {
	node, err := place(ctx, key)
	switch {
	case err != nil:
		return nil, err
	case node == c.self.ID:
		return open(ctx, key)
	}
	return c.carrier.open(ctx, node, kind, key)
}

func isElsewhere(err error) bool {
	_, ok := errors.AsType[*store.Elsewhere](err)
	return ok
}

// opening is a request for a session on another node.
type opening struct {
	Stream  stream
	From    string // node
	Kind    string
	Key     string
	Who     identity.Who
	Address string
}

// opened is the answer to an opening.
type opened struct {
	Elsewhere bool          `json:",omitempty"` // this node does not have the game
	Code      apierror.Code `json:",omitempty"` // "" if the session was opened
	Text      string        `json:",omitempty"`
	ID        string        `json:",omitempty"`
	Places    []string      `json:",omitempty"`
}

// open opens a session on another node. A node that does not answer may have ended.
func (r *carrier) open(ctx context.Context, node, kind, key string) (socket.Session, error) {
	o := opening{From: r.c.self.ID, Kind: kind, Key: key, Who: identity.Of(ctx), Address: limit.Address(ctx)}
	_, _ = rand.Read(o.Stream[:]) // never fails
	f := &far{r: r, id: o.Stream, node: node, gone: make(chan struct{}), credits: make(chan struct{}, window)}
	for range window {
		f.credits <- struct{}{}
	}
	r.mu.Lock()
	r.far[o.Stream] = f
	r.mu.Unlock()
	data, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	var answer opened
	m, err := r.c.Conn.RequestWithContext(ctx, r.c.subject(node, "open"), data)
	if err == nil {
		err = json.Unmarshal(m.Data, &answer)
	}
	switch {
	case err != nil, answer.Elsewhere:
		f.Close()
		return nil, &store.Elsewhere{Game: key, Node: node}
	case answer.Code != "":
		f.Close()
		return nil, &apierror.Error{Code: answer.Code, Sentence: sentence.Sentence{ID: answer.ID, Text: answer.Text, Places: answer.Places}}
	}
	return f, nil
}

// hearOpen handles a request of another node for a session.
func (r *carrier) hearOpen(m *nats.Msg) {
	var o opening
	if err := json.Unmarshal(m.Data, &o); err != nil {
		return
	}
	r.c.note(o.From)
	go func() {
		if err := guard.Run(func() error { r.answer(m, o); return nil }); err != nil {
			r.c.Log.Error("session for another node failed", "kind", o.Kind, "key", o.Key, "err", err)
		}
	}()
}

// answer opens a session for another node, answers the request and serves the session.
func (r *carrier) answer(m *nats.Msg, o opening) {
	answer := opened{}
	switch n, err := r.visit(o); {
	case isElsewhere(err):
		answer.Elsewhere = true
	case err != nil:
		e := apierror.Of(err)
		if answer = (opened{Code: e.Code, Text: e.Text, ID: e.ID, Places: e.Places}); e.Code == apierror.Internal {
			r.c.Log.Error("cannot open a session for another node", "kind", o.Kind, "key", o.Key, "err", err)
		}
	default:
		defer n.serve()
	}
	data, err := json.Marshal(answer)
	if err != nil {
		panic(err) // plain data
	}
	_ = m.Respond(data)
}

// visit opens a session for a client of another node.
func (r *carrier) visit(o opening) (*near, error) {
	open := r.kinds[o.Kind]
	if open == nil {
		return nil, &store.Elsewhere{Game: o.Key, Node: r.c.self.ID}
	}
	ctx, cancel := context.WithTimeout(limit.With(identity.With(context.Background(), o.Who), o.Address), openTime)
	defer cancel()
	session, err := open(ctx, o.Key)
	if err != nil {
		return nil, err
	}
	n := &near{r: r, opening: o, session: session, in: make(chan []byte, window+1)}
	n.ctx, n.end = context.WithCancelCause(limit.With(identity.With(context.Background(), o.Who), o.Address))
	n.conn = socket.NewConn(o.Who, n.end)
	n.conn.Address = o.Address
	r.mu.Lock()
	r.near[o.Stream] = n
	r.mu.Unlock()
	return n, nil
}

// end ends the connections to a node, or all connections if node is "". heard is when the node last sent a message.
func (r *carrier) end(node, why string, heard time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	ended := 0
	for _, f := range r.far {
		if node == "" || f.node == node {
			f.lose()
			ended++
		}
	}
	for _, n := range r.near {
		if node == "" || n.From == node {
			n.conn.SetCut(heard)
			n.end(socket.ErrGone)
			ended++
		}
	}
	if ended > 0 {
		r.c.Log.Warn("connections through another node end", "node", node, "connections", ended, "why", why)
	}
}

// Kinds of frames, and their data after the stream's id and the frame's number.
const (
	frameMessage = iota // up: from the client; down: to the client
	frameLag            // up: 8 bytes, nanoseconds
	frameCredits        // down: 1 byte, the number of messages taken
	frameReady          // down: the id of the node; the first frame, which shows whether the client is still connected
	frameEnd            // up: the client has left; down: the session has ended
	framePart           // down: a part of a message that is larger than NATS allows; more parts follow
)

// mostWhole is the size of the largest carried message, in bytes. A game of 50,000 moves with the longest names takes
// half of it.
const mostWhole = 16 << 20

// headLength is the length of a frame's head: its kind, its stream, and its number within the stream and direction,
// which reveals lost frames.
const headLength = 1 + len(stream{}) + 4

// send sends a frame to a node.
func (r *carrier) send(node, direction string, kind byte, id stream, number uint32, data []byte) error {
	frame := make([]byte, headLength, headLength+len(data))
	frame[0] = kind
	copy(frame[1:], id[:])
	binary.BigEndian.PutUint32(frame[headLength-4:], number)
	return r.c.Conn.Publish(r.c.subject(node, direction), append(frame, data...))
}

// most returns the number of bytes of data that fit in a frame.
func (r *carrier) most() int { return max(int(r.c.Conn.MaxPayload())-headLength, 1) }

// parse splits a frame.
func parse(frame []byte) (kind byte, id stream, number uint32, data []byte, ok bool) {
	if len(frame) < headLength {
		return 0, id, 0, nil, false
	}
	copy(id[:], frame[1:])
	return frame[0], id, binary.BigEndian.Uint32(frame[headLength-4:]), frame[headLength:], true
}

func (r *carrier) hearUp(m *nats.Msg) {
	kind, id, number, data, ok := parse(m.Data)
	r.mu.Lock()
	n := r.near[id]
	r.mu.Unlock()
	switch {
	case !ok || n == nil:
	case kind == frameEnd:
		n.end(nil)
	default:
		n.hear(kind, number, data)
	}
}

func (r *carrier) hearDown(m *nats.Msg) {
	kind, id, number, data, ok := parse(m.Data)
	r.mu.Lock()
	f := r.far[id]
	r.mu.Unlock()
	switch {
	case !ok:
	case f != nil:
		f.hear(kind, number, data)
	case kind == frameReady: // the client has already left
		_ = r.send(string(data), "up", frameEnd, id, 0, nil)
	}
}

// far represents a session on another node.
type far struct {
	r       *carrier
	id      stream
	node    string
	gone    chan struct{}
	lost    sync.Once
	credits chan struct{} // one for each message that may be sent

	mu     sync.Mutex
	client *socket.Conn // nil until it has sent a message; nothing arrives before that
	sent   uint32       // frames
	heard  uint32
	parts  []byte        // of an incomplete message
	lag    time.Duration // as last sent
}

// Receive implements socket.Session.
func (f *far) Receive(ctx context.Context, c *socket.Conn, data []byte) error {
	select {
	case <-f.credits:
	case <-f.gone:
		return socket.ErrGone
	case <-ctx.Done():
		return ctx.Err()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.client = c
	if lag := c.Lag(); lag != f.lag {
		f.lag = lag
		if err := f.send(frameLag, binary.BigEndian.AppendUint64(nil, uint64(lag))); err != nil {
			return err
		}
	}
	return f.send(frameMessage, data)
}

// send sends a frame; f.mu is held.
func (f *far) send(kind byte, data []byte) error {
	f.sent++
	return f.r.send(f.node, "up", kind, f.id, f.sent, data)
}

// hear handles a frame.
func (f *far) hear(kind byte, number uint32, data []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.heard++; number != f.heard {
		f.lose()
		return
	}
	switch kind {
	case framePart, frameMessage:
		if len(f.parts)+len(data) > mostWhole {
			f.lose()
			return
		}
		if kind == framePart {
			f.parts = append(f.parts, data...)
			return
		}
		if len(f.parts) > 0 {
			data, f.parts = append(f.parts, data...), nil
		}
		if f.client != nil {
			f.client.Send(data)
		}
	case frameCredits:
		for range credits(data) {
			select {
			case f.credits <- struct{}{}:
			default:
			}
		}
	case frameEnd:
		f.lose()
	}
}

// lose ends the session on this node.
func (f *far) lose() { f.lost.Do(func() { close(f.gone) }) }

// Gone implements socket.Session.
func (f *far) Gone() <-chan struct{} { return f.gone }

// Leave implements socket.Session.
func (f *far) Leave(*socket.Conn) { f.Close() }

// Close implements socket.Session.
func (f *far) Close() {
	f.r.mu.Lock()
	_, open := f.r.far[f.id]
	delete(f.r.far, f.id)
	f.r.mu.Unlock()
	f.lose()
	if !open {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	_ = f.send(frameEnd, nil) // if this is lost, the other node notices by itself
}

// near represents a client that is connected to another node.
type near struct {
	opening
	r       *carrier
	session socket.Session
	conn    *socket.Conn
	in      chan []byte
	ctx     context.Context
	end     context.CancelCauseFunc

	heard uint32 // frames; only the subscription uses it

	mu   sync.Mutex
	sent uint32 // frames
}

// hear handles a frame.
func (n *near) hear(kind byte, number uint32, data []byte) {
	if n.heard++; number != n.heard {
		n.end(socket.ErrGone)
		return
	}
	switch kind {
	case frameMessage:
		select {
		case n.in <- data:
		default:
			n.end(socket.ErrGone) // more than the window
		}
	case frameLag:
		if len(data) == 8 {
			n.conn.SetLag(time.Duration(binary.BigEndian.Uint64(data)))
		}
	case frameEnd:
		n.end(nil)
	}
}

// serve serves the client until either side ends.
func (n *near) serve() {
	defer n.session.Close()
	if n.send(frameReady, []byte(n.r.c.self.ID)) != nil {
		n.end(socket.ErrGone)
	}
	reading := make(chan struct{})
	go func() {
		defer close(reading)
		if err := guard.Run(n.read); err != nil {
			n.end(err)
		}
	}()
	n.write()
	n.end(nil)
	n.session.Leave(n.conn)
	n.r.mu.Lock()
	delete(n.r.near, n.Stream)
	n.r.mu.Unlock()
	_ = n.send(frameEnd, nil)
	<-reading
}

// read passes messages to the session.
func (n *near) read() error {
	taken := 0
	for {
		select {
		case data := <-n.in:
			if err := n.session.Receive(n.ctx, n.conn, data); err != nil {
				return err
			}
			if taken++; taken == creditsAt {
				taken = 0
				if err := n.send(frameCredits, []byte{creditsAt}); err != nil {
					return err
				}
			}
		case <-n.ctx.Done():
			return n.ctx.Err()
		}
	}
}

// write sends the messages of the session to the client.
func (n *near) write() {
	for {
		select {
		case data := <-n.conn.Queue():
			if err := n.sendWhole(data); err != nil {
				n.r.c.Log.Error("cannot send a message to another node's client", "kind", n.Kind, "key", n.Key, "bytes", len(data), "err", err)
				return
			}
		case <-n.session.Gone():
			return
		case <-n.ctx.Done():
			return
		}
	}
}

// sendWhole sends a message down, in parts if it is larger than NATS allows.
func (n *near) sendWhole(data []byte) error {
	if len(data) > mostWhole {
		return nats.ErrMaxPayload
	}
	for most := n.r.most(); len(data) > most; data = data[most:] {
		if err := n.send(framePart, data[:most]); err != nil {
			return err
		}
	}
	return n.send(frameMessage, data)
}

// send sends a frame down.
func (n *near) send(kind byte, data []byte) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.sent++
	return n.r.send(n.From, "down", kind, n.Stream, n.sent, data)
}

// credits returns the number of taken messages in a frame's data.
func credits(data []byte) int {
	if len(data) != 1 {
		return 0
	}
	return int(data[0])
}
