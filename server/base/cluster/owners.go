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

// Hold is a game that this node has.
type Hold struct {
	c     *Cluster // nil where the node is alone
	game  string
	owner store.Owner
	lease *lease

	users int           // rooms, one after the other; under the cluster's lock
	ended chan struct{} // closed when the store knows that the game is free
	seen  time.Time
}

// Hold makes this node the owner of a game. The error is store.ErrNotFound, a
// *store.Elsewhere where another node has it, or one of the store. One room of a
// game may follow the other before the first has ended its hold; see [Hold.End].
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
			h.seen = time.Time{} // the room before has seen to that
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
	if errors.Is(err, store.ErrLapsed) { // it may be back in a moment, or another node has taken over
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

// Context returns a context in which the store takes what is written of the game. It
// ends with ctx, with this node's lease, or when it is cancelled.
func (h *Hold) Context(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	if h.c == nil {
		return ctx, cancel
	}
	stop := context.AfterFunc(h.lease, cancel)
	return store.WithOwner(ctx, h.owner), func() { stop(); cancel() }
}

// Lasts says whether the game is this node's for certain: its lease lasts. A process that
// was paused learns here that it has not, however soon it is asked after it wakes.
func (h *Hold) Lasts() bool {
	if h.c == nil {
		return true
	}
	h.c.lookAtLease()
	return h.lease.Err() == nil
}

// Seen returns until when the game was open before, at another node or at this one where
// the store has failed since, as far as that is known, or the zero time.
func (h *Hold) Seen() time.Time { return h.seen }

// End lets go of the game. open says whether somebody had it open until now, whose
// time does not count until another node has it. Where the lease has run out, it is
// taken that somebody had, and that nobody could move since it was renewed.
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
		h.c.Log.Warn("a game stays with this node until its lease ends", "game", h.game, "err", err)
	}
	h.c.mu.Lock()
	defer h.c.mu.Unlock()
	h.c.keep(h, open, seen, err)
	delete(h.c.holds, h.game)
	close(h.ended)
}

// free has the store know that the game is free, and until when it was open.
func (h *Hold) free(open bool, seen time.Time) error {
	ctx, cancel := context.WithTimeout(context.Background(), renewTime)
	defer cancel()
	if open {
		return h.c.Leases.HandOver(ctx, h.game, h.owner, time.Since(seen))
	}
	return h.c.Leases.Release(ctx, h.game, h.owner)
}

// mostKept is how many games a node remembers that it could not hand over.
const mostKept = 100_000

// keep remembers until when a game was open that stays with this node, because the store
// did not answer: it may be this node that opens it again. c.mu is held.
func (c *Cluster) keep(h *Hold, open bool, seen time.Time, err error) {
	switch {
	case err == nil:
		delete(c.kept, h.game)
	case open && len(c.kept) < mostKept:
		c.kept[h.game] = store.Owner{Epoch: h.owner.Epoch, Seen: seen}
	}
}

// Place returns the id of the node that has a game, or else of the one that shall.
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

// IsMine says whether this node is the one to look after a game that nobody has open.
func (c *Cluster) IsMine(game string) bool { return c.IsAlone() || c.chosen(game) == c.self.ID }

// chosen returns the node that shall have a game which none has: of those that take
// games the one with the highest hash of both, so that few games move where nodes
// come and go (rendezvous hashing: Thaler and Ravishankar, "Using name-based mappings
// to increase hit rates", IEEE/ACM Transactions on Networking 6(1), 1998).
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
		return c.self.ID // there is nobody else to take it
	}
	return best
}

// mixed spreads what FNV leaves similar for similar texts (the finalizer of
// MurmurHash3, Austin Appleby).
func mixed(v uint64) uint64 {
	v ^= v >> 33
	v *= 0xff51afd7ed558ccd
	v ^= v >> 33
	v *= 0xc4ceb9fe1a85ec53
	return v ^ v>>33
}

// demandTime is how long a node may take to give up a game.
const demandTime = 2 * time.Second

// GivesUp sets what is called when another node demands a game that this one has:
// f ends its room and returns when that is done. It is set before Start.
func (c *Cluster) GivesUp(f func(ctx context.Context, game string)) { c.giveUp = f }

// Demand has the node give up a game that has it. Whoever has it open there comes
// back to wherever it is then.
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
			c.Log.Error("a game is not given up", "game", string(m.Data), "err", err)
		}
		_ = m.Respond(nil)
	}()
}
