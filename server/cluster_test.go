package server

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/nats-io/nats-server/v2/server"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/game/match"
	"moyo/internal/testenv"
	"moyo/server/base/cluster"
	"moyo/server/base/convert"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/machines/messages"
	"moyo/server/people/notify"
	"moyo/server/play/pairing"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// site is a server of several nodes on one store.
type site struct {
	t     testing.TB
	store store.Store
	// address is the address of its NATS server.
	address string
	nodes   []*siteNode
}

// siteNode is one of its nodes.
type siteNode struct {
	url     string
	server  *Server
	cluster *cluster.Cluster
	leases  *leases
	nats    *messages.Messages
	end     func() // as an operator ends it
}

// leases are the leases of a store, from which a node can be cut off.
type leases struct {
	store.Leases
	cut atomic.Bool
}

// Renew implements store.Leases.
func (l *leases) Renew(ctx context.Context, n store.Node, lasts time.Duration) error {
	if l.cut.Load() {
		return errors.New("cut off")
	}
	return l.Leases.Renew(ctx, n, lasts)
}

const siteKey = "a key for tests alone"

// startSite starts a node of each role.
func startSite(t testing.TB, roles ...string) *site {
	t.Helper()
	s := &site{t: t, store: sqlitetest.NewShared(t)}
	nats, err := messages.Open(context.Background(), messages.Config{Listen: "127.0.0.1:0", Key: siteKey, Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nats.Close)
	s.address = nats.Address()
	for _, role := range roles {
		s.add(role)
	}
	s.settled()
	return s
}

// add starts one more node.
func (s *site) add(role string) *siteNode {
	s.t.Helper()
	log := slog.New(slog.DiscardHandler)
	if os.Getenv("MOYO_LOG") != "" {
		log = slog.New(slog.NewTextHandler(os.Stderr, nil)).With("node", len(s.nodes))
	}
	m, err := messages.Open(context.Background(), messages.Config{URL: "nats://" + s.address, Key: siteKey, NoEcho: true})
	if err != nil {
		s.t.Fatal(err)
	}
	l := &leases{Leases: s.store.(store.Leases)}
	c := cluster.New(cluster.Config{Conn: m.Conn(), Leases: l, Role: role, Version: "test", Log: log})
	cfg := testConfig(s.store)
	cfg.Cluster, cfg.Log = c, log
	srv := New(cfg)
	if err := c.Start(context.Background()); err != nil {
		s.t.Fatal(err)
	}
	web := httptest.NewServer(srv)
	n := &siteNode{url: web.URL, server: srv, cluster: c, leases: l, nats: m}
	ended := false
	n.end = func() {
		if ended {
			return
		}
		ended = true
		c.Retire(context.Background())
		srv.Close()
		web.Close()
		c.Close()
		m.Close()
	}
	s.t.Cleanup(n.end)
	s.nodes = append(s.nodes, n)
	return n
}

// settled waits until the nodes know of each other.
func (s *site) settled() {
	s.t.Helper()
	deadline := time.Now().Add(testTime)
	for _, n := range s.nodes {
		for n.cluster.Others() < len(s.nodes)-1 {
			if time.Now().After(deadline) {
				s.t.Fatalf("node %s knows of %d others", n.cluster.ID(), n.cluster.Others())
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	time.Sleep(1200 * time.Millisecond) // until all nodes have read all leases
}

// owner returns the index of the node that owns a game.
func (s *site) owner(id string) int {
	s.t.Helper()
	o, err := s.store.(store.Leases).OwnerOf(context.Background(), id)
	if err != nil {
		s.t.Fatal(err)
	}
	return slices.IndexFunc(s.nodes, func(n *siteNode) bool { return n.cluster.ID() == o.Node })
}

// TestNodesPlay: two people and a spectator at three different nodes share one game.
func TestNodesPlay(t *testing.T) {
	s := startSite(t, cluster.RoleAll, cluster.RoleAll, cluster.RoleGateway)
	for range 4 { // games are at different nodes
		ada, bo, eve := newPerson(t, s.nodes[0].url), newPerson(t, s.nodes[1].url), newPerson(t, s.nodes[2].url)
		g := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human"})
		black, white, watcher := ada.open(g.ID), bo.open(g.ID), eve.open(g.ID)
		if at := s.owner(g.ID); at > 1 {
			t.Errorf("a gateway has the game")
		}
		white.must(wire.ClientMessage{Type: "join", Name: "Bo"})
		for _, tb := range []*table{black, watcher} {
			tb.untilState("bo", func(state wire.State) bool { return state.Phase == "playing" })
		}
		black.play("c3")
		white.until("the move", func(m wire.ServerMessage) bool { return m.Event != nil })
		white.play("b2")
		watcher.until("both moves", func(m wire.ServerMessage) bool { return len(watcher.moves) == 2 })
		if watcher.you != "" || white.you != "white" {
			t.Errorf("the watcher is %q, bo %q", watcher.you, white.you)
		}
		black.until("the move", func(m wire.ServerMessage) bool { return len(black.moves) == 2 })
		white.refused("not-your-turn", wire.ClientMessage{Type: "play", Ply: 2, Move: "a1"})
	}
}

// begin begins a game between two people, and returns their tables.
func begin(t *testing.T, black, white *person, clock string) (b, w *table) {
	t.Helper()
	g := black.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Clock: clock, Color: "black", Opponent: "human", Name: "Ada"})
	b, w = black.open(g.ID), white.open(g.ID)
	w.must(wire.ClientMessage{Type: "join", Name: "Bo"})
	b.untilState("the other", func(state wire.State) bool { return state.Phase == "playing" })
	return b, w
}

// dropped waits until the server ends a connection.
func (tb *table) dropped() {
	tb.t.Helper()
	for {
		if _, err := tb.receive(); err != nil {
			if status := websocket.CloseStatus(err); status != websocket.StatusTryAgainLater {
				tb.t.Errorf("it ended with %v", err)
			}
			return
		}
	}
}

// elapsed returns how long each move of a game took, in milliseconds.
func (s *site) elapsed(id string) (moves []int64) {
	s.t.Helper()
	_, log, err := s.store.Load(context.Background(), id)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, e := range log {
		if e.Event.Kind == match.Moved {
			moves = append(moves, e.Event.Elapsed)
		}
	}
	return moves
}

// slack is the allowed difference of a turn's time from the test's measurement: what a node knows
// of another's last moments is slightly old.
const slack = 100 * time.Millisecond

// charged fails the test if the last move of a game took longer than the time in which its clock
// ran, as measured by the test.
func (s *site) charged(id string, moves int, spans ...time.Duration) {
	s.t.Helper()
	most := slack
	for _, d := range spans {
		most += d
	}
	if took := s.elapsed(id); len(took) != moves || took[moves-1] > most.Milliseconds() {
		s.t.Errorf("the moves took %v ms, the last one %v at most", took, most)
	}
}

// TestNodeEnds: an operator stops the node that owns a game; its players reconnect elsewhere,
// continue, and lose no time.
func TestNodeEnds(t *testing.T) {
	s := startSite(t, cluster.RoleGame, cluster.RoleGame, cluster.RoleGateway)
	ada, bo := newPerson(t, s.nodes[2].url), newPerson(t, s.nodes[2].url)
	black, white := begin(t, ada, bo, "absolute=10m")
	id := black.game.ID
	began := time.Now()
	black.play("c3")
	first := s.owner(id)
	s.nodes[first].end()
	black.dropped()
	white.dropped()
	before := time.Since(began)
	time.Sleep(time.Second)
	back := time.Now()
	white = bo.open(id)
	if second := s.owner(id); second == first || second > 1 {
		t.Errorf("the game was at node %d and is at %d", first, second)
	}
	white.play("b2")
	s.charged(id, 2, before, time.Since(back))
}

// TestLeaseRunsOut: a node cannot reach the store's leases. It ends its games, another node
// takes them over, and the clocks have not run meanwhile.
func TestLeaseRunsOut(t *testing.T) {
	s := startSite(t, cluster.RoleGame, cluster.RoleGame, cluster.RoleGateway)
	ada, bo := newPerson(t, s.nodes[2].url), newPerson(t, s.nodes[2].url)
	black, white := begin(t, ada, bo, "absolute=10m")
	id := black.game.ID
	began := time.Now()
	black.play("c3")
	first := s.owner(id)
	s.nodes[first].leases.cut.Store(true)
	before := time.Since(began)
	white.dropped()
	back := time.Now()
	white = bo.open(id)
	if second := s.owner(id); second == first || second > 1 {
		t.Errorf("the game was at node %d and is at %d", first, second)
	}
	white.play("b2")
	s.charged(id, 2, before, time.Since(back), time.Second) // a renewal may be running at the cut, and has a second
	s.nodes[first].leases.cut.Store(false)
}

// TestMoveOnOldLease is TestLeaseRunsOut with a move after the last renewal of the lease, since
// when the node was not seen.
func TestMoveOnOldLease(t *testing.T) {
	s := startSite(t, cluster.RoleGame, cluster.RoleGame, cluster.RoleGateway)
	ada, bo := newPerson(t, s.nodes[2].url), newPerson(t, s.nodes[2].url)
	black, white := begin(t, ada, bo, "absolute=10m")
	id := black.game.ID
	first := s.owner(id)
	s.nodes[first].leases.cut.Store(true)
	time.Sleep(1200 * time.Millisecond) // running renewals end
	black.play("c3")
	white.dropped()
	back := time.Now()
	white = bo.open(id)
	white.play("b2")
	s.charged(id, 2, time.Since(back))
	s.nodes[first].leases.cut.Store(false)
}

// TestNodesCutOff: NATS loses its connections. They are restored when it is back; no client
// waits for a lost event.
func TestNodesCutOff(t *testing.T) {
	s := startSite(t, cluster.RoleGame, cluster.RoleGateway)
	ada, bo := newPerson(t, s.nodes[1].url), newPerson(t, s.nodes[1].url)
	black, white := begin(t, ada, bo, "")
	black.play("c3")
	if err := s.nodes[1].nats.Conn().ForceReconnect(); err != nil {
		t.Fatal(err)
	}
	white.dropped()
	black.dropped()
	white = bo.open(black.game.ID)
	white.play("b2")
}

// TestGatewayCut: a player's gateway cannot reach the node with their game. They reconnect through
// another; the time between does not count, nor some time after it.
func TestGatewayCut(t *testing.T) {
	s := startSite(t, cluster.RoleGame, cluster.RoleGateway)
	network := newRelay(t, "tcp", s.address)
	s.address = network.address
	cut := s.add(cluster.RoleGateway)
	s.settled()
	ada, bo := newPerson(t, cut.url), newPerson(t, s.nodes[1].url)
	black, white := begin(t, ada, bo, "absolute=10m")
	black.play("c3")
	white.until("the move", func(wire.ServerMessage) bool { return len(white.moves) == 1 })
	began := time.Now()
	white.play("b2")
	black.until("the move", func(wire.ServerMessage) bool { return len(black.moves) == 2 })
	time.Sleep(500 * time.Millisecond)
	network.whole.Lock()
	defer network.whole.Unlock()
	before, lost := time.Since(began), time.Now()
	black.dropped()
	time.Sleep(time.Second) // until the other side has noticed too
	ada.url = s.nodes[1].url
	black = ada.open(black.game.ID)
	time.Sleep(time.Second)
	black.play("d4")
	s.charged(black.game.ID, 3, before, max(0, time.Since(lost)-3*time.Second)) // time to reconnect
}

// TestNotTold: a player is suspended while a node cannot be reached. Their connection to it
// ends when it is reachable again.
func TestNotTold(t *testing.T) {
	s := startSite(t, cluster.RoleAll)
	ada := member(t, s.nodes[0].server, s.nodes[0].url, "Ada")
	table := ada.open(ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "anyone"}).ID)
	p, err := s.store.PlayerNamed(t.Context(), skeleton("Ada"))
	if err != nil {
		t.Fatal(err)
	}
	p.Suspended, p.Why = time.Now().Add(time.Hour), "a test"
	if err := s.store.SavePlayer(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if err := s.nodes[0].nats.Conn().ForceReconnect(); err != nil {
		t.Fatal(err)
	}
	table.dropped()
}

// TestNodesTell: events on one node reach the others: lists, chat, spectators, names, the end
// of a session.
func TestNodesTell(t *testing.T) {
	s := startSite(t, cluster.RoleAll, cluster.RoleAll)
	ada, bo := newPerson(t, s.nodes[0].url), newPerson(t, s.nodes[1].url)
	g := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "anyone", Name: "Ada"})
	black := ada.open(g.ID)
	white := bo.open(g.ID)
	for _, n := range s.nodes {
		if list := newPerson(t, n.url).lobby(); !slices.ContainsFunc(list.Open, func(open wire.GameInfo) bool { return open.ID == g.ID }) {
			t.Errorf("the challenge is not on the list of a node")
		}
	}
	white.must(wire.ClientMessage{Type: "join", Name: "Bo"})
	black.untilState("bo", func(state wire.State) bool { return state.Phase == "playing" })
	eve := newPerson(t, s.nodes[1-s.owner(g.ID)].url)
	eve.open(g.ID)
	for _, n := range s.nodes {
		who := newPerson(t, n.url)
		until(t, "the watcher is counted", func() bool {
			list := who.lobby()
			i := slices.IndexFunc(list.Running, func(running wire.GameInfo) bool { return running.ID == g.ID })
			return i >= 0 && list.Running[i].Watchers == 1
		})
	}
	talks := []*talker{ada.talk(g.ID), bo.talk(g.ID)}
	if _, code := talks[0].say("players", "Hello from the other node"); code != "" {
		t.Fatalf("chat is refused: %s", code)
	}
	talks[1].hears("Hello from the other node")
	bell := bo.inboxes()
	untilInbox(t, "nothing yet", bell, func(in notify.Inbox) bool { return len(in.Waiting) == 0 })
	black.play("c3")
	untilInbox(t, "a turn on the other node", bell, func(in notify.Inbox) bool { return len(in.Waiting) == 1 })
}

// TestNodesAreOne: changes about a player on one node apply on all.
func TestNodesAreOne(t *testing.T) {
	s := startSite(t, cluster.RoleAll, cluster.RoleAll)
	here, there := s.nodes[0], s.nodes[1]
	ada, bo := member(t, here.server, here.url, "Ada"), member(t, there.server, there.url, "Bo")
	black, white := begin(t, ada, bo, "")
	waits := []string{}
	for range 4 { // at different nodes
		g := bo.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "anyone", Clock: "absolute=10m"})
		waits = append(waits, g.ID)
		bo.open(g.ID)
	}
	// A suspension.
	p, err := s.store.PlayerNamed(t.Context(), skeleton("Bo"))
	if err != nil {
		t.Fatal(err)
	}
	p.Suspended, p.Why = time.Now().Add(time.Hour), "a test"
	if err := s.store.SavePlayer(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	here.server.changed(p.ID)
	white.dropped()
	for _, id := range waits {
		if g, err := s.store.Game(t.Context(), id); err != nil || g.Phase != match.Finished {
			t.Errorf("the challenge of a suspended player: %s %v", g.Phase, err)
		}
	}
	white = bo.open(black.game.ID)
	white.refused("not-for-you", wire.ClientMessage{Type: "resign"})
	// The end of a session.
	if err := here.server.sessions.End(t.Context(), p.ID, identity.Hash(bo.token())); err != nil {
		t.Fatal(err)
	}
	white.dropped()
	if name := bo.me().Name; name != "" {
		t.Errorf("a signed-out player is %q", name)
	}
}

// TestNodesPair: two players who look for a game at different nodes are paired.
func TestNodesPair(t *testing.T) {
	s := startSite(t, cluster.RoleAll, cluster.RoleAll)
	ada, bo := newPerson(t, s.nodes[0].url), newPerson(t, s.nodes[1].url)
	one, two := ada.search(t, blitz), bo.search(t, blitz)
	if a, b := one.until("paired").Game, two.until("paired").Game; a == "" || a != b {
		t.Errorf("paired for %q and %q", a, b)
	}
}

// TestPairsMove: the node for pairing has lost its lease, and other players look for a game at
// another node. Players who wait at the first node, directly or through a gateway, move to
// the other.
func TestPairsMove(t *testing.T) {
	s := startSite(t, cluster.RoleAll, cluster.RoleAll)
	ada, bo := newPerson(t, s.nodes[0].url), newPerson(t, s.nodes[1].url)
	here, there := ada.search(t, blitz), bo.search(t, blitz)
	here.until("paired") // at the first one
	there.until("paired")
	cy, di := newPerson(t, s.nodes[0].url), newPerson(t, s.nodes[1].url)
	wants := blitz
	wants.Board = "grid:13"
	waits := []*search{cy.search(t, blitz), di.search(t, wants)}
	for _, w := range waits {
		w.until("waiting")
	}
	leader, err := s.nodes[1].cluster.Leader(t.Context(), pairing.Task)
	if err != nil {
		t.Fatal(err)
	}
	old := slices.IndexFunc(s.nodes, func(n *siteNode) bool { return n.cluster.ID() == leader })
	s.nodes[old].leases.cut.Store(true)
	for i, w := range waits {
		ctx, cancel := context.WithTimeout(t.Context(), testTime)
		var err error
		for err == nil {
			_, _, err = w.conn.Read(ctx)
		}
		if ctx.Err() != nil {
			t.Errorf("search %d continues at the old node", i)
		}
		cancel()
	}
	s.nodes[old].leases.cut.Store(false)
}

// longGame stores a game with many moves on the largest board, and returns
// its id.
func longGame(t *testing.T, s store.Store, moves int) string {
	t.Helper()
	b, err := board.Parse("grid:100")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := catalog.Rules("weiqi")
	if err != nil {
		t.Fatal(err)
	}
	seat := func(name string) match.Seat { return match.Seat{Kind: match.Human, Player: name, Name: name} }
	first := match.Event{
		Kind: match.Created, At: time.Now(), Setup: &match.Setup{Board: b.Spec(), Rules: rules.ID(), Black: seat("ada"), White: seat("bo")},
	}
	m, err := match.New(b, rules, first)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Create(t.Context(), convert.Header("long", m), store.Entry{Event: first}); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	var entries []store.Entry
	for len(entries) < moves {
		e := match.Event{Kind: match.Moved, At: time.Now(), By: m.Turn(), Move: game.Move(random.IntN(b.Len()))}
		if _, err := m.Apply(e); err == nil {
			entries = append(entries, store.Entry{Event: e})
		}
	}
	if err := s.Append(t.Context(), convert.Header("long", m), entries...); err != nil {
		t.Fatal(err)
	}
	return "long"
}

// smallNATS is a NATS server with a small message limit, exceeded by a game of a
// thousand moves.
func smallNATS(t *testing.T) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, MaxPayload: 16 << 10})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(s.Shutdown)
	if !s.ReadyForConnections(testTime) {
		t.Fatal("NATS does not start")
	}
	return s.Addr().String()
}

// TestNodesLong: a game whose snapshot exceeds a NATS message opens through
// a gateway.
func TestNodesLong(t *testing.T) {
	testenv.SkipUnderRace(t)
	s := &site{t: t, store: sqlitetest.NewShared(t), address: smallNATS(t)}
	s.add(cluster.RoleGame)
	s.add(cluster.RoleGateway)
	s.settled()
	const moves = 1000
	conn := newPerson(t, s.nodes[1].url).dial(longGame(t, s.store, moves))
	tb := &table{t: t, conn: conn}
	tb.send(wire.ClientMessage{Type: "hello"})
	_, data, err := conn.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var msg wire.ServerMessage
	if err := json.Unmarshal(data, &msg); err != nil || msg.Snapshot == nil {
		t.Fatalf("%.100s: %v", data, err)
	}
	if most := int(s.nodes[0].nats.Conn().MaxPayload()); len(data) <= most {
		t.Errorf("the snapshot has %d bytes, which NATS takes in one", len(data))
	}
	if m := msg.Snapshot; len(m.Moves) != moves || len(m.Stones) != board.MaxPoints {
		t.Errorf("%d moves, %d points", len(m.Moves), len(m.Stones))
	}
	tb.send(wire.ClientMessage{Type: "play", ID: "1", Move: "A1"})
	tb.until("an answer after it", func(m wire.ServerMessage) bool { return m.Error != nil })
}
