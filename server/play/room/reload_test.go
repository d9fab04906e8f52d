package room

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/game/match"
	"moyo/internal/testenv"
	"moyo/server/base/convert"
	"moyo/server/base/identity"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// fault is what a store does with an event instead of writing it and saying so.
type fault string

const (
	none     fault = "none"
	conflict fault = "conflict" // somebody else writes another event before
	repeat   fault = "repeat"   // it was written before
	lost     fault = "lost"     // it writes, and its answer is lost
	cut      fault = "cut"      // it does not write, and its answer is lost
	late     fault = "late"     // its answer is lost, and it writes a while later
	full     fault = "full"     // it does not write and says so
	fenced   fault = "fenced"   // another node has the game
	odd      fault = "odd"      // it says that there was a conflict, and there was none
)

var errFull = errors.New("no space left on device")

// flaky is a store with faults, one for each event from now on.
type flaky struct {
	store.Store
	h *Hub

	mu      sync.Mutex
	plan    []fault
	met     []match.Kind // kinds of the events that met a fault
	delayed func()
	stray   atomic.Bool // plans are refused: another node has the game
}

func (s *flaky) set(plan []fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.plan = plan
}

func (s *flaky) next(entries []store.Entry) fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.delayed != nil {
		s.delayed()
		s.delayed = nil
	}
	if len(s.plan) == 0 {
		return none
	}
	f := s.plan[0]
	s.plan = s.plan[1:]
	if f != none {
		for _, e := range entries {
			s.met = append(s.met, e.Event.Kind)
		}
	}
	return f
}

func (s *flaky) Append(ctx context.Context, g store.Game, entries ...store.Entry) error {
	write := func() error { return s.Store.Append(ctx, g, entries...) }
	switch f := s.next(entries); {
	case f == conflict:
		s.foreign(ctx, g.ID)
	case f == repeat && len(entries) > 0 && entries[0].Command != "":
		if err := write(); err != nil {
			return err
		}
		return &store.Repeat{Game: g.ID, Command: entries[0].Command, Version: g.Version}
	case f == lost, f == repeat:
		_ = write()
		return context.DeadlineExceeded
	case f == cut:
		return context.DeadlineExceeded
	case f == late:
		s.delayed = func() { _ = s.Store.Append(context.Background(), g, entries...) }
		return context.DeadlineExceeded
	case f == full:
		return errFull
	case f == fenced:
		return &store.Fenced{Game: g.ID}
	case f == odd:
		return &store.Conflict{Game: g.ID, Have: g.Version, Want: g.Version - 1}
	}
	return write()
}

// foreign writes an event that the room does not know of.
func (s *flaky) foreign(ctx context.Context, id string) {
	setup := func() match.Setup { g, _ := s.h.replay(ctx, id); return g.match.Setup() }()
	other := match.Seat{Kind: match.Human, Player: "other"}
	for _, e := range []match.Event{
		{Kind: match.Declined, By: game.Black}, {Kind: match.Declined, By: game.White},
		{Kind: match.Offered, By: game.White}, {Kind: match.Offered, By: game.Black},
		{Kind: match.Denied, By: game.White}, {Kind: match.Asked, By: game.Black}, {Kind: match.Asked, By: game.White},
		{Kind: match.Gave, By: game.White, Time: 1000}, {Kind: match.Toggled, By: game.White, Point: 7},
		{Kind: match.Accepted, By: game.White}, {Kind: match.Scoring}, {Kind: match.Resumed, By: game.White},
		{Kind: match.Joined, By: game.White, Seat: &other}, {Kind: match.Flagged, By: game.White},
	} {
		g, err := s.h.replay(ctx, id)
		if err != nil {
			panic(err)
		}
		e.At = store.Milli(time.Now())
		if _, running := g.match.FlagIn(); running {
			e.Elapsed = e.At.Sub(g.match.Updated()).Milliseconds()
		}
		if e.Kind == match.Joined && setup.White.Player != "" {
			continue
		}
		if _, err := g.match.Apply(e); err != nil {
			continue
		}
		if err := s.Store.Append(ctx, convert.Header(id, g.match), store.Entry{Event: e}); err != nil {
			panic(err)
		}
		return
	}
}

// page is what one player's page knows.
type page struct {
	player  string
	conn    *socket.Conn
	version int
	acks    map[string]int
}

// scene is a game on a flaky disk, with pages that come back whenever they are dropped.
type scene struct {
	t       *testing.T
	h       *Hub
	disk    *flaky
	id      string
	r       *room
	pages   []*page
	sent    int
	refused int // commands
}

func newScene(t *testing.T, pool Engines, setup match.Setup) *scene {
	h := testHub(t, pool)
	disk := &flaky{Store: h.Store, h: h}
	h.Store = disk
	g, err := h.Create(t.Context(), setup)
	if err != nil {
		t.Fatal(err)
	}
	s := &scene{t: t, h: h, disk: disk, id: g.ID}
	for _, player := range []string{"me", "you", "watcher"} {
		s.pages = append(s.pages, &page{player: player, acks: map[string]int{}})
	}
	s.comeBack()
	return s
}

// comeBack opens the game again with all pages where the room has ended.
func (s *scene) comeBack() {
	s.t.Helper()
	synctest.Wait()
	if s.r != nil {
		select {
		case <-s.r.gone:
		default:
			return
		}
		time.Sleep(time.Second)
	}
	r, release, err := s.h.open(s.t.Context(), s.id)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(release)
	s.r = r
	for _, p := range s.pages {
		s.enter(p)
	}
}

func (s *scene) enter(p *page) {
	p.conn = socket.NewConn(identity.Who{Player: p.player}, func(error) {})
	s.do(func() { s.r.handle(p.conn, wire.ClientMessage{Type: "hello", Version: p.version}) })
	s.hear(p)
}

// do runs f in the room and returns when that is done, or the room has ended.
func (s *scene) do(f func()) {
	done := make(chan struct{})
	if !s.r.do(func() { f(); close(done) }) {
		return
	}
	select {
	case <-done:
	case <-s.r.gone:
	}
}

// log returns what is on disk.
func (s *scene) log() []store.Entry {
	s.t.Helper()
	_, entries, err := s.disk.Store.Load(s.t.Context(), s.id)
	if err != nil {
		s.t.Fatal(err)
	}
	return entries
}

// moves returns the moves of a log.
func (s *scene) moves(log []store.Entry) []string {
	var events []match.Event
	for _, e := range log {
		events = append(events, e.Event)
	}
	rules, err := s.h.Rules(events[0].Setup.Rules)
	if err != nil {
		s.t.Fatal(err)
	}
	b, err := s.h.Boards.Get(s.t.Context(), events[0].Setup.Board)
	if err != nil {
		s.t.Fatal(err)
	}
	m, err := match.Replay(b, rules, events)
	if err != nil {
		s.t.Fatal(err)
	}
	return convert.Moves(m.Position())
}

// hear takes what has come for a page, nothing of which may be without the log.
func (s *scene) hear(p *page) (errors []wire.Error) {
	s.t.Helper()
	messages := received(s.t, p.conn)
	log := s.log()
	for _, m := range messages {
		switch {
		case m.Snapshot != nil:
			if p.version = m.Snapshot.Version; p.version > len(log) {
				s.t.Errorf("%s sees version %d, the log has %d", p.player, p.version, len(log))
			} else if want := s.moves(log[:p.version]); !slices.Equal(m.Snapshot.Moves, want) {
				s.t.Errorf("%s sees %v at version %d, the log says %v", p.player, m.Snapshot.Moves, p.version, want)
			}
		case m.Event != nil:
			if m.Event.Version != p.version+1 {
				s.t.Errorf("%s hears of event %d after %d", p.player, m.Event.Version, p.version)
			}
			if p.version = m.Event.Version; p.version > len(log) || string(log[p.version-1].Event.Kind) != m.Event.Kind {
				s.t.Errorf("%s hears of event %d, %s; the log has %d", p.player, p.version, m.Event.Kind, len(log))
			}
		case m.Ack != nil && m.Ack.ID != "":
			p.acks[m.Ack.ID] = m.Ack.Version
			if v := m.Ack.Version; v < 1 || v > len(log) || log[v-1].Command != p.player+"/"+m.Ack.ID {
				s.t.Errorf("%s's %s is acknowledged as %d, and is not there", p.player, m.Ack.ID, v)
			}
		case m.Error != nil:
			errors = append(errors, *m.Error)
		}
	}
	return errors
}

// say gives a command until it has an answer, as a page does, and returns the answer's code,
// "" for an acknowledgement. Where the server does not know, it is given again under its id.
func (s *scene) say(who int, msg wire.ClientMessage) string {
	s.t.Helper()
	p := s.pages[who]
	s.sent++
	msg.ID = fmt.Sprint("c", s.sent)
	for range 12 {
		s.comeBack()
		s.do(func() { s.r.handle(p.conn, msg) })
		errs := s.hear(p)
		if _, done := p.acks[msg.ID]; done {
			return ""
		}
		for _, e := range errs {
			if e.ID == msg.ID && e.Code != "internal" {
				s.refused++
				if slices.ContainsFunc(s.log(), func(e store.Entry) bool { return e.Command == p.player+"/"+msg.ID }) {
					s.t.Errorf("%s is refused (%s) and in the log", msg.ID, e.Code)
				}
				return e.Code
			}
		}
	}
	s.t.Fatalf("%+v: no answer", msg)
	return ""
}

// must gives a command that is acknowledged.
func (s *scene) must(who int, msg wire.ClientMessage) {
	s.t.Helper()
	if code := s.say(who, msg); code != "" {
		s.t.Fatalf("%+v: %s", msg, code)
	}
}

// play plays a move, again where others have come before.
func (s *scene) play(who int, move string) {
	s.t.Helper()
	ply := 0
	s.do(func() { ply = s.r.m.Ply() })
	code := "out-of-step"
	for tries := 0; tries < 9 && code == "out-of-step"; tries++ {
		code = s.say(who, wire.ClientMessage{Type: "play", Ply: ply, Move: move})
	}
	if code != "" {
		s.t.Fatalf("move %d: %s", ply+1, code)
	}
}

// check compares what everybody knows with the log, in which no command is twice.
func (s *scene) check() {
	s.t.Helper()
	s.comeBack()
	synctest.Wait()
	log := s.log()
	if _, err := s.h.replay(s.t.Context(), s.id); err != nil {
		s.t.Error(err)
	}
	seen := map[string]bool{}
	for _, e := range log {
		if e.Command != "" && seen[e.Command] {
			s.t.Errorf("%s is in the log twice", e.Command)
		}
		seen[e.Command] = true
	}
	for version := range len(log) { // somebody comes back with this version
		p := &page{player: "late", version: version, acks: map[string]int{}}
		s.enter(p)
		s.pages = append(s.pages, p)
	}
	for _, p := range s.pages {
		if s.hear(p); p.version != len(log) {
			s.t.Errorf("%s is at version %d of %d", p.player, p.version, len(log))
		}
		for id, version := range p.acks {
			if log[version-1].Command != p.player+"/"+id {
				s.t.Errorf("%s was acknowledged as %d and is not there", id, version)
			}
		}
	}
}

// restart has another server take over after an hour in which there was none.
func (s *scene) restart(plan []fault) {
	s.t.Helper()
	if err := s.h.uptime.beat(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
	s.do(func() { s.r.fail(errStore) })
	time.Sleep(time.Hour)
	s.h = testHub(s.t, s.h.Engines)
	s.h.Store, s.h.uptime, s.disk.h = s.disk, newUptime(s.disk, time.Now), s.h
	s.disk.set(plan)
	s.comeBack()
}

func (s *scene) count(kind match.Kind) (n int) {
	for _, e := range s.log() {
		if e.Event.Kind == kind {
			n++
		}
	}
	return n
}

// later goes on after some time.
func (s *scene) later(d time.Duration) { time.Sleep(d) }

// wait lets the server do of itself what it has to.
func (s *scene) wait(kind match.Kind) {
	s.t.Helper()
	for range 12 {
		if s.comeBack(); s.count(kind) > 0 || s.count(match.Flagged) > 0 { // somebody else's may be first
			return
		}
		time.Sleep(3 * time.Second)
	}
	s.t.Errorf("nothing was %s: %+v", kind, s.log())
}

// act is how an event of a kind comes about.
type act struct {
	kind    match.Kind
	setup   func() match.Setup
	prepare func(*scene)
	do      func(*scene)
}

const black, white = 0, 1

// How a game is made in which something is done.

func plainSetup() match.Setup { return solo("grid:5") }

func rowSetup() match.Setup {
	setup := solo("grid:15")
	setup.Rules = "gomoku"
	return setup
}

func clockSetup(spec string) func() match.Setup { return func() match.Setup { return timed(spec) } }

func waitingSetup() match.Setup {
	setup := plainSetup()
	setup.White = match.Seat{Kind: match.Open}
	return setup
}

func teamSetup() match.Setup {
	setup := plainSetup()
	setup.Partners, setup.Black, setup.White = 2, match.Seat{Team: match.Team{{Player: "me"}}}, match.Seat{}
	return setup
}

// What is done before, or is what is done.

func saying(who int, what string) func(*scene) {
	return func(s *scene) { s.say(who, wire.ClientMessage{Type: what}) }
}

func nothingDone(*scene) {}

func moveMade(s *scene) { s.play(black, "C3") }

func undoAsked(s *scene) { moveMade(s); s.must(black, wire.ClientMessage{Type: "undo"}) }

func drawOffered(s *scene) { moveMade(s); s.must(white, wire.ClientMessage{Type: "draw"}) }

func bothPassed(s *scene) {
	moveMade(s)
	s.play(white, "B2")
	s.play(black, "pass")
	s.play(white, "pass")
}

func counting(s *scene) { bothPassed(s); s.wait(match.Scoring) }

func acts() []act { return slices.Concat(simpleActs(), absentActs(), lateActs()) }

// simpleActs take one message.
func simpleActs() []act {
	return []act{
		{match.Joined, waitingSetup, nothingDone, func(s *scene) { s.say(white, wire.ClientMessage{Type: "join"}) }},
		{match.Joined, teamSetup, nothingDone, func(s *scene) { s.say(white, wire.ClientMessage{Type: "join", Name: "Ada"}) }},
		{match.Freed, teamSetup, func(s *scene) { s.must(white, wire.ClientMessage{Type: "join"}) }, saying(white, "leave")},
		{match.Moved, plainSetup, moveMade, func(s *scene) { s.say(white, wire.ClientMessage{Type: "play", Ply: 1, Move: "B2"}) }},
		{match.Moved, against, nothingDone, func(s *scene) { s.play(black, "C3"); s.wait(match.Moved) }},
		{match.Undone, against, func(s *scene) { s.play(black, "C3"); s.later(time.Second); synctest.Wait() }, saying(black, "undo")},
		{match.Asked, plainSetup, moveMade, saying(black, "undo")},
		{match.Granted, plainSetup, undoAsked, saying(white, "grant")},
		{match.Denied, plainSetup, undoAsked, saying(white, "deny")},
		{match.Offered, rowSetup, moveMade, saying(white, "draw")},
		{match.Declined, rowSetup, drawOffered, saying(black, "decline")},
		{match.Agreed, rowSetup, drawOffered, saying(black, "draw")},
		{match.Resigned, plainSetup, moveMade, saying(black, "resign")},
		{match.Cancelled, plainSetup, nothingDone, saying(black, "abort")},
		{match.Gave, clockSetup("absolute=10m"), moveMade, saying(black, "time")},
		{match.Paused, clockSetup("correspondence=3d"), nothingDone, saying(black, "pause")},
		{match.Unpaused, clockSetup("correspondence=3d"),
			func(s *scene) { s.must(black, wire.ClientMessage{Type: "pause"}) }, saying(black, "unpause")},
	}
}

// absentActs are done for a player who is away, or because one is.
func absentActs() []act {
	return []act{
		{match.Moved, clockSetup("correspondence=3d"), func(s *scene) {
			moveMade(s)
			s.do(func() {
				s.r.handle(s.pages[black].conn, wire.ClientMessage{Type: "plan", ID: "plan", Ply: 1, Lines: [][]string{{"B2", "D4"}}})
			})
			received(s.t, s.pages[black].conn)
		}, func(s *scene) {
			s.say(white, wire.ClientMessage{Type: "play", Ply: 1, Move: "B2"})
			for tries := 0; tries < 9 && s.count(match.Moved) == 2; tries++ {
				s.comeBack()
				s.later(3 * time.Second)
			}
			if moves := s.moves(s.log()); len(moves) > 1 && moves[1] == "B2" &&
				s.count(match.Offered) == 0 && !slices.Equal(moves, []string{"C3", "B2", "D4"}) {
				s.t.Errorf("after what was planned for the moves are %v", moves)
			}
		}},
		{match.Vacation, clockSetup("correspondence=3d"), func(s *scene) {
			moveMade(s)
			if err := beginVacation(s.h, "you", time.Now(), 2); err != nil {
				s.t.Fatal(err)
			}
		}, func(s *scene) {
			for tries := 0; tries < 9 && s.count(match.Vacation) == 0; tries++ {
				_ = s.h.Vacation(s.t.Context(), "you")
				s.comeBack()
			}
		}},
		{match.Claimed, clockSetup("fischer=50m+5s"), func(s *scene) {
			moveMade(s)
			s.play(white, "B2")
			s.do(func() { s.r.leave(s.pages[black].conn) })
			s.later(5 * time.Minute)
			s.pages = []*page{{player: "watching", acks: map[string]int{}}, s.pages[white]}
			s.enter(s.pages[0])
		}, func(s *scene) {
			for tries := 0; tries < 7 && s.say(white, wire.ClientMessage{Type: "claim"}) == "not-now"; tries++ {
				s.later(4 * time.Minute) // absence counts afresh in another room
			}
		}},
	}
}

// lateActs are of the count, of clocks, and of what ends a game or names its players from outside.
func lateActs() []act {
	return []act{
		{match.Scoring, plainSetup, func(s *scene) { moveMade(s); s.play(white, "B2"); s.play(black, "pass") },
			func(s *scene) { s.play(white, "pass"); s.wait(match.Scoring) }},
		{match.Toggled, plainSetup, counting, func(s *scene) { s.say(black, wire.ClientMessage{Type: "toggle", Point: 16}) }},
		{match.Accepted, plainSetup, counting, saying(black, "accept")},
		{match.Resumed, plainSetup, counting, saying(black, "resume")},
		{match.Flagged, clockSetup("absolute=10s"), moveMade, func(s *scene) { s.later(20 * time.Second); s.wait(match.Flagged) }},
		{match.Credited, clockSetup("absolute=10m"), moveMade, func(s *scene) { s.restart(s.disk.plan); s.wait(match.Credited) }},
		{match.Resigned, plainSetup, func(s *scene) { moveMade(s); s.play(white, "B2") }, func(s *scene) {
			for tries := 0; tries < 9 && s.count(match.Resigned) == 0; tries++ {
				if s.h.Leave(s.t.Context(), s.id, "me", func() error { return nil }) != nil {
					s.refused++
				}
				s.comeBack()
			}
		}},
		{match.Moved, plainSetup, nothingDone, func(s *scene) {
			s.play(black, "C3")
			s.disk.set([]fault{conflict, full})
			r := s.r
			s.h.Rename(s.t.Context(), "me", "Ada")
			if s.comeBack(); s.r != r || s.r.m.Seat(game.Black).Name != "Ada" {
				s.t.Errorf("called %q, in the same room: %v", s.r.m.Seat(game.Black).Name, s.r == r)
			}
		}},
	}
}

// unmoved are what players may do whatever others have said before.
var unmoved = map[match.Kind]bool{match.Moved: true, match.Undone: true, match.Resigned: true, match.Gave: true, match.Paused: true}

// TestStoreSaysOtherwise has the store fail in each way, once and several times in a
// row, at each kind of event: whatever is acknowledged or shown is in the log, nothing is there
// twice, and the game goes on.
func TestStoreSaysOtherwise(t *testing.T) {
	plans := [][]fault{{conflict}, {repeat}, {lost}, {cut}, {late}, {full}, {fenced}, {odd}}
	for _, f := range []fault{conflict, repeat, lost, cut, late, full, fenced, odd} {
		plans = append(plans, []fault{conflict, f}, []fault{f, conflict}, []fault{lost, f},
			[]fault{f, f, f, f, f}, []fault{f, none, f}, []fault{late, f})
	}
	plans = plans[:testenv.Rounds(len(plans), 1)]
	met := map[match.Kind]map[fault]bool{}
	for i, a := range acts() {
		met[a.kind] = map[fault]bool{}
		for _, plan := range plans {
			t.Run(fmt.Sprintf("%d %s %v", i, a.kind, plan), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					pool := scripted{func(_ context.Context, pos game.Position, _ func(engine.Info)) (engine.Info, error) {
						return engine.Info{Move: pos.LegalMoves(nil)[0]}, nil
					}}
					s := newScene(t, pool, a.setup())
					a.prepare(s)
					s.disk.set(slices.Clone(plan))
					before := len(s.log())
					a.do(s)
					s.disk.set(nil)
					if f := plan[0]; len(plan) == 1 && (f == conflict && unmoved[a.kind] || f == repeat || f == lost) && s.refused > 0 {
						t.Error("the command was refused")
					}
					if slices.Contains(s.disk.met, a.kind) {
						met[a.kind][plan[0]] = true
					}
					if len(s.log()) == before {
						t.Error("nothing has come of it")
					}
					s.check()
					if n := s.count(a.kind); n != 1 && (a.kind == match.Flagged || a.kind == match.Scoring) ||
						n > 1 && (a.kind == match.Resigned || a.kind == match.Agreed || a.kind == match.Claimed) {
						t.Errorf("%s %d times", a.kind, n)
					}
				})
			})
		}
	}
	for kind, faults := range met {
		if len(faults) < testenv.Rounds(8, 0) {
			t.Errorf("%s met only %v", kind, faults)
		}
	}
}

// TestEndlessConflicts: a room to whose game somebody else writes each time gives
// itself up.
func TestEndlessConflicts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScene(t, scripted{}, timed("absolute=10m"))
		s.play(black, "C3")
		s.play(white, "B2")
		before := len(s.log())
		s.disk.set(slices.Repeat([]fault{conflict}, 50))
		if err := s.h.Leave(t.Context(), s.id, "me", func() error { return nil }); !errors.Is(err, errStore) {
			t.Errorf("leaving: %v", err)
		}
		if synctest.Wait(); len(s.log()) != before+maxReloads+1 {
			t.Errorf("%d events of others", len(s.log())-before)
		}
		s.disk.set(nil)
		s.check()
	})
}

// Write fails where a former owner writes.
func (s *flaky) Write(ctx context.Context, rows int, write func(context.Context, store.Tx) error) error {
	if s.stray.Load() {
		return &store.Fenced{}
	}
	return s.Store.Write(ctx, rows, write)
}

// TestFencedPlan: a room whose game another node has gives it up when somebody plans ahead, and does
// not say that the plan was kept.
func TestFencedPlan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		setup := solo("grid:5")
		setup.Clock = "correspondence=3d"
		s := newScene(t, scripted{}, setup)
		s.disk.stray.Store(true)
		r := s.r
		s.do(func() {
			r.handle(s.pages[white].conn, wire.ClientMessage{Type: "plan", ID: "x", Lines: [][]string{{"C3", "D4"}}})
		})
		<-r.gone
		if r.journal.reloads > 0 || r.plans.bySide[game.White] != nil {
			t.Errorf("loaded anew %d times, a plan %+v", r.journal.reloads, r.plans.bySide[game.White])
		}
		s.disk.stray.Store(false)
		s.play(black, "C3")
		s.check()
	})
}

// TestFenced: a room whose game another node has gives it up at once.
func TestFenced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScene(t, scripted{}, solo("grid:5"))
		s.disk.set([]fault{fenced, fenced})
		r := s.r
		s.do(func() { r.handle(s.pages[black].conn, wire.ClientMessage{Type: "play", ID: "x", Move: "C3"}) })
		<-r.gone
		if left := len(s.disk.plan); left != 1 || r.journal.reloads > 0 {
			t.Errorf("tried %d times, loaded anew %d times", 2-left, r.journal.reloads)
		}
		s.disk.set(nil)
		s.play(black, "C3")
		s.check()
	})
}
