package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"moyo/game"
	"moyo/match"
	"moyo/server/wire"
	"moyo/store"
)

// The bounds of a room.
const (
	inboxSize    = 64 // commands waiting
	outboxSize   = 64 // messages waiting for one member
	historySize  = 64 // events kept for members that reconnect
	presenceWait = 250 * time.Millisecond
)

// room is a game that somebody has open. Its goroutine, run, owns everything in
// it but the fields marked otherwise; others talk to it by do and post.
type room struct {
	s        *Server
	id       string
	ctx      context.Context
	cancel   context.CancelFunc
	inbox    chan func()   // any goroutine
	gone     chan struct{} // any goroutine: closed when the room has ended
	watchers atomic.Int32  // any goroutine: members without a seat

	m        *match.Match
	commands map[string]int // version of the event that each command caused
	history  []told         // the last events, ascending
	// The snapshots of the version snapshotsOf, by side; nil until asked for.
	snapshots   [3][]byte
	snapshotsOf int
	members     map[*member]struct{}
	search      *search // in progress, or nil
	failures    int     // of the engine, one after the other
	presence    *time.Timer
	failed      bool
	touched     bool // since the last look for idleness
}

// told is an event as it was sent.
type told struct {
	version int
	data    []byte
}

// member is one connection in a room.
type member struct {
	guest string      // hash of the token
	out   chan []byte // what the connection writes
	drop  func()      // ends the connection; may be called often
}

// send queues a message. A member whose queue is full is dropped.
func (m *member) send(data []byte) {
	select {
	case m.out <- data:
	default:
		m.drop()
	}
}

func newRoom(ctx context.Context, s *Server, id string, m *match.Match, commands map[string]int) *room {
	r := &room{
		s: s, id: id, m: m, commands: commands, members: map[*member]struct{}{},
		inbox: make(chan func(), inboxSize), gone: make(chan struct{}),
		presence: time.NewTimer(time.Hour),
	}
	r.ctx, r.cancel = context.WithCancel(ctx)
	r.presence.Stop()
	return r
}

// do hands f to the room's goroutine, waiting where its queue is full. It
// returns false where the room has ended.
func (r *room) do(f func()) bool {
	select {
	case r.inbox <- f:
		return true
	case <-r.gone:
		return false
	}
}

// post is do for what may be left out: it does not wait.
func (r *room) post(f func()) {
	select {
	case r.inbox <- f:
	default:
	}
}

// run lives the room's life, until nobody needs it (retire says whether that is
// so), something fails or the server ends. It calls ended before it drops its
// members, so that those who come back at once find another room.
func (r *room) run(retire func() bool, ended func()) {
	defer close(r.gone)
	defer r.cancel()
	defer r.dropAll()
	defer ended()
	idle := time.NewTicker(r.s.cfg.Limits.IdleRoom)
	defer idle.Stop()
	r.safely(r.drive)
	for !r.failed {
		select {
		case f := <-r.inbox:
			r.touched = true
			r.safely(f)
		case <-r.presence.C:
			r.broadcast(wire.ServerMessage{Type: "presence", Presence: r.whoIsHere()})
			r.s.lobby.changed() // it tells how many watch
		case <-idle.C:
			if len(r.members) == 0 && r.search == nil && !r.touched && retire() {
				return
			}
			r.touched = false
		case <-r.ctx.Done():
			return
		}
	}
}

// safely calls f; a panic ends this room and no other.
func (r *room) safely(f func()) {
	if err := guarded(func() error { f(); return nil }); err != nil {
		r.fail(err)
	}
}

// fail gives the room up. Its members are dropped, come back, and find the game
// as the store has it.
func (r *room) fail(err error) {
	r.s.log.Error("room given up", "game", r.id, "err", err)
	r.s.metrics.failures.Inc()
	r.failed = true
}

func (r *room) dropAll() {
	for m := range r.members {
		m.drop()
	}
}

// enter takes a member in and tells it what happened since version.
func (r *room) enter(m *member, version int) {
	r.members[m] = struct{}{}
	r.countWatchers()
	if gap, ok := r.since(version); ok {
		for _, t := range gap {
			m.send(t.data)
		}
	} else {
		m.send(r.snapshotFor(m))
	}
	m.send(encode(wire.ServerMessage{Type: "presence", Presence: r.whoIsHere()}))
	r.presence.Reset(presenceWait)
}

// leave takes a member out.
func (r *room) leave(m *member) {
	if _, ok := r.members[m]; !ok {
		return
	}
	delete(r.members, m)
	r.countWatchers()
	r.presence.Reset(presenceWait)
}

// since returns the events after version, and whether they are all known.
func (r *room) since(version int) ([]told, bool) {
	missing := r.m.Version() - version
	if version <= 0 || missing < 0 || missing > len(r.history) {
		return nil, false
	}
	return r.history[len(r.history)-missing:], true
}

// snapshotFor returns the snapshot for a member as it is sent. It is made once
// for each version and side, and shared: people may come by the hundred, or ask
// again and again without listening. How many watch is told besides.
func (r *room) snapshotFor(m *member) []byte {
	side := r.sideOf(m)
	if r.snapshotsOf != r.m.Version() {
		r.snapshotsOf, r.snapshots = r.m.Version(), [3][]byte{}
	}
	if r.snapshots[side] == nil {
		r.snapshots[side] = encode(wire.ServerMessage{Type: "snapshot", Snapshot: r.snapshot(m)})
	}
	return r.snapshots[side]
}

func (r *room) snapshot(m *member) *wire.Snapshot {
	pos := r.m.Position()
	return &wire.Snapshot{
		Game: r.info(), Version: r.m.Version(), You: sideName(r.sideOf(m)),
		Stones: stonesText(pos), Moves: movesText(pos), Taken: takenStones(pos), State: stateOf(r.m),
	}
}

func (r *room) info() wire.GameInfo {
	return infoOf(headerOf(r.id, r.m), int(r.watchers.Load()))
}

// sideOf returns the side that a member plays, Empty for one who watches.
func (r *room) sideOf(m *member) game.Color {
	for _, side := range []game.Color{game.Black, game.White} {
		if seat := r.m.Seat(side); seat.Kind == match.Human && seat.Token == m.guest {
			return side
		}
	}
	return game.Empty
}

func (r *room) countWatchers() {
	n := 0
	for m := range r.members {
		if r.sideOf(m) == game.Empty {
			n++
		}
	}
	r.watchers.Store(int32(n))
}

func (r *room) whoIsHere() *wire.Presence {
	p := wire.Presence{
		Black: r.m.Seat(game.Black).Kind == match.Engine, White: r.m.Seat(game.White).Kind == match.Engine,
		Watchers: int(r.watchers.Load()),
	}
	for m := range r.members {
		switch r.sideOf(m) {
		case game.Black:
			p.Black = true
		case game.White:
			p.White = true
		}
	}
	return &p
}

// broadcast tells every member.
func (r *room) broadcast(msg wire.ServerMessage) { r.broadcastData(encode(msg)) }

func (r *room) broadcastData(data []byte) {
	for m := range r.members {
		m.send(data)
	}
}

// errStore is the error of an event that did not reach the disk.
var errStore = errors.New("the store failed")

// record applies an event, puts it on disk and tells everybody. The error is
// that of the match where it refuses the event, or errStore, after which the
// room is given up because the match is ahead of the store.
func (r *room) record(command string, e match.Event) error {
	e.At = store.Milli(time.Now())
	fx, err := r.m.Apply(e)
	if err != nil {
		return err
	}
	start := time.Now()
	if err := r.s.cfg.Store.Append(r.ctx, headerOf(r.id, r.m), store.Entry{Command: command, Event: e}); err != nil {
		r.fail(fmt.Errorf("%w: event %s: %w", errStore, e.Kind, err))
		return errStore
	}
	r.s.metrics.append.Observe(time.Since(start).Seconds())
	r.s.metrics.events.WithLabelValues(string(e.Kind)).Inc()
	if command != "" {
		r.commands[command] = r.m.Version()
	}
	r.tell(e, fx)
	r.drive()
	return nil
}

// tell sends an event that has been recorded.
func (r *room) tell(e match.Event, fx match.Effects) {
	ev := eventOf(r.m, e, fx)
	if fx.Players {
		r.countWatchers()
		r.presence.Reset(presenceWait)
	}
	if fx.Players || fx.Phase {
		info := r.info()
		ev.Game = &info
	}
	data := encode(wire.ServerMessage{Type: "event", Event: ev})
	if len(r.history) == historySize {
		copy(r.history, r.history[1:])
		r.history = r.history[:historySize-1]
	}
	r.history = append(r.history, told{r.m.Version(), data})
	r.broadcastData(data)
	r.s.lobby.changed()
}

// encode returns a message as JSON.
func encode(msg wire.ServerMessage) []byte {
	data, err := json.Marshal(msg)
	if err != nil {
		panic(err) // plain data: only NaN or an infinity could fail, and no message may hold one
	}
	return data
}
