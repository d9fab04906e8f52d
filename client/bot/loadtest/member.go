package loadtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"

	"github.com/coder/websocket"

	"moyo/server/base/wire"
)

// member is a client that has a game open, and reconnects when the connection is lost.
type member struct {
	load   *load
	person *person
	table  *table
	plays  bool          // otherwise a spectator
	in     chan struct{} // closed when the game has been received

	mu      sync.Mutex
	id      string          // of the game
	conn    *websocket.Conn // nil while disconnected
	since   time.Time       // when it was cut, zero if it was not
	left    bool
	side    string // "black" or "white", as the server sent it; "" for none
	version int
	moves   []string
	at      map[int]int // by ply: the version of the event that made it
	state   wire.State
	waiting *command // waiting for its acknowledgement, or nil
}

// command is a pending command.
type command struct {
	message []byte
	id      string
	ply     int
	move    string // "" if it is not a move
	answer  chan answer
}

// answer is the result of a command.
type answer struct {
	at      time.Time
	version int    // acknowledged version
	refused string // code, "" for none
	fault   string // error in the acknowledgement, "" for none
}

// Faults of the server that a load detects.
const (
	faultVersion = "an acknowledgement has another version than the event"
	faultMissing = "a move was acknowledged before its player received it"
	faultOther   = "another move was recorded than was acknowledged"
	faultID      = "an acknowledgement belongs to no pending command"
	faultGap     = "an event is missing, or came twice"
	faultSilent  = "a move is not acknowledged"
	faultUntold  = "a player did not receive the opponent's move"
	faultFormat  = "a message cannot be read"
	faultLost    = "a connection was lost"
)

// enter lets a client open a game, and waits until it has received the game.
func (l *load) enter(ctx context.Context, p *person, t *table, plays bool) (*member, error) {
	m := &member{load: l, person: p, table: t, plays: plays, id: t.id, in: make(chan struct{})}
	conn, err := p.dial(ctx, m.id)
	if err != nil {
		return nil, err
	}
	l.members.Go(func() { m.live(conn) })
	select {
	case <-m.in:
		return m, nil
	case <-time.After(l.Patience):
		return nil, errors.New("the game was opened but not received")
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// newWatcher adds a spectator to a game.
func (l *load) newWatcher(ctx context.Context, t *table) error {
	m, err := l.enter(ctx, l.people.another(), t, false)
	if err != nil {
		return fmt.Errorf("a watcher: %w", err)
	}
	t.mu.Lock()
	t.watchers = append(t.watchers, m)
	t.mu.Unlock()
	return nil
}

// live reads until the member leaves, and reconnects when the connection ends.
func (m *member) live(conn *websocket.Conn) {
	id := m.game()
	for {
		err := m.read(conn, id)
		_ = conn.CloseNow()
		m.mu.Lock()
		m.conn = nil
		cut, left := !m.since.IsZero(), m.left
		m.mu.Unlock()
		if left || m.load.ctx.Err() != nil {
			return
		}
		if !cut {
			m.load.fault(faultLost + ": " + kindOf(err))
			if !wait(m.load.ctx, time.Now().Add(time.Second)) {
				return
			}
		}
		for {
			id = m.game()
			if conn, err = m.person.dial(m.load.ctx, id); err == nil {
				break
			}
			if m.load.ctx.Err() != nil {
				return
			}
			m.load.fault("a client cannot reconnect: " + kindOf(err))
			if !wait(m.load.ctx, time.Now().Add(time.Second)) {
				return
			}
		}
	}
}

func (m *member) game() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.id
}

// read says hello in a game, resends pending commands, and reads.
func (m *member) read(conn *websocket.Conn, id string) error {
	m.mu.Lock()
	m.conn = conn
	left := m.left || m.id != id // they may have changed games while this connection was dialled
	hello, err := json.Marshal(wire.ClientMessage{Type: "hello", Version: m.version})
	messages := [][]byte{hello}
	if m.waiting != nil {
		messages = append(messages, m.waiting.message)
	}
	m.mu.Unlock()
	if left || err != nil {
		return err
	}
	for _, data := range messages {
		if err := m.write(conn, data); err != nil {
			return err
		}
	}
	for {
		_, data, err := conn.Read(m.load.ctx)
		if err != nil {
			return err
		}
		m.receive(id, data, time.Now())
	}
}

// write sends a message. Its context is not the caller's: a cancelled write would close the
// connection.
func (m *member) write(conn *websocket.Conn, data []byte) error {
	ctx, cancel := context.WithTimeout(m.load.ctx, m.load.Patience)
	defer cancel()
	return conn.Write(ctx, websocket.MessageText, data)
}

// receive handles a message of a game that came at a time.
func (m *member) receive(id string, data []byte, at time.Time) {
	if version := versionOf(data); version > 0 && !m.plays {
		m.follow(id, version, data, at) // spectators read only events: players read everything
		return
	}
	var msg wire.ServerMessage
	if err := json.Unmarshal(data, &msg); err != nil {
		m.load.fault(faultFormat)
		return
	}
	switch {
	case msg.Snapshot != nil:
		s := msg.Snapshot
		m.mu.Lock()
		if m.id == id {
			m.side, m.version, m.moves, m.state, m.at = s.You, s.Version, s.Moves, s.State, map[int]int{}
		}
		m.mu.Unlock()
		m.tell()
	case msg.Event != nil:
		m.apply(msg.Event)
		m.follow(id, msg.Event.Version, data, at)
		m.tell()
	case msg.Ack != nil:
		m.acknowledged(msg.Ack, at)
	case msg.Error != nil:
		m.refused(msg.Error, at)
	case msg.Presence != nil: // comes last when a client enters
		m.arrived(id, at)
	}
}

// tell wakes goroutines that wait for an event for a player.
func (m *member) tell() {
	if !m.plays {
		return
	}
	select {
	case m.table.news <- struct{}{}:
	default:
	}
}

// follow records an event of a game. Its version must be the next one.
func (m *member) follow(id string, version int, data []byte, at time.Time) {
	m.mu.Lock()
	if m.id != id { // read before the member changed games
		m.mu.Unlock()
		return
	}
	back := !m.since.IsZero()
	if !m.plays {
		if version != m.version+1 {
			m.load.fault(faultGap)
		}
		m.version = version
	}
	mine := m.waiting != nil
	m.mu.Unlock()
	due := m.table.see(id, version, data)
	if due.IsZero() || back || !m.load.measured(due) { // a client that reconnects sees events late
		return
	}
	if !m.plays {
		m.load.watched.add(at.Sub(due))
	} else if !mine {
		m.load.seen.add(at.Sub(due))
	}
}

// apply applies an event.
func (m *member) apply(e *wire.Event) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e.Version != m.version+1 {
		m.load.fault(faultGap)
	}
	m.version, m.state = e.Version, e.State
	if e.Kind == "moved" {
		m.at[len(m.moves)] = e.Version
		m.moves = append(m.moves, e.Move)
	}
	if e.Plies != len(m.moves) {
		m.load.fault(faultGap)
	}
}

// arrived records that a member has entered a game, for the first time or again.
func (m *member) arrived(id string, at time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.id != id { // they have changed games meanwhile
		return
	}
	select {
	case <-m.in:
	default:
		close(m.in)
	}
	if !m.since.IsZero() && m.conn != nil {
		if m.load.measured(m.since) {
			m.load.back.add(at.Sub(m.since))
		}
		m.since = time.Time{}
	}
}

// sees returns the version that the member has received, and whether it is its turn in it.
func (m *member) sees() (version int, mine bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.version, m.side != "" && m.state.Turn == m.side
}

// command sends a command, again on each new connection, and waits for its answer.
func (m *member) command(ctx context.Context, msg wire.ClientMessage) (answer, error) {
	data, err := json.Marshal(msg)
	if err != nil {
		return answer{}, err
	}
	c := &command{message: data, id: msg.ID, ply: msg.Ply, move: msg.Move, answer: make(chan answer, 1)}
	m.mu.Lock()
	m.waiting = c
	conn := m.conn
	m.mu.Unlock()
	if conn != nil {
		_ = m.write(conn, data) // the next connection resends what is lost
	}
	timer := time.NewTimer(m.load.Patience)
	defer timer.Stop()
	select {
	case a := <-c.answer:
		return a, nil
	case <-timer.C:
		return answer{}, errors.New(faultSilent)
	case <-ctx.Done():
		return answer{}, context.Cause(ctx)
	}
}

// take removes and returns the pending command with an id.
func (m *member) take(id string) *command {
	c := m.waiting
	if c == nil || c.id != id {
		return nil
	}
	m.waiting = nil
	return c
}

// acknowledged checks an acknowledgement: its move must be where it was made, and the version must
// be that of its event.
func (m *member) acknowledged(ack *wire.Ack, at time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.take(ack.ID)
	if c == nil {
		m.load.fault(faultID) // a resent command is answered twice only if both connections live
		return
	}
	a := answer{at: at, version: ack.Version}
	if m.side == "" {
		m.side = ack.You // has just taken a seat
	}
	if c.move != "" {
		version, known := m.at[c.ply]
		switch {
		case c.ply >= len(m.moves):
			a.fault = faultMissing
		case m.moves[c.ply] != c.move:
			a.fault = faultOther
		case known && version != ack.Version, ack.Version > m.version:
			a.fault = faultVersion
		case ack.You != m.side:
			a.fault = "an acknowledgement names another seat"
		}
	}
	c.answer <- a
}

func (m *member) refused(e *wire.Error, at time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if c := m.take(e.ID); c != nil {
		c.answer <- answer{at: at, refused: e.Code}
		return
	}
	m.load.fault("the server refuses a request: " + e.Code)
}

// cut cuts the connection; the member reconnects immediately.
func (m *member) cut(due time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.conn != nil && m.since.IsZero() {
		m.since = due
		_ = m.conn.CloseNow()
		m.conn = nil // late messages from it do not count as the reconnection
	}
}

// leave ends the connection for good.
func (m *member) leave() {
	m.mu.Lock()
	m.left = true
	if m.conn != nil {
		_ = m.conn.CloseNow()
	}
	m.mu.Unlock()
}

// goTo moves a spectator to another game.
func (m *member) goTo(id string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.id, m.version = id, 0
	m.since = time.Unix(0, 1) // cut, but not measured
	if m.conn != nil {
		_ = m.conn.CloseNow()
	}
}

// kindOf returns the kind of an error: its text without numbers.
func kindOf(err error) string {
	if r, ok := errors.AsType[*refusal](err); ok {
		return r.Error()
	}
	if status := websocket.CloseStatus(err); status >= 0 {
		return fmt.Sprintf("closed by the server with %d", status)
	}
	switch {
	case err == nil:
		return "it ended"
	case errors.Is(err, context.DeadlineExceeded):
		return "no answer in time"
	case errors.Is(err, context.Canceled):
		return "the test had ended"
	}
	if e, ok := errors.AsType[*url.Error](err); ok { // it contains one game's address
		return kindOf(e.Err)
	}
	return withoutNumbers(err.Error())
}

// withoutNumbers replaces digits, of ports and the like, by one sign.
func withoutNumbers(text string) string {
	out := []rune{}
	for _, r := range text {
		if r < '0' || r > '9' {
			out = append(out, r)
		} else if len(out) == 0 || out[len(out)-1] != '#' {
			out = append(out, '#')
		}
	}
	return string(out)
}
