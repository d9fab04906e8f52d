package cluster

import (
	"context"
	"errors"
	"hash/fnv"
	"time"

	"github.com/nats-io/nats.go"

	"moyo/server/base/guard"
	"moyo/server/store"
)

// Hold is a game that this node owns.
type Hold struct {
	c     *Cluster // nil for a single node
	game  string
	owner store.Owner
	lease *lease

	users int           // rooms, one after the other; guarded by the cluster's lock
	ended chan struct{} // closed when the store has released the game
	seen  time.Time
}

// Hold makes this node the owner of a game. The error is store.ErrNotFound, a *store.Elsewhere if another node owns
// it, or an error of the store. The next room of a game may hold it before the previous one has called [Hold.End].
func (c *Cluster) Hold(ctx context.Context, game string) (*Hold, error) {
	if c.IsAlone() {
		return &Hold{}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, leaseTime)
	defer cancel()
	c.mu.Lock()
	for c.holds[game] != nil {
		h := c.holds[game]
		if h.users > 0 && h.lease.Err() == nil {
			h.users++
			h.seen = time.Time{} // the previous room has handled it
			c.mu.Unlock()
			return h, nil
		}
		c.mu.Unlock()
		select {
		case <-h.ended:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		c.mu.Lock()
	}
	lease, leaving := c.lease, c.leaving
	c.mu.Unlock()
	if leaving {
		return nil, &store.Elsewhere{Game: game}
	}
	o, err := c.Leases.Own(ctx, game, c.self.ID)
	if errors.Is(err, store.ErrLapsed) { // the lease may be renewed in a moment, or another node has taken over
		return nil, &store.Elsewhere{Game: game}
	}
	if err != nil {
		return nil, err
	}
	if o.Node != c.self.ID {
		return nil, &store.Elsewhere{Game: game, Node: o.Node}
	}
	h := &Hold{c: c, game: game, owner: o, lease: lease, users: 1, ended: make(chan struct{}), seen: o.Seen}
	c.mu.Lock()
	if kept, ok := c.kept[game]; ok && kept.Epoch == o.Epoch {
		h.seen = kept.Seen
	}
	c.holds[game] = h
	c.mu.Unlock()
	return h, nil
}

// Context returns a context in which the store accepts writes to the game. It ends with ctx, with this node's lease,
// or when it is cancelled.
func (h *Hold) Context(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	if h.c == nil {
		return ctx, cancel
	}
	stop := context.AfterFunc(h.lease, cancel)
	return store.WithOwner(ctx, h.owner), func() { stop(); cancel() }
}

// Lasts reports whether this node still owns the game, that is, whether its lease is valid. It compares the clock, so
// a process that was paused gets the right answer immediately after it resumes.
func (h *Hold) Lasts() bool {
	if h.c == nil {
		return true
	}
	h.c.checkLease()
	return h.lease.Err() == nil
}

// Seen returns when the game was last open before, as far as that is known: on another node, or on this one if the
// store has failed since. Otherwise it returns the zero time.
func (h *Hold) Seen() time.Time { return h.seen }

// End releases the game. open reports whether a player had it open; their clocks stop until another node has the
// game. If the lease has expired, End assumes that a player had it open and could not move since the last renewal.
func (h *Hold) End(open bool) {
	if h.c == nil {
		return
	}
	h.c.mu.Lock()
	h.users--
	last, seen, lapsed := h.users == 0, time.Now(), h.lease.Err() != nil
	if lapsed {
		open, seen = true, h.lease.renewed
	}
	h.c.mu.Unlock()
	if !last {
		return
	}
	err := h.free(open, seen)
	if err != nil && !lapsed {
		h.c.Log.Warn("cannot release a game; it stays with this node until the lease expires", "game", h.game, "err", err)
	}
	h.c.mu.Lock()
	defer h.c.mu.Unlock()
	h.c.keep(h, open, seen, err)
	delete(h.c.holds, h.game)
	close(h.ended)
}

// free releases the game in the store, with the time at which it was last open.
func (h *Hold) free(open bool, seen time.Time) error {
	ctx, cancel := context.WithTimeout(context.Background(), renewTime)
	defer cancel()
	if open {
		return h.c.Leases.HandOver(ctx, h.game, h.owner, time.Since(seen))
	}
	return h.c.Leases.Release(ctx, h.game, h.owner)
}

// mostKept is the number of games that a node remembers because it could not hand them over.
const mostKept = 100_000

// keep remembers when a game was last open if the store did not release it, since this node may open it again. The
// caller holds c.mu.
func (c *Cluster) keep(h *Hold, open bool, seen time.Time, err error) {
	switch {
	case err == nil:
		delete(c.kept, h.game)
	case open && len(c.kept) < mostKept:
		c.kept[h.game] = store.Owner{Epoch: h.owner.Epoch, Seen: seen}
	}
}

// Place returns the id of the node that owns a game, or that should own it.
func (c *Cluster) Place(ctx context.Context, game string) (node string, err error) {
	if c.IsAlone() || c.holding(game) {
		return c.self.ID, nil
	}
	o, err := c.Leases.OwnerOf(ctx, game)
	if errors.Is(err, store.ErrNotFound) {
		return c.chosen(game), nil
	}
	return o.Node, err
}

func (c *Cluster) holding(game string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.holds[game] != nil
}

// IsMine reports whether this node manages a game that is not open anywhere.
func (c *Cluster) IsMine(game string) bool { return c.IsAlone() || c.chosen(game) == c.self.ID }

// chosen returns the node that should own a game without an owner. It is the node with the highest hash of game and
// node, so that few games move when nodes join or leave. This is rendezvous hashing: Thaler and Ravishankar, "Using
// name-based mappings to increase hit rates", IEEE/ACM Transactions on Networking 6(1), 1998.
func (c *Cluster) chosen(game string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	best, highest := "", uint64(0)
	for _, n := range c.nodes {
		_, heard := c.heard[n.ID]
		if n.Role == RoleGateway || n.Leaving || !heard && n.ID != c.self.ID || n.ID == c.self.ID && c.leaving {
			continue
		}
		hash := fnv.New64a()
		_, _ = hash.Write([]byte(game + " " + n.ID))
		if v := mixed(hash.Sum64()); best == "" || v > highest {
			best, highest = n.ID, v
		}
	}
	if best == "" {
		return c.self.ID // no other node can take it
	}
	return best
}

// mixed spreads hashes of similar texts, which FNV leaves similar. It is the finalizer of MurmurHash3 by Austin
// Appleby.
func mixed(v uint64) uint64 {
	v ^= v >> 33
	v *= 0xff51afd7ed558ccd
	v ^= v >> 33
	v *= 0xc4ceb9fe1a85ec53
	return v ^ v>>33
}

// demandTime is the time that a node may take to give up a game.
const demandTime = 2 * time.Second

// GivesUp sets the function that is called when another node demands a game of this one. f ends the game's room and
// returns when that is done. Set it before Start.
func (c *Cluster) GivesUp(f func(ctx context.Context, game string)) { c.giveUp = f }

// Demand makes the owner of a game give it up. Its clients connect again and find the new owner.
func (c *Cluster) Demand(ctx context.Context, game string) error {
	o, err := c.Leases.OwnerOf(ctx, game)
	if errors.Is(err, store.ErrNotFound) || err == nil && o.Node == c.self.ID {
		return nil
	}
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, demandTime)
	defer cancel()
	_, err = c.Conn.RequestWithContext(ctx, c.subject(o.Node, "demand"), []byte(game))
	return err
}

func (c *Cluster) hearDemand(m *nats.Msg) {
	go func() { // it takes a moment
		ctx, cancel := context.WithTimeout(context.Background(), demandTime)
		defer cancel()
		if err := guard.Run(func() error { c.giveUp(ctx, string(m.Data)); return nil }); err != nil {
			c.Log.Error("cannot give up a game", "game", string(m.Data), "err", err)
		}
		_ = m.Respond(nil)
	}()
}
