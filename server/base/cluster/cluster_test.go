package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"

	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/socket"
	"moyo/server/machines/messages"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
	"moyo/server/store/storetest"
)

const (
	testKey  = "a key for tests alone"
	testTime = 15 * time.Second
)

// site is a set of nodes that share a store and NATS.
type site struct {
	t     *testing.T
	store *sqlitetest.Shared
	nats  *messages.Messages
}

func newSite(t *testing.T) *site {
	t.Helper()
	inside, err := messages.Open(t.Context(), messages.Config{Listen: "127.0.0.1:0", Key: testKey, Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(inside.Close)
	return &site{t, sqlitetest.NewShared(t), inside}
}

// node returns a node that is not started.
func (s *site) node(role string) *Cluster {
	s.t.Helper()
	m, err := messages.Open(s.t.Context(), messages.Config{URL: "nats://" + s.nats.Address(), Key: testKey, NoEcho: true})
	if err != nil {
		s.t.Fatal(err)
	}
	c := New(Config{Conn: m.Conn(), Leases: s.store, Role: role, Log: slog.New(slog.DiscardHandler)})
	s.t.Cleanup(func() { c.Close(); m.Close() })
	return c
}

// start starts nodes and waits until they know each other.
func (s *site) start(nodes ...*Cluster) {
	s.t.Helper()
	for _, c := range nodes {
		if err := c.Start(s.t.Context()); err != nil {
			s.t.Fatal(err)
		}
	}
	for _, c := range nodes {
		wait(s.t, "nodes know of each other", func() bool {
			c.mu.Lock()
			defer c.mu.Unlock()
			return len(c.heard) == len(nodes)-1 && len(c.nodes) == len(nodes)
		})
	}
}

// game creates a game in the store.
func (s *site) game(id string) {
	s.t.Helper()
	g, first := storetest.Game(id)
	if err := s.store.Create(s.t.Context(), g, first); err != nil {
		s.t.Fatal(err)
	}
}

func wait(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(testTime); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not so: %s", what)
		}
	}
}

// echo is a session that returns what it receives, after a delay.
type echo struct {
	slow   time.Duration
	gone   chan struct{}
	left   chan struct{}
	closed chan struct{}
	lag    atomic.Int64
	who    atomic.Pointer[socket.Conn]
}

func newEcho() *echo {
	return &echo{gone: make(chan struct{}), left: make(chan struct{}), closed: make(chan struct{})}
}

// Receive implements socket.Session.
func (e *echo) Receive(_ context.Context, c *socket.Conn, data []byte) error {
	time.Sleep(e.slow)
	e.lag.Store(int64(c.Lag()))
	e.who.Store(c)
	c.Send(append([]byte("heard "), data...))
	return nil
}

// Gone implements socket.Session.
func (e *echo) Gone() <-chan struct{} { return e.gone }

// Leave implements socket.Session.
func (e *echo) Leave(*socket.Conn) { close(e.left) }

// Close implements socket.Session.
func (e *echo) Close() { close(e.closed) }

// pair returns two nodes. Sessions are on the second one, and make creates them.
func pair(t *testing.T, make func() (socket.Session, error)) (s *site, open socket.Opener, gate, home *Cluster) {
	s = newSite(t)
	gate, home = s.node(RoleGateway), s.node(RoleGame)
	at := func(context.Context, string) (string, error) { return home.ID(), nil }
	none := func(context.Context, string) (socket.Session, error) { return nil, errors.New("opened at the gateway") }
	open = gate.Carry("echo", at, none)
	home.Carry("echo", at, func(context.Context, string) (socket.Session, error) { return make() })
	s.start(gate, home)
	return s, open, gate, home
}

// visitor returns the context of a client.
func visitor(t *testing.T) context.Context {
	return limit.With(identity.With(t.Context(), identity.Who{Player: "ada", Name: "Ada", Role: store.Member}), "192.0.2.7")
}

// client returns the connection of a client at the gateway.
func client() (c *socket.Conn, dropped context.Context) {
	dropped, drop := context.WithCancelCause(context.Background())
	return socket.NewConn(identity.Who{Player: "ada"}, drop), dropped
}

// ended waits until a channel is closed.
func ended(t *testing.T, what string, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(testTime):
		t.Fatalf("not in time: %s", what)
	}
}

// TestCarry carries many messages to a slow session. All arrive in order in both directions, and a client that sends
// too fast is delayed, not dropped.
func TestCarry(t *testing.T) {
	t.Parallel()
	far := newEcho()
	far.slow = time.Millisecond
	_, open, _, home := pair(t, func() (socket.Session, error) { return far, nil })
	session, err := open(visitor(t), "key")
	if err != nil {
		t.Fatal(err)
	}
	c, dropped := client()
	c.SetLag(123 * time.Millisecond)
	const messages = 500
	var heard []string
	var wg sync.WaitGroup
	wg.Go(func() {
		for len(heard) < messages {
			select {
			case data := <-c.Queue():
				heard = append(heard, string(data))
			case <-dropped.Done():
				t.Errorf("dropped after %d messages", len(heard))
				return
			case <-time.After(testTime):
				t.Errorf("%d messages came back", len(heard))
				return
			}
		}
	})
	for i := range messages {
		if err := session.Receive(t.Context(), c, fmt.Appendf(nil, "%d", i)); err != nil {
			t.Fatal(err)
		}
	}
	wg.Wait()
	for i, text := range heard {
		if text != fmt.Sprintf("heard %d", i) {
			t.Fatalf("message %d is %q", i, text)
		}
	}
	if who := far.who.Load(); who.Player != "ada" || who.Name != "Ada" ||
		who.Address != "192.0.2.7" || time.Duration(far.lag.Load()) != 123*time.Millisecond {
		t.Errorf("the session receives %+v from %s with lag %v", who.Who, who.Address, time.Duration(far.lag.Load()))
	}
	session.Leave(c)
	session.Close()
	ended(t, "the session learns that the client has left", far.closed)
	wait(t, "the session is removed", func() bool {
		home.carrier.mu.Lock()
		defer home.carrier.mu.Unlock()
		return len(home.carrier.near) == 0
	})
}

// TestCarryLarge checks that messages larger than NATS allows arrive whole and in order. A message without end is
// refused on either side.
func TestCarryLarge(t *testing.T) {
	t.Parallel()
	talker := newEcho()
	_, open, gate, home := pair(t, func() (socket.Session, error) { return talker, nil })
	session, err := open(visitor(t), "key")
	if err != nil {
		t.Fatal(err)
	}
	conn, _ := client()
	if err := session.Receive(t.Context(), conn, []byte("hello")); err != nil {
		t.Fatal(err)
	}
	<-conn.Queue()
	most := home.carrier.most()
	for _, n := range []int{0, most - 1, most, most + 1, 2 * most, 2*most + 1, 5 << 20} {
		message := make([]byte, n)
		for i := range message {
			message[i] = byte(i * 7 >> 3)
		}
		talker.who.Load().Send(message)
		talker.who.Load().Send([]byte("after it"))
		for _, want := range [][]byte{message, []byte("after it")} {
			select {
			case got := <-conn.Queue():
				if !bytes.Equal(got, want) {
					t.Errorf("received %d bytes of %d", len(want), len(got))
				}
			case <-session.Gone():
				t.Fatalf("a message of %d bytes ends the session", n)
			}
		}
	}
	talker.who.Load().Send(make([]byte, mostWhole+1))
	ended(t, "a session that sends too much", session.Gone())
	f := &far{r: gate.carrier, node: home.ID(), gone: make(chan struct{})}
	for i := range uint32(20) {
		f.hear(framePart, i+1, make([]byte, 1<<20))
	}
	select {
	case <-f.gone:
	default:
		t.Errorf("%d bytes are kept of a message without end", len(f.parts))
	}
	if len(f.parts) > mostWhole {
		t.Errorf("%d bytes are kept", len(f.parts))
	}
}

// TestCarryEnds checks that both sides end in each way in which a connection or a node can end.
func TestCarryEnds(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(far *echo, session socket.Session, gate, home *Cluster)
	}{
		{"the session ends", func(far *echo, _ socket.Session, _, _ *Cluster) { close(far.gone) }},
		{"the room drops the client", func(far *echo, _ socket.Session, _, _ *Cluster) { far.who.Load().Drop() }},
		{"the client leaves", func(_ *echo, session socket.Session, _, _ *Cluster) { session.Leave(nil) }},
		{"the session's node loses NATS", func(_ *echo, _ socket.Session, _, home *Cluster) { home.Conn.Close() }},
		{"the gateway loses NATS", func(_ *echo, _ socket.Session, gate, _ *Cluster) { gate.Conn.Close() }},
		{"the session's node connects to NATS again", func(_ *echo, _ socket.Session, _, home *Cluster) { _ = home.Conn.ForceReconnect() }},
		{"the gateway connects to NATS again", func(_ *echo, _ socket.Session, gate, _ *Cluster) { _ = gate.Conn.ForceReconnect() }},
		{"a frame is lost on the way down", func(far *echo, _ socket.Session, gate, home *Cluster) {
			home.carrier.mu.Lock()
			for _, n := range home.carrier.near {
				n.mu.Lock()
				n.sent++
				n.mu.Unlock()
			}
			home.carrier.mu.Unlock()
			far.who.Load().Send([]byte("after the gap"))
		}},
		{"a frame is lost on the way up", func(_ *echo, session socket.Session, _, _ *Cluster) {
			f := session.(*far)
			f.mu.Lock()
			f.sent++
			c := f.client
			f.mu.Unlock()
			_ = session.Receive(context.Background(), c, []byte("after the gap"))
		}},
		{"an operator ends the node", func(_ *echo, _ socket.Session, _, home *Cluster) { home.Close() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			far := newEcho()
			_, open, gate, home := pair(t, func() (socket.Session, error) { return far, nil })
			session, err := open(visitor(t), "key")
			if err != nil {
				t.Fatal(err)
			}
			conn, _ := client()
			if err := session.Receive(t.Context(), conn, []byte("hello")); err != nil {
				t.Fatal(err)
			}
			if data := <-conn.Queue(); !bytes.Equal(data, []byte("heard hello")) {
				t.Fatalf("%q", data)
			}
			c.end(far, session, gate, home)
			ended(t, "the near session ends", session.Gone())
			session.Leave(conn)
			session.Close()
			ended(t, "the far session ends", far.closed)
		})
	}
}

// TestCarryRefuses checks that a refusal arrives unchanged, and that a missing node is awaited until another could
// have taken over.
func TestCarryRefuses(t *testing.T) {
	t.Parallel()
	refusal := apierror.New(apierror.NotFound, "There is no such thing.")
	_, open, _, home := pair(t, func() (socket.Session, error) { return nil, refusal })
	if _, err := open(visitor(t), "key"); err == nil || apierror.Of(err).Code != apierror.NotFound ||
		apierror.Of(err).Text != "There is no such thing." {
		t.Errorf("%v", err)
	}
	home.Conn.Close()
	start := time.Now()
	if _, err := open(visitor(t), "key"); err == nil || apierror.Of(err).Code != apierror.Reconnect || time.Since(start) < leaseTime {
		t.Errorf("%v after %v", err, time.Since(start))
	}
}

// TestHungNode checks that a client of a node that hangs looks for the session again before that node's lease
// expires, and finds it on its new node.
func TestHungNode(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	gate, home := s.node(RoleGateway), s.node(RoleGame)
	asked := 0
	open := gate.Carry("echo", func(context.Context, string) (string, error) {
		if asked++; asked == 1 {
			return "hung", nil
		}
		return home.ID(), nil
	}, nil)
	home.Carry("echo", nil, func(context.Context, string) (socket.Session, error) { return newEcho(), nil })
	s.start(gate, home)
	if _, err := home.Conn.Subscribe(gate.subject("hung", "open"), func(*nats.Msg) {}); err != nil {
		t.Fatal(err)
	}
	if err := home.Conn.Flush(); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	session, err := open(visitor(t), "key")
	if err != nil || asked != 2 || time.Since(start) > leaseTime {
		t.Fatalf("%v after %v, %d times asked where it is", err, time.Since(start), asked)
	}
	session.Close()
}

// TestCut checks that a session ends when its client's node is silent, and knows when the silence began.
func TestCut(t *testing.T) {
	t.Parallel()
	far := newEcho()
	_, open, gate, home := pair(t, func() (socket.Session, error) { return far, nil })
	session, err := open(visitor(t), "key")
	if err != nil {
		t.Fatal(err)
	}
	conn, _ := client()
	if err := session.Receive(t.Context(), conn, []byte("hello")); err != nil {
		t.Fatal(err)
	}
	<-conn.Queue()
	gate.stop() // like a paused process
	gate.work.Wait()
	home.mu.Lock()
	silent := home.heard[gate.ID()]
	home.mu.Unlock()
	ended(t, "the far session ends", far.left)
	if cut := far.who.Load().Cut(); cut.Before(silent) || cut.After(silent.Add(beatEvery)) || time.Since(cut) < lostAfter {
		t.Errorf("cut %v ago, and silent for %v", time.Since(cut), time.Since(silent))
	}
}

// TestClientLeft checks that a session ends if its client left while it was opened.
func TestClientLeft(t *testing.T) {
	t.Parallel()
	far := newEcho()
	_, _, gate, home := pair(t, func() (socket.Session, error) { return far, nil })
	n, err := home.carrier.visit(opening{From: gate.ID(), Kind: "echo", Key: "key"})
	if err != nil {
		t.Fatal(err)
	}
	go n.serve()
	ended(t, "the session ends", far.closed)
}

// TestHold checks that one node holds a game, room after room, until the last room has ended.
func TestHold(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a, b := s.node(RoleAll), s.node(RoleAll)
	s.start(a, b)
	s.game("g")
	first, err := a.Hold(t.Context(), "g")
	if err != nil {
		t.Fatal(err)
	}
	second, err := a.Hold(t.Context(), "g") // of the next room, before the first releases it
	if err != nil {
		t.Fatal(err)
	}
	first.End(false)
	if _, err := b.Hold(t.Context(), "g"); !isElsewhere(err) {
		t.Errorf("another node has it: %v", err)
	}
	ctx, cancel := second.Context(t.Context())
	defer cancel()
	if o, ok := store.Writer(ctx); !ok || o.Node != a.ID() {
		t.Errorf("it is written as %+v %v", o, ok)
	}
	if node, err := b.Place(t.Context(), "g"); err != nil || node != a.ID() {
		t.Errorf("it is at %s: %v", node, err)
	}
	a.GivesUp(func(context.Context, string) {
		time.Sleep(50 * time.Millisecond)
		second.End(true)
	})
	if err := b.Demand(t.Context(), "g"); err != nil {
		t.Fatal(err)
	}
	third, err := b.Hold(t.Context(), "g")
	if err != nil || third.Seen().IsZero() {
		t.Fatalf("after a demand: %v, seen %v", err, third.Seen())
	}
	third.End(false)
	a.Retire(t.Context())
	if _, err := a.Hold(t.Context(), "g"); !isElsewhere(err) {
		t.Errorf("a node that leaves takes a game: %v", err)
	}
	wait(t, "the other nodes choose no node that leaves", func() bool {
		for i := range 50 {
			if b.chosen(fmt.Sprint(i)) == a.ID() {
				return false
			}
		}
		return true
	})
	if _, err := b.Hold(t.Context(), "none"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("no such game: %v", err)
	}
}

// deafLeases refuse to take games back.
type deafLeases struct{ *sqlitetest.Shared }

// HandOver implements store.Leases.
func (deafLeases) HandOver(context.Context, string, store.Owner, time.Duration) error {
	return errors.New("no answer")
}

// TestKept checks that a node that could not hand over a game opens it again and knows when it was last open. It
// forgets that after a release.
func TestKept(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := s.node(RoleAll)
	a.Leases = deafLeases{s.store}
	s.start(a)
	s.game("g")
	for i, c := range []struct{ open, known bool }{{true, false}, {false, true}, {false, false}} {
		before := time.Now()
		h, err := a.Hold(t.Context(), "g")
		if err != nil {
			t.Fatal(err)
		}
		if seen := h.Seen(); seen.IsZero() == c.known || seen.After(before) {
			t.Errorf("time %d: seen %v", i, seen)
		}
		h.End(c.open)
	}
}

// TestKeptNoMore checks that a node forgets what it remembers of a game when another node has had it.
func TestKeptNoMore(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a, b := s.node(RoleAll), s.node(RoleAll)
	a.Leases = deafLeases{s.store}
	s.start(a, b)
	s.game("g")
	hold := func(c *Cluster) *Hold {
		t.Helper()
		h, err := c.Hold(t.Context(), "g")
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	hold(a).End(true) // the store does not receive this
	if err := s.store.Leave(t.Context(), a.ID()); err != nil {
		t.Fatal(err)
	}
	hold(b).End(false) // no player has it open
	if err := a.renew(t.Context()); err != nil {
		t.Fatal(err)
	}
	if seen := hold(a).Seen(); !seen.IsZero() {
		t.Errorf("it was open until %v", seen)
	}
}

// TestLapse checks that what a node holds ends with its lease, before another node can take it over.
func TestLapse(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := s.node(RoleAll)
	s.start(a)
	s.game("g")
	hold, err := a.Hold(t.Context(), "g")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := hold.Context(t.Context())
	defer cancel()
	a.stop() // like a paused process
	a.work.Wait()
	renewed := func(ago time.Duration) {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.lease.renewed = time.Now().Add(-ago)
	}
	renewed(leaseTime / 3) // the rest is longer than any machine takes for the next lines
	a.checkLease()
	if ctx.Err() != nil {
		t.Error("it ended too early")
	}
	if !hold.Lasts() {
		t.Error("the node lost it too early")
	}
	renewed(leaseTime)
	if hold.Lasts() { // even without a check of the lease in between
		t.Error("it is the node's after its lease")
	}
	ended(t, "the hold ends", ctx.Done())
	if err := a.renew(t.Context()); err != nil {
		t.Fatal(err)
	}
	next := make(chan *Hold)
	go func() {
		h, err := a.Hold(t.Context(), "g")
		if err != nil {
			t.Error(err)
		}
		next <- h
	}()
	select {
	case <-next:
		t.Error("held again before the store knows that players could not move")
	case <-time.After(50 * time.Millisecond):
	}
	hold.End(false) // all clients have already moved to another node
	again := <-next
	if ctx, cancel := again.Context(t.Context()); ctx.Err() != nil {
		t.Error("a node that has returned holds nothing")
	} else {
		cancel()
	}
	if since := time.Since(again.Seen()); since < leaseTime || since > leaseTime+5*time.Second {
		t.Errorf("the game was last open %v ago, want a little over the time of the lease", since)
	}
}

// timedLeases record when they were asked.
type timedLeases struct {
	*sqlitetest.Shared
	asked time.Time
}

// Renew implements store.Leases.
func (l *timedLeases) Renew(ctx context.Context, n store.Node, lasts time.Duration) error {
	l.asked = time.Now()
	return l.Shared.Renew(ctx, n, lasts)
}

// TestRenewed checks that a lease counts from the start of its renewal, which is before the store's time of it, and
// not from the store's answer.
func TestRenewed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := s.node(RoleAll)
	leases := &timedLeases{Shared: s.store}
	a.Leases = leases
	before := time.Now()
	if err := a.renew(t.Context()); err != nil {
		t.Fatal(err)
	}
	if renewed := a.lease.renewed; renewed.Before(before) || renewed.After(leases.asked) {
		t.Errorf("the lease is taken to be renewed at %v; the renewal was begun at %v and the store asked at %v", renewed, before, leases.asked)
	}
}

// TestChosen checks that games are spread evenly among the nodes, and that few of them move when a node ends.
func TestChosen(t *testing.T) {
	c := New(Config{Leases: sqlitetest.NewShared(t), Log: slog.New(slog.DiscardHandler)})
	for i := range 5 {
		id := fmt.Sprintf("node%d", i)
		c.nodes = append(c.nodes, store.Node{ID: id, Role: RoleGame})
		c.heard[id] = time.Now()
	}
	c.nodes = append(c.nodes, store.Node{ID: "gate", Role: RoleGateway}, store.Node{ID: "silent", Role: RoleGame})
	c.heard["gate"] = time.Now()
	const games = 5000
	before, count := map[int]string{}, map[string]int{}
	for i := range games {
		before[i] = c.chosen(fmt.Sprint("game ", i))
		count[before[i]]++
	}
	for node, n := range count {
		if n < games/5*8/10 || n > games/5*12/10 || node == "gate" || node == "silent" {
			t.Errorf("%s has %d of %d games", node, n, games)
		}
	}
	c.nodes = slices.DeleteFunc(c.nodes, func(n store.Node) bool { return n.ID == "node2" })
	for i := range games {
		if now := c.chosen(fmt.Sprint("game ", i)); now != before[i] && before[i] != "node2" {
			t.Fatalf("game %d went from %s to %s", i, before[i], now)
		}
	}
	c.nodes = nil
	if node := c.chosen("game"); node != c.ID() {
		t.Errorf("without other nodes it is %s", node)
	}
}

// TestSpread checks that every node is called once.
func TestSpread(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a, b := s.node(RoleAll), s.node(RoleAll)
	var mu sync.Mutex
	var calls []string
	note := func(node string) func(string) {
		return func(what string) {
			mu.Lock()
			defer mu.Unlock()
			calls = append(calls, node+" "+what)
		}
	}
	spread, others := Spread(a, "x", note("a")), Others(b, "y", note("b"))
	Spread(b, "x", note("b"))
	Others(a, "y", note("a"))
	isThere := Any(a, "z", func(string) bool { return false })
	Any(b, "z", func(what string) bool { return what == "there" })
	for _, c := range []*Cluster{a, b} {
		if err := c.Conn.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	others("zero") // a node that has not started receives nothing
	if err := b.Conn.Flush(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(50 * time.Millisecond)
	s.start(a, b)
	spread("one")
	spread("two")
	others("three")
	wait(t, "all calls have arrived", func() bool { mu.Lock(); defer mu.Unlock(); return len(calls) == 5 })
	time.Sleep(50 * time.Millisecond)
	slices.Sort(calls)
	if want := []string{"a one", "a three", "a two", "b one", "b two"}; !slices.Equal(calls, want) {
		t.Errorf("%q, want %q", calls, want)
	}
	if !isThere(t.Context(), "there") || isThere(t.Context(), "nowhere") {
		t.Error("Any misses another node, or is true without one")
	}
}

// TestLead checks that one node at a time has a task, and that another takes it when that node ends.
func TestLead(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a, b := s.node(RoleAll), s.node(RoleAll)
	s.start(a, b)
	var at atomic.Int32
	lead := func(c *Cluster, n int32) (stop func()) {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			c.Lead(ctx, "task", func(ctx context.Context) {
				if !at.CompareAndSwap(0, n) {
					t.Error("two at the same time")
				}
				<-ctx.Done()
				at.CompareAndSwap(n, 0)
			})
		}()
		return func() { cancel(); <-done }
	}
	endA := lead(a, 1)
	wait(t, "the first leads", func() bool { return at.Load() == 1 })
	endB := lead(b, 2)
	time.Sleep(1500 * time.Millisecond)
	endA()
	wait(t, "the second leads", func() bool { return at.Load() == 2 })
	if node, err := a.Leader(t.Context(), "task"); err != nil || node != b.ID() {
		t.Errorf("the leader is %s: %v", node, err)
	}
	endB()
}

// TestLeadLapse checks that a task ends with the lease of its node, after which another node may have it.
func TestLeadLapse(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := s.node(RoleAll)
	s.start(a)
	a.stop() // like a paused process
	a.work.Wait()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	began, over, done := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		a.Lead(ctx, "task", func(ctx context.Context) {
			close(began)
			<-ctx.Done()
			close(over)
			cancel()
		})
	}()
	ended(t, "the task begins", began)
	a.mu.Lock()
	a.lease.renewed = time.Now().Add(-leaseTime)
	a.mu.Unlock()
	a.checkLease()
	ended(t, "the task ends", over)
	<-done
}

// late are leases whose first answers come too late.
type late struct {
	store.Leases
	left int // late answers that remain
	err  error
}

func (l *late) Renew(ctx context.Context, n store.Node, length time.Duration) error {
	if l.left--; l.left >= 0 {
		return l.err
	}
	return l.Leases.Renew(ctx, n, length)
}

// TestSlowStart checks that a node whose store or NATS answers late asks again until it is told to end. Other errors
// are final.
func TestSlowStart(t *testing.T) {
	broken := errors.New("no such table")
	for _, c := range []struct {
		left int
		err  error
		most time.Duration // until the node is told to end
		want error
	}{
		{3, context.DeadlineExceeded, time.Hour, nil},
		{3, fmt.Errorf("renewing: %w", nats.ErrTimeout), time.Hour, nil},
		{1, broken, time.Hour, broken},
		{1e9, nats.ErrTimeout, time.Minute + time.Second/2, context.DeadlineExceeded},
	} {
		synctest.Test(t, func(t *testing.T) {
			var said bytes.Buffer
			leases := &late{sqlitetest.NewShared(t), c.left, c.err}
			n := New(Config{Leases: leases, Log: slog.New(slog.NewTextHandler(&said, nil))})
			ctx, cancel := context.WithTimeout(t.Context(), c.most)
			defer cancel()
			err := n.patiently(ctx, "the database", n.renew)
			if !errors.Is(err, c.want) {
				t.Errorf("after %v: %v, want %v", c.err, err, c.want)
			}
			if again := bytes.Count(said.Bytes(), []byte("tries again")); c.want == nil && again != c.left || c.want == broken && again != 0 {
				t.Errorf("%v: logged %d new tries", c.err, again)
			}
		})
	}
}
