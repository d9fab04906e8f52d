// Package cluster makes one server of several processes, the nodes, that share a
// store and a NATS server. The store is the truth: it says which nodes there are, and
// which of them has a game (store.Leases). NATS carries what cannot wait for it:
// what one node tells the others, and the connections of people whose game another
// node has. It may lose anything at any time; then the connections concerned end,
// and people come back and find the game as the store has it.
//
// # What is where
//
//   - A [Cluster] is this node: it renews its lease and listens for the others.
//   - [Cluster.Hold] makes this node the owner of a game, [Cluster.Place] says who is.
//   - [Cluster.Carry] carries the sessions of WebSockets to the node that they are at.
//   - [Spread] makes a function that is called on one node be called on all.
//   - [Cluster.Lead] runs what only one node may do.
//
// A server that is alone has a [Cluster] too, made by [Alone], that does all of this
// without a store and without NATS.
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
	RoleAll     = "all"     // a gateway that has games as well
	RoleGateway = "gateway" // lets people in; games are elsewhere, unless nobody else takes them
	RoleGame    = "game"    // has games; nobody is let in there
)

// The times of a node.
const (
	leaseTime  = 3 * time.Second // of a lease, unless it is renewed
	renewEvery = time.Second
	renewTime  = time.Second // for the store to answer
	beatEvery  = 500 * time.Millisecond
	lostAfter  = 5 * beatEvery // a node that is not heard of for so long
)

// Config is what a node is made of.
type Config struct {
	Conn    *nats.Conn // its handlers of errors and disconnections are replaced
	Leases  store.Leases
	Role    string
	Version string // of the program
	Log     *slog.Logger
}

// Cluster is this node among the others.
type Cluster struct {
	Config
	self    store.Node
	carrier *carrier
	stop    context.CancelFunc // nil before Start
	work    sync.WaitGroup
	giveUp  func(ctx context.Context, game string) // set by [Cluster.GivesUp]
	back    func()                                 // set by [Cluster.Returns]

	mu      sync.Mutex
	early   map[string][]nats.MsgHandler // what is listened to from Start on, by subject; nil then
	lease   *lease
	nodes   []store.Node           // whose leases last
	heard   map[string]time.Time   // when each other node was last heard of
	holds   map[string]*Hold       // by game
	kept    map[string]store.Owner // games that could not be handed over, and until when they were open
	leaving bool
}

// lease is this node's from when it begins until it runs out once; then there is another.
type lease struct {
	context.Context // ends with it
	end             context.CancelFunc
	renewed         time.Time // when it was last known to last; under the cluster's lock
}

func newLease() *lease {
	l := &lease{}
	l.Context, l.end = context.WithCancel(context.Background())
	return l
}

// Alone returns the node of a server that has no other.
func Alone() *Cluster { return &Cluster{} }

// New returns a node that works from [Cluster.Start] on.
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

// IsAlone says whether there can be no other node.
func (c *Cluster) IsAlone() bool { return c.Leases == nil }

// ID returns the id of this node, "" where it is alone.
func (c *Cluster) ID() string { return c.self.ID }

// Start begins the lease of this node, listens for the others and goes on with both
// until [Cluster.Close].
func (c *Cluster) Start(ctx context.Context) error {
	if c.IsAlone() {
		return nil
	}
	c.Conn.SetDisconnectErrHandler(func(_ *nats.Conn, err error) { c.lost("NATS is not reached", err) })
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

// againEvery is how long a node that starts waits after an answer has not come in time.
const againEvery = time.Second

// patiently does one step of the start again until it is answered in time, or ctx ends: nodes that start together on a
// busy machine answer late.
func (c *Cluster) patiently(ctx context.Context, who string, step func(context.Context) error) error {
	for {
		err := step(ctx)
		if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, nats.ErrTimeout) {
			return err
		}
		c.Log.Warn("this node does not hear in time and tries again", "from", who, "err", err)
		select {
		case <-time.After(againEvery):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// flush waits until NATS has what was sent to it.
func (c *Cluster) flush(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, renewTime)
	defer cancel()
	return c.Conn.FlushWithContext(ctx)
}

// hearEarly begins to listen to what was asked for before Start: whoever did so is ready
// by now.
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

// Returns sets what is called when this node can be told things again, after a time in
// which it could not. It must not wait, and is set before Start.
func (c *Cluster) Returns(f func()) { c.back = f }

// every calls f at once and then every so often until ctx ends.
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

// Retire has this node take on nothing new: it is about to end.
func (c *Cluster) Retire(ctx context.Context) {
	if c.IsAlone() {
		return
	}
	c.mu.Lock()
	c.leaving = true
	c.mu.Unlock()
	c.beat(ctx)
}

// Close gives up the lease, when nobody holds a game here any more.
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
		c.Log.Warn("the lease of this node is left to run out", "err", err)
	}
	c.carrier.end("", "this node ends", time.Now())
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lease.end()
}

// keepLease renews the lease, and notices when it has run out: whatever this node
// had may be another's by now.
func (c *Cluster) keepLease(ctx context.Context) {
	c.lookAtLease()
	if err := c.renew(ctx); err != nil && ctx.Err() == nil {
		c.Log.Error("the lease of this node is not renewed", "err", err)
	}
	c.lookAtLease()
}

// lookAtLease lets go of everything once the lease has run out. The time of the call
// that renewed it last counts, which is before the store's.
func (c *Cluster) lookAtLease() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.lease.renewed) < leaseTime || c.lease.Err() != nil {
		return
	}
	c.Log.Error("the lease of this node has run out; the games that are open here end", "games", len(c.holds))
	c.lease.end()
}

// Lapse returns what is closed once the lease of now has run out, or has already; nil
// where the node is alone. Who does here what one node does for all ends then.
func (c *Cluster) Lapse() <-chan struct{} {
	if c.IsAlone() {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lease.Done()
}

// renew renews the lease and asks who else is there.
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
	if time.Since(c.lease.renewed) >= leaseTime { // it had run out, or begins
		c.lease.end()
		c.lease = newLease()
	}
	c.lease.renewed, c.nodes = at, nodes
	return nil
}

// beat is what nodes hear of each other.
type beat struct {
	Node    string
	Leaving bool
}

const subjectBeat = "moyo.beat"

// subject names what one node listens to.
func (c *Cluster) subject(node, what string) string { return "moyo.node." + node + "." + what }

// beat lets the others hear of this node, and notices which of them are not heard of
// any more.
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
		c.carrier.end(node, "it is not heard of", at)
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

// note notes that another node was heard of.
func (c *Cluster) note(node string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.heard[node] = time.Now()
}

// lost ends the connections that go by NATS: something of what they carried may be
// missing.
func (c *Cluster) lost(what string, err error) {
	c.Log.Warn("connections to other nodes end", "because of", what, "err", err)
	c.carrier.end("", "messages may be lost", time.Now())
}

// publish sends a value as JSON. What does not arrive is noticed elsewhere.
func (c *Cluster) publish(subject string, value any) {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err) // plain data
	}
	_ = c.Conn.Publish(subject, data)
}

// Others returns how many other nodes are heard of.
func (c *Cluster) Others() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.heard)
}
