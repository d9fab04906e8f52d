// Package cluster makes one server of several processes, the nodes, which share a store and a NATS server. The store
// is authoritative: it lists the nodes and the owner of each game (store.Leases). NATS carries what cannot wait for
// the store: messages between nodes, and the connections of people whose game is on another node. NATS may lose any
// message. The connections concerned then end; clients connect again and find the game as the store has it.
//
// # Overview
//
//   - A [Cluster] is this node: it renews its lease and listens for the others.
//   - [Cluster.Hold] makes this node the owner of a game, [Cluster.Place] returns the owner.
//   - [Cluster.Carry] carries WebSocket sessions to the node that serves them.
//   - [Spread] makes a function run on all nodes when one node calls it.
//   - [Cluster.Lead] runs tasks that only one node may run.
//
// A server with a single node has a [Cluster] too, from [Alone], which does all of this without a store and without
// NATS.
package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"moyo/server/base/identity"
	"moyo/server/store"
)

// The roles of nodes.
const (
	RoleAll     = "all"     // accepts clients and has games
	RoleGateway = "gateway" // accepts clients; has games only if no other node takes them
	RoleGame    = "game"    // has games and accepts no clients
)

// Timing of nodes.
const (
	leaseTime  = 3 * time.Second // of a lease without renewal
	renewEvery = time.Second
	renewTime  = time.Second // for the store to answer
	beatEvery  = 500 * time.Millisecond
	lostAfter  = 5 * beatEvery // a node is lost after this time without a message
)

// Config configures a node.
type Config struct {
	Conn    *nats.Conn // its handlers of errors and disconnections are replaced
	Leases  store.Leases
	Role    string
	Version string // of moyo
	Log     *slog.Logger
}

// Cluster is this node and its view of the others.
type Cluster struct {
	Config
	self    store.Node
	carrier *carrier
	stop    context.CancelFunc // nil before Start
	work    sync.WaitGroup
	giveUp  func(ctx context.Context, game string) // set by [Cluster.GivesUp]
	back    func()                                 // set by [Cluster.Returns]

	mu      sync.Mutex
	early   map[string][]nats.MsgHandler // handlers by subject that Start subscribes; nil after that
	lease   *lease
	nodes   []store.Node           // with valid leases
	heard   map[string]time.Time   // when each other node last sent a message
	holds   map[string]*Hold       // by game
	kept    map[string]store.Owner // games that could not be handed over, and when they were last open
	leaving bool
}

// lease is a lease of this node, from its start until it expires. A new one follows an expired one.
type lease struct {
	context.Context // ends when the lease expires
	end             context.CancelFunc
	renewed         time.Time // when it was last known to be valid; guarded by the cluster's lock
}

func newLease() *lease {
	l := &lease{}
	l.Context, l.end = context.WithCancel(context.Background())
	return l
}

// Alone returns the node of a server with a single node.
func Alone() *Cluster { return &Cluster{} }

// New returns a node that [Cluster.Start] starts.
func New(cfg Config) *Cluster {
	c := &Cluster{
		Config: cfg, giveUp: func(context.Context, string) {}, back: func() {}, early: map[string][]nats.MsgHandler{},
		heard: map[string]time.Time{}, holds: map[string]*Hold{}, kept: map[string]store.Owner{},
	}
	c.self = store.Node{ID: identity.NewID(), Role: cfg.Role, Version: cfg.Version}
	c.lease = newLease()
	c.carrier = newCarrier(c)
	return c
}

// IsAlone reports whether the server consists of this node alone.
func (c *Cluster) IsAlone() bool { return c.Leases == nil }

// ID returns the id of this node, "" for a single node.
func (c *Cluster) ID() string { return c.self.ID }

// Start takes the lease of this node and subscribes to the other nodes. Both continue in the background until
// [Cluster.Close].
func (c *Cluster) Start(ctx context.Context) error {
	if c.IsAlone() {
		return nil
	}
	c.Conn.SetDisconnectErrHandler(func(_ *nats.Conn, err error) { c.lost("NATS cannot be reached", err) })
	c.Conn.SetReconnectHandler(func(*nats.Conn) { c.back() })
	c.Conn.SetErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { c.lost("messages came too fast", err) })
	if err := c.patiently(ctx, "the database", c.renew); err != nil {
		return err
	}
	for subject, f := range map[string]nats.MsgHandler{
		subjectBeat: c.hearBeat, c.subject(c.self.ID, "demand"): c.hearDemand,
		c.subject(c.self.ID, "open"): c.carrier.hearOpen, c.subject(c.self.ID, "up"): c.carrier.hearUp,
		c.subject(c.self.ID, "down"): c.carrier.hearDown,
	} {
		if _, err := c.Conn.Subscribe(subject, f); err != nil {
			return err
		}
	}
	if err := c.hearEarly(); err != nil {
		return err
	}
	if err := c.patiently(ctx, "NATS", c.flush); err != nil {
		return err
	}
	ctx, c.stop = context.WithCancel(context.WithoutCancel(ctx))
	c.work.Go(func() { c.every(ctx, renewEvery, c.keepLease) })
	c.work.Go(func() { c.every(ctx, beatEvery, c.beat) })
	return nil
}

// againEvery is the wait before the next try of a step of the start that timed out.
const againEvery = time.Second

// patiently repeats a step of the start until it is answered in time or ctx ends, because nodes that start together
// on a busy machine answer late.
func (c *Cluster) patiently(ctx context.Context, who string, step func(context.Context) error) error {
	for {
		err := step(ctx)
		if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, nats.ErrTimeout) {
			return err
		}
		c.Log.Warn("no answer in time; this node tries again", "from", who, "err", err)
		select {
		case <-time.After(againEvery):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// flush waits until NATS has received everything that was sent to it.
func (c *Cluster) flush(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, renewTime)
	defer cancel()
	return c.Conn.FlushWithContext(ctx)
}

// hearEarly subscribes the handlers that were registered before Start.
func (c *Cluster) hearEarly() error {
	c.mu.Lock()
	early := c.early
	c.early = nil
	c.mu.Unlock()
	for subject, handlers := range early {
		for _, f := range handlers {
			if _, err := c.Conn.Subscribe(subject, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// Returns sets the function that is called when this node can receive messages again after an interruption. It must
// not block. Set it before Start.
func (c *Cluster) Returns(f func()) { c.back = f }

// every calls f immediately and then at intervals of d until ctx ends.
func (c *Cluster) every(ctx context.Context, d time.Duration, f func(context.Context)) {
	tick := time.NewTicker(d)
	defer tick.Stop()
	for {
		f(ctx)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// Retire makes this node take no new games before it ends.
func (c *Cluster) Retire(ctx context.Context) {
	if c.IsAlone() {
		return
	}
	c.mu.Lock()
	c.leaving = true
	c.mu.Unlock()
	c.beat(ctx)
}

// Close gives up the lease. Call it when this node holds no games.
func (c *Cluster) Close() {
	if c.stop == nil {
		return
	}
	c.stop()
	c.work.Wait()
	c.Conn.SetDisconnectErrHandler(nil)
	ctx, cancel := context.WithTimeout(context.Background(), renewTime)
	defer cancel()
	if err := c.Leases.Leave(ctx, c.self.ID); err != nil {
		c.Log.Warn("cannot give up the lease of this node; it expires", "err", err)
	}
	c.carrier.end("", "this node ends", time.Now())
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lease.end()
}

// keepLease renews the lease and handles its expiry. After that, other nodes may own everything that this node had.
func (c *Cluster) keepLease(ctx context.Context) {
	c.checkLease()
	if err := c.renew(ctx); err != nil && ctx.Err() == nil {
		c.Log.Error("cannot renew the lease of this node", "err", err)
	}
	c.checkLease()
}

// checkLease gives up everything when the lease has expired. It counts from the start of the last renewal, which is
// earlier than the store's time of it.
func (c *Cluster) checkLease() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.lease.renewed) < leaseTime || c.lease.Err() != nil {
		return
	}
	c.Log.Error("the lease of this node has expired; its open games end", "games", len(c.holds))
	c.lease.end()
}

// Lapse returns a channel that is closed when the current lease expires, nil for a single node. A task that one node
// runs for all must end then.
func (c *Cluster) Lapse() <-chan struct{} {
	if c.IsAlone() {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lease.Done()
}

// renew renews the lease and lists the other nodes.
func (c *Cluster) renew(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, renewTime)
	defer cancel()
	at := time.Now()
	c.mu.Lock()
	self := c.self
	self.Leaving = c.leaving
	c.mu.Unlock()
	if err := c.Leases.Renew(ctx, self, leaseTime); err != nil {
		return err
	}
	nodes, err := c.Leases.Nodes(ctx)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.lease.renewed) >= leaseTime { // it had expired, or starts
		c.lease.end()
		c.lease = newLease()
	}
	c.lease.renewed, c.nodes = at, nodes
	return nil
}

// beat is the heartbeat that a node sends to the others.
type beat struct {
	Node    string
	Leaving bool
}

const subjectBeat = "moyo.beat"

// subject names a subject that one node subscribes to.
func (c *Cluster) subject(node, what string) string { return "moyo.node." + node + "." + what }

// beat sends a heartbeat, and removes nodes that have sent none for lostAfter.
func (c *Cluster) beat(context.Context) {
	c.mu.Lock()
	leaving := c.leaving
	gone := map[string]time.Time{}
	for node, at := range c.heard {
		if time.Since(at) > lostAfter {
			gone[node] = at
			delete(c.heard, node)
		}
	}
	c.mu.Unlock()
	for node, at := range gone {
		c.carrier.end(node, "it sends no heartbeats", at)
	}
	c.publish(subjectBeat, beat{c.self.ID, leaving})
}

func (c *Cluster) hearBeat(m *nats.Msg) {
	var b beat
	if json.Unmarshal(m.Data, &b) != nil || b.Node == c.self.ID {
		return
	}
	c.note(b.Node)
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.nodes {
		if c.nodes[i].ID == b.Node && b.Leaving {
			c.nodes[i].Leaving = true
		}
	}
}

// note records a message of another node.
func (c *Cluster) note(node string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.heard[node] = time.Now()
}

// lost ends the connections over NATS, because messages of theirs may be missing.
func (c *Cluster) lost(what string, err error) {
	c.Log.Warn("connections to other nodes end", "because of", what, "err", err)
	c.carrier.end("", "messages may be lost", time.Now())
}

// publish sends a value as JSON. The receivers notice a lost message themselves.
func (c *Cluster) publish(subject string, value any) {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err) // plain data
	}
	_ = c.Conn.Publish(subject, data)
}

// Others returns the number of other nodes that send heartbeats.
func (c *Cluster) Others() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.heard)
}
