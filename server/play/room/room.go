package room

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/convert"
	"moyo/server/base/guard"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// The limits of a room.
const (
	inboxSize    = 64 // commands waiting
	presenceWait = 250 * time.Millisecond
)

// room is a game that somebody has open. Its goroutine, run, owns everything in
// it except the fields marked otherwise; other goroutines use do and post.
type room struct {
	seats // and the match
	audience
	inbox    // any goroutine
	h        *Hub
	id       string
	teams    bool // any goroutine: whether several people play on a side
	ctx      context.Context
	cancel   context.CancelFunc
	unneeded chan struct{}             // any goroutine, of capacity 1: asks the room to end if it is not used
	shown    atomic.Pointer[miniature] // any goroutine: the game as lists show it, nil if they do not

	journal  journal
	turn     chair // whom the game awaits
	thinker  thinker
	presence *time.Timer
	time     timing
	asking   asking
	plans    plans
	away     absences
	rematch  rematch
	failed   bool
	open     bool // somebody had the game open when the room ended
	touched  bool // since the last look for idleness
}

func newRoom(ctx context.Context, h *Hub, id string, g *replayed) *room {
	r := &room{
		h: h, id: id, teams: g.match.Partners() > 0, seats: seats{m: g.match},
		audience: audience{members: map[*socket.Conn]struct{}{}, players: map[*socket.Conn]chair{}},
		inbox:    inbox{make(chan func(), inboxSize), make(chan struct{})}, unneeded: make(chan struct{}, 1),
		presence: time.NewTimer(time.Hour),
	}
	r.away.seats, r.rematch.seats = &r.seats, &r.seats
	r.plans = plans{seats: &r.seats, game: id, stored: h.correspondence(), now: h.Now}
	r.time = timing{seats: &r.seats, audience: &r.audience, now: h.Now, flag: time.NewTimer(time.Hour)}
	r.time.flag.Stop()
	r.time.restart()
	if g.renamed {
		r.renamed = r.m.Version()
	}
	r.turn = r.next(convert.Header(id, r.m).Turn)
	r.noteSeats()
	r.ctx, r.cancel = context.WithCancel(ctx)
	r.presence.Stop()
	r.journal = journal{
		game: id, disk: h.Store, load: func(ctx context.Context) (*replayed, error) { return h.replay(ctx, id) },
		mine: func() bool { return true }, now: h.Now, log: h.Log, metrics: h.Metrics, commands: g.commands,
	}
	r.thinker = thinker{
		seats: &r.seats, ctx: r.ctx, game: id, engines: h.Engines, counter: h.Counter, longest: h.SearchTime,
		now: h.Now, log: h.Log, metrics: h.Metrics, inbox: r.inbox, room: r, unseen: time.NewTimer(time.Hour),
	}
	r.thinker.unseen.Stop()
	return r
}

// run is the room's goroutine: it works until the room is no longer needed, as retire says, something
// fails, or the server ends. It calls ended before it drops its members, so that members who
// come back at once find another room.
func (r *room) run(retire func() bool, ended func()) {
	defer close(r.gone)
	defer r.cancel()
	defer r.dropAll()
	defer ended()
	idle := time.NewTicker(r.h.Idle)
	defer idle.Stop()
	r.safely(r.begin)
	for !r.failed {
		select {
		case f := <-r.queue:
			r.touched = true
			r.safely(f)
		case <-r.presence.C:
			r.broadcast(wire.ServerMessage{Type: "presence", Presence: r.whoIsHere()})
			r.tellLists() // they say how many watch
		case <-r.thinker.unseen.C:
			r.thinker.rest()
		case <-r.time.flag.C:
			r.safely(r.hearAndLook)
		case <-idle.C:
			if len(r.members) == 0 && r.thinker.search == nil && !r.touched && retire() {
				return
			}
			r.touched = false
		case <-r.unneeded:
			if len(r.members) == 0 && r.thinker.search == nil && retire() {
				return
			}
		case <-r.ctx.Done():
			return
		}
	}
}

// begin goes on with a game that has just been loaded.
func (r *room) begin() {
	r.away.noteUnseen()
	r.away.note(r.players, r.h.Now())
	r.shown.Store(r.miniature())
	r.creditDowntime()
	_ = r.noteVacations() // logged; the room looks again when somebody opens the game
	r.time.setFlag()
	r.drive()
}

// drive goes on after every change: with a planned answer, or with what the game awaits of
// an engine. What the engine was thinking about is obsolete.
func (r *room) drive() {
	r.thinker.rest()
	r.tidyPlans()
	if r.failed || r.answer() {
		return // the answer has had the room go on
	}
	if len(r.members) > 0 { // otherwise the thinker is woken when somebody comes
		r.thinker.think(r.asker(r.sideOf))
	}
}

// safely calls f; a panic ends this room and no other.
func (r *room) safely(f func()) {
	if err := guard.Run(func() error { f(); return nil }); err != nil {
		r.fail(err)
	}
}

// fail gives the room up. Its members are dropped, come back, and find the game
// as the store has it.
func (r *room) fail(err error) {
	r.h.Log.Error("room given up", "game", r.id, "err", err)
	r.h.Metrics.failures.Inc()
	r.failed = true
}

func (r *room) dropAll() {
	r.open = len(r.members) > 0
	for m := range r.members {
		m.Drop()
	}
}

// enter takes a member in and sends it what happened since version.
func (r *room) enter(m *socket.Conn, version int) {
	r.add(m, r.playsAt(m))
	r.away.note(r.players, r.h.Now())
	if gap, ok := r.since(version, r.m.Version()); ok {
		for _, t := range gap {
			m.Send(t.data)
		}
	} else {
		m.Send(r.snapshotFor(m))
	}
	r.sendClock(m)
	if r.rematch.offer != (offer{}) {
		m.Send(encoded(r.rematch.message()))
	}
	if side := r.sideOf(m); side != game.Empty && r.plans.allowed() {
		m.Send(r.plans.message(side)) // also if it is empty by now
	}
	m.Send(encoded(wire.ServerMessage{Type: "presence", Presence: r.whoIsHere()}))
	r.presence.Reset(presenceWait)
	r.thinker.wake()
}

// leave takes a member out.
func (r *room) leave(m *socket.Conn) {
	sat, was := r.remove(m)
	if !was {
		return
	}
	r.away.note(r.players, r.h.Now())
	r.creditCut(sat, m.Cut())
	if r.rematch.keep(r.isHere) {
		r.broadcast(r.rematch.message())
	}
	r.presence.Reset(presenceWait)
	if len(r.members) == 0 {
		r.thinker.leaveAlone()
	}
}

// snapshotFor returns the snapshot for a member as it is sent. The number of watchers is sent separately.
func (r *room) snapshotFor(m *socket.Conn) []byte {
	c := r.chairOf(m)
	return r.audience.snapshot(r.m.Version(), c, func() []byte {
		return encoded(wire.ServerMessage{Type: "snapshot", Snapshot: r.snapshot(c)})
	})
}

func (r *room) snapshot(c chair) *wire.Snapshot {
	pos := r.m.Position()
	return &wire.Snapshot{
		Game: r.info(), Version: r.m.Version(), You: convert.Side(c.side), Place: r.placeOf(c),
		Stones: convert.Stones(pos), Moves: convert.Moves(pos), Taken: convert.Taken(pos), State: convert.State(r.m),
	}
}

func (r *room) info() wire.GameInfo {
	return convert.Info(convert.Header(r.id, r.m), int(r.watchers.Load()))
}

func (r *room) whoIsHere() *wire.Presence {
	p := wire.Presence{
		Black: r.m.Seat(game.Black).Kind == match.Engine, White: r.m.Seat(game.White).Kind == match.Engine,
		Watchers: int(r.watchers.Load()),
	}
	for _, c := range r.players {
		switch c.side {
		case game.Black:
			p.Black = true
		case game.White:
			p.White = true
		}
	}
	p.Partners = r.places(r.isHere)
	if c := r.away.claim(r.h.Now(), r.time.began); c != nil {
		p.Claim = &wire.Claim{By: convert.Side(c.by), In: int(c.in.Milliseconds())}
	}
	return &p
}

// broadcast sends a message to every member.
func (r *room) broadcast(msg wire.ServerMessage) { r.broadcastData(encoded(msg)) }

// broadcastData tells the players first, and the member whose command it was, who then gets the acknowledgement.
func (r *room) broadcastData(data []byte) { r.tell(data, r.asking.member, r.answered) }

// errStore is the error of an event that did not reach the disk.
var errStore = errors.New("the store failed")

// errLapsed is the error of a room whose node was away for so long that another one may
// have the game.
var errLapsed = fmt.Errorf("%w: %w", errStore, store.ErrLapsed)

// record applies an event, puts it on disk, under its command if it has one, and sends it to
// everybody. The error is the match's if it refuses the event, errStale, or errStore, after
// which the room is given up because the match may be ahead of the store.
func (r *room) record(command string, e match.Event) error {
	if !r.journal.mine() { // this process was paused; the next node to load the game knows how long no one could move
		r.fail(errLapsed)
		return errStore
	}
	e.At, e.Elapsed = store.Milli(r.h.Now()), r.time.elapsed(e)
	m, err := r.h.under(r.m, e)
	if err != nil {
		return err
	}
	fx, err := m.Apply(e)
	if timeUp(err) {
		r.lookAtFlag()
	}
	if err != nil {
		return err
	}
	r.m = m
	formerly := *r.seated.Load()
	if fx.Players {
		r.noteSeats()
	}
	if e.Kind == match.Moved && r.m.Clock().Counts() {
		left := r.m.Left(e.By)
		e.Left = &left
	}
	header := convert.Header(r.id, r.m)
	if err := r.journal.append(r.ctx, header, command, e); err != nil {
		return r.settle(command, e, err)
	}
	if backs[e.Kind] {
		r.plans.takenBack = r.m.Version()
	}
	r.time.counted(e) // before anybody hears of it: the next turn begins for them then
	r.publish(e, fx)
	if e.Kind == match.Freed {
		r.h.Changed(formerly...) // the player who has left no longer has the game
	}
	r.time.setFlag()
	turn := r.next(header.Turn) // after moves were taken back it may be the turn of a partner
	r.h.Recorded(Change{Game: header, Event: e, Turn: turn != r.turn && !r.plans.answers()})
	r.turn = turn
	if begins[e.Kind] {
		_ = r.noteVacations() // as in begin
	}
	r.drive()
	return nil
}

// backs are the events by which moves are taken back.
var backs = map[match.Kind]bool{match.Undone: true, match.Granted: true}

// publish sends an event that has been recorded.
func (r *room) publish(e match.Event, fx match.Effects) {
	ev := convert.Event(r.m, e, fx)
	if fx.Players {
		r.seat(r.playsAt)
		r.away.note(r.players, r.h.Now())
	}
	r.snapshots = nil                                               // of the version before, which no one asks for any longer
	if fx.Players || r.away.claim(r.h.Now(), r.time.began) != nil { // whose turn it is decides who may claim
		r.presence.Reset(presenceWait)
	}
	if e.Setup != nil {
		r.showAll()
		return
	}
	if fx.Players || fx.Phase {
		info := r.info()
		ev.Game = &info
	}
	data := encoded(wire.ServerMessage{Type: "event", Event: ev})
	r.note(r.m.Version(), data)
	r.broadcastData(data)
	r.tellLists()
	if fx.Phase && r.m.Phase() == match.Finished {
		r.h.Ended()
	}
}

// encoded returns a message as JSON.
func encoded(msg wire.ServerMessage) []byte {
	data, err := json.Marshal(msg)
	if err != nil {
		panic(err) // plain data: only NaN or an infinity could fail, and no message may hold one
	}
	return data
}
