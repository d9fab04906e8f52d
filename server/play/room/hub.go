// Package room holds the games that somebody has open. A room is one goroutine
// that owns one match: commands reach it through its inbox; each is applied,
// put on disk, sent to everybody who has the game open, and acknowledged, in this
// order.
//
// The parts of a room can each be read alone: its seats and the match, the audience,
// the journal (the log on disk), the thinker (engines at work), the timing, the
// absences, the plans and the rematch. They say what follows from what they know; the
// room puts events into the log and tells its members.
//
// A room without members ends after a while; the next visitor loads it from the
// store again. A failure of the store ends the room, too: its members reconnect and
// find the game as it is on disk.
package room

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	"moyo/game/clock"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/cluster"
	"moyo/server/base/convert"
	"moyo/server/base/guard"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/socket"
	"moyo/server/base/storage"
	"moyo/server/machines/engines"
	"moyo/server/store"
)

// Boards turns specs into boards.
type Boards interface {
	Get(ctx context.Context, spec string) (*board.Board, error)
}

// Engines lends engines: Use calls f with one. *engines.Pool implements it.
type Engines interface {
	Use(ctx context.Context, l engines.Loan, f func(engine.Engine) error) error
}

// Terms decide who may play whom, and what is left open until both players are known.
// *pairing.Terms implements it.
type Terms interface {
	// ToJoin says why somebody may not take the free seat of a game, nil if they may.
	ToJoin(ctx context.Context, setup match.Setup, who identity.Who) error
	// Name returns the name on a seat of somebody who asks for the name given.
	Name(ctx context.Context, who identity.Who, given string) (string, error)
	// Settle shares out the sides of a game whose players are both known.
	Settle(ctx context.Context, setup match.Setup) match.Setup
}

// Strengths knows how strong players are.
type Strengths interface {
	// Text returns in a few characters how strong the player on a seat is in such a
	// game, "" if unknown.
	Text(ctx context.Context, seat match.Seat, setup match.Setup) string
}

// Config is what rooms are made of.
type Config struct {
	Store      store.Store
	Boards     Boards
	Rules      func(id string) (game.Rules, error)
	Engines    Engines
	Strengths  Strengths
	Counter    string        // id of the engine that looks for dead stones in games between people, "" for none
	SearchTime time.Duration // a search's longest time
	Rooms      int           // games in memory at most
	PerGame    int           // WebSockets of one game at most
	Idle       time.Duration // how long a room without members stays
	Gate       *socket.Gate
	Rates      *limit.Addresses
	Budget     *storage.Budget
	Notes      float64 // plans a second that one address may make continuously
	Joins      float64 // times a second that one address may try to take a seat continuously
	Records    float64 // game records a second that one address may fetch continuously
	Terms      Terms
	Changed    func(players ...string) // called when lists of games have changed, also those of these players
	Glanced    func()                  // called with news of who is in the rooms of other nodes; may be nil
	Recorded   func(Change)            // called when an event is on disk; it must not wait, and may be nil
	Ended      func()                  // called when a game has ended
	Log        *slog.Logger
	Now        func() time.Time
	Metrics    *Metrics
	Cluster    *cluster.Cluster // the nodes that share the games; nil if there is only this one
	// Awaited says whether anybody in a game without a running clock has to move before a time.
	Awaited func(ctx context.Context, by time.Time) (bool, error)
}

// Hub holds the rooms. It holds its lock only briefly, and never together with
// another one.
type Hub struct {
	Config
	ctx       context.Context
	rooms     sync.WaitGroup // running
	uptime    *uptime
	elsewhere elsewhere
	rename    func(renaming) // on all nodes
	recording chan struct{}  // one entry for each record being made: a long game is work

	mu    sync.Mutex
	byID  map[string]*place
	freed chan struct{} // of capacity 1: a room has ended
}

// place is a room in the hub, perhaps still being loaded. While refs is above 0
// the room does not end for lack of use.
type place struct {
	ready chan struct{} // closed once room or err is set
	room  *room
	err   error
	refs  int
	done  chan struct{} // closed once another node may have the game
}

// errTooManyGames is the error of opening a game for which memory has no place.
var errTooManyGames = apierror.Say(apierror.TooMany, "game.full",
	"Too many games are open on this server right now. Please try again in a minute.")

// New returns a hub whose rooms end with ctx.
func New(ctx context.Context, cfg Config) *Hub {
	if cfg.Recorded == nil {
		cfg.Recorded = func(Change) {}
	}
	if cfg.Glanced == nil {
		cfg.Glanced = func() {}
	}
	if cfg.Cluster == nil {
		cfg.Cluster = cluster.Alone()
	}
	h := &Hub{
		Config: cfg, ctx: ctx, uptime: newUptime(cfg.Store, cfg.Now), elsewhere: elsewhere{nodes: map[string]*theirs{}},
		recording: make(chan struct{}, maxRecords()), byID: map[string]*place{}, freed: make(chan struct{}, 1),
	}
	cfg.Cluster.GivesUp(h.giveUp)
	h.rename = cluster.Spread(cfg.Cluster, "renamed", h.renameHere)
	return h
}

// Create makes a game of a setup, whose board and rules it checks, and returns its
// header.
func (h *Hub) Create(ctx context.Context, setup match.Setup) (store.Game, error) {
	return h.CreateAs(ctx, identity.NewID(), setup)
}

// CreateAs is Create for a game whose id is chosen before: repeated calls make one game. The
// error is store.ErrExists if the game existed.
func (h *Hub) CreateAs(ctx context.Context, id string, setup match.Setup) (store.Game, error) {
	b, err := h.Boards.Get(ctx, setup.Board)
	if err != nil {
		return store.Game{}, apierror.Invalid(err)
	}
	rules, err := h.Rules(setup.Rules)
	if err != nil {
		return store.Game{}, apierror.Invalid(err)
	}
	spec, err := clock.Parse(setup.Clock)
	if err != nil {
		return store.Game{}, apierror.Invalid(err)
	}
	setup.Board, setup.Rules, setup.Clock = b.Spec(), rules.ID(), ""
	if spec.Counts() {
		setup.Clock = spec.String()
	}
	setup = h.ranked(ctx, setup)
	first := match.Event{Kind: match.Created, At: store.Milli(h.Now()), Setup: &setup}
	m, err := match.New(b, rules, first)
	if err != nil {
		return store.Game{}, apierror.Invalid(err)
	}
	entries := []store.Entry{{Event: first}}
	if m.HasVacations() { // players whom a tournament pairs may be away when their game begins
		events, err := h.vacationEvents(ctx, m, first.At)
		if err != nil {
			return store.Game{}, err
		}
		for _, e := range events {
			e.At = first.At
			if _, err := m.Apply(e); err != nil {
				return store.Game{}, err
			}
			entries = append(entries, store.Entry{Event: e})
		}
	}
	header := convert.Header(id, m)
	if err := h.Store.Create(ctx, header, entries...); errors.Is(err, store.ErrNotFound) {
		return store.Game{}, apierror.Say(apierror.NotFound, "game.board",
			"This board has expired because it was not used for a long time. Please upload it again.")
	} else if err != nil {
		return store.Game{}, err
	}
	h.Metrics.events.WithLabelValues(string(match.Created)).Inc()
	h.Changed(setup.Players()...)
	h.Recorded(Change{Game: header, Event: first, Turn: header.Turn != game.Empty})
	return header, nil
}

// ranked returns a setup with the strength of its players.
func (h *Hub) ranked(ctx context.Context, setup match.Setup) match.Setup {
	for _, seat := range []*match.Seat{&setup.Black, &setup.White} {
		if setup.Partners == 0 {
			seat.Rank = h.Strengths.Text(ctx, *seat, setup)
		}
		for i, p := range seat.Team {
			if p != (match.Partner{}) {
				alone := match.Seat{Kind: match.Human, Name: p.Name, Player: p.Player, Bot: p.Bot}
				seat.Team[i].Rank = h.Strengths.Text(ctx, alone, setup)
			}
		}
	}
	return setup
}

// Game returns a game's header in the store, whether the game is open or not.
func (h *Hub) Game(ctx context.Context, id string) (store.Game, error) {
	g, err := h.Store.Game(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return g, openError(err)
	}
	return g, err
}

// open returns the room of a game, which it loads if needed, and a function
// to give it back. The error is store.ErrNotFound, errTooManyGames, or another.
func (h *Hub) open(ctx context.Context, id string) (*room, func(), error) {
	h.mu.Lock()
	p := h.byID[id]
	if p == nil && !h.makeRoom(ctx) {
		h.mu.Unlock()
		return nil, nil, errTooManyGames
	}
	if p = h.byID[id]; p == nil {
		p = &place{ready: make(chan struct{}), done: make(chan struct{})}
		h.byID[id] = p
		h.rooms.Go(func() { h.run(id, p) })
	}
	p.refs++
	h.mu.Unlock()
	release := sync.OnceFunc(func() {
		h.mu.Lock()
		p.refs--
		h.mu.Unlock()
	})
	select {
	case <-p.ready:
	case <-ctx.Done():
		release()
		return nil, nil, ctx.Err()
	}
	if p.err != nil {
		release()
		return nil, nil, p.err
	}
	return p.room, release, nil
}

// How the hub makes a place for one more game when it is full.
const (
	roomWait  = time.Second // for an unused room to end
	roomsHint = 16          // rooms that are asked to end at once
)

// makeRoom says whether there is a place for one more room. h.mu is held before and
// after, but not throughout. Unused rooms stay for a while, in case people
// come back; if there is no other place, they end.
func (h *Hub) makeRoom(ctx context.Context) bool {
	if len(h.byID) < h.Rooms {
		return h.ctx.Err() == nil
	}
	wait, cancel := context.WithTimeout(ctx, roomWait)
	defer cancel()
	for len(h.byID) >= h.Rooms && wait.Err() == nil && h.ctx.Err() == nil && h.askToEnd() {
		h.mu.Unlock()
		select {
		case <-h.freed:
		case <-wait.Done():
		case <-h.ctx.Done():
		}
		h.mu.Lock()
	}
	return len(h.byID) < h.Rooms && h.ctx.Err() == nil
}

// askToEnd asks some of the unused rooms to end, and says whether it found
// any. h.mu is held.
func (h *Hub) askToEnd() bool {
	asked := 0
	for _, p := range h.byID {
		if r := p.loaded(); p.refs == 0 && r != nil {
			select {
			case r.unneeded <- struct{}{}:
			default: // it was asked before
			}
			if asked++; asked >= roomsHint {
				break
			}
		}
	}
	return asked > 0
}

// run makes this node the owner of a game, loads it and runs its room until that ends.
func (h *Hub) run(id string, p *place) {
	defer close(p.done)
	hold, err := h.Cluster.Hold(h.ctx, id)
	if err != nil {
		h.refuse(id, p, err)
		return
	}
	ctx, cancel := hold.Context(h.ctx)
	defer cancel()
	if err := guard.Run(func() error { return h.load(ctx, id, p, hold) }); err != nil {
		hold.End(false)
		h.refuse(id, p, err)
		return
	}
	defer func() { hold.End(p.room.open) }()
	close(p.ready)
	h.Metrics.rooms.Inc()
	defer h.Metrics.rooms.Dec()
	p.room.run(func() bool { return h.retire(id, p) }, func() { h.forget(id, p) })
}

// load makes the room of a game that this node holds.
func (h *Hub) load(ctx context.Context, id string, p *place, hold *cluster.Hold) error {
	game, err := h.replay(ctx, id)
	if err != nil {
		return err
	}
	p.room = newRoom(ctx, h, id, game)
	p.room.journal.mine = hold.Lasts
	if err := p.room.plans.load(ctx, game.takenBack); err != nil {
		return err
	}
	return p.room.time.countSince(ctx, h.uptime, hold.Seen())
}

// refuse tells everybody who waits for a room that it cannot be had.
func (h *Hub) refuse(id string, p *place, err error) {
	p.err = err
	h.forget(id, p)
	close(p.ready)
	if !isElsewhere(err) && !errors.Is(err, store.ErrNotFound) {
		h.Log.Error("cannot load a game", "game", id, "err", err)
	}
}

// giveUp ends the room of a game that another node demands, and returns once that node
// can have it.
func (h *Hub) giveUp(ctx context.Context, id string) {
	h.mu.Lock()
	p := h.byID[id]
	h.mu.Unlock()
	if p == nil {
		return
	}
	select {
	case <-p.ready:
	case <-ctx.Done():
		return
	}
	if p.room != nil {
		p.room.do(func() { p.room.failed = true })
	}
	select {
	case <-p.done:
	case <-ctx.Done():
	}
}

// replay rebuilds a game.
func (h *Hub) replay(ctx context.Context, id string) (*replayed, error) {
	g, entries, err := h.Store.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	b, err := h.Boards.Get(ctx, g.Board)
	if err != nil {
		return nil, err
	}
	rules, err := h.Rules(g.Rules)
	if err != nil {
		return nil, err
	}
	log := make([]match.Event, len(entries))
	commands, takenBack := map[string]int{}, 0
	for i, e := range entries {
		if backs[e.Event.Kind] {
			takenBack = i + 1
		}
		log[i] = e.Event
		if e.Command != "" {
			commands[e.Command] = i + 1
		}
	}
	m, err := match.Replay(b, rules, log)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", id, err)
	}
	old := m.Setup()
	m.Call(game.Black, g.Black)
	m.Call(game.White, g.White)
	return &replayed{m, commands, takenBack, m.Setup() != old}, nil
}

// retire takes out an unused room, and says whether it did. Afterwards no one can get it.
func (h *Hub) retire(id string, p *place) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p.refs > 0 {
		return false
	}
	h.drop(id, p)
	return true
}

// drop takes a place out. h.mu is held.
func (h *Hub) drop(id string, p *place) {
	if h.byID[id] == p {
		delete(h.byID, id)
	}
	select {
	case h.freed <- struct{}{}:
	default:
	}
}

// forget takes out a room that has ended.
func (h *Hub) forget(id string, p *place) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.drop(id, p)
}

// running returns the room of a game that somebody has open, or nil.
func (h *Hub) running(id string) *room {
	h.mu.Lock()
	p := h.byID[id]
	h.mu.Unlock()
	if p == nil {
		return nil
	}
	return p.loaded()
}

// Wait waits until all rooms have ended.
func (h *Hub) Wait() { h.rooms.Wait() }
