package room

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"
	"time"

	"moyo/game"
	"moyo/server/base/cluster"
)

// The times of what nodes know of each other's rooms.
const (
	glanceEvery = 500 * time.Millisecond // how old it may be
	glanceAll   = 10                     // one of this number of glances is whole
	glanceLost  = 15 * time.Second       // how long what a node said is believed without hearing of it
)

// glance is what other nodes know of a room.
type glance struct {
	Watchers int32
	Here     uint32 // which players have the game open, see chair.bit
	Left     int64  // when the last player left, in milliseconds since 1970; 0 while one is here
}

// glances are what one node tells about its rooms.
type glances struct {
	Node  string
	Whole bool              // the node has no other rooms
	Rooms map[string]glance // that have changed, by game
	Gone  []string          // games that no longer have a room
	Live  *[]miniature      // the best of its public games; nil if they have not changed
}

// elsewhere knows the rooms of other nodes.
type elsewhere struct {
	mu    sync.Mutex
	nodes map[string]*theirs
}

// theirs are the rooms of one other node.
type theirs struct {
	rooms map[string]glance
	live  []miniature
	at    time.Time // when it was last heard of
}

// hear takes in what a node tells about its rooms.
func (e *elsewhere) hear(g glances, now time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	t := e.nodes[g.Node]
	if t == nil || g.Whole {
		t = &theirs{rooms: map[string]glance{}}
		e.nodes[g.Node] = t
	}
	for id, room := range g.Rooms {
		t.rooms[id] = room
	}
	for _, id := range g.Gone {
		delete(t.rooms, id)
	}
	if t.at = now; g.Live != nil {
		t.live = *g.Live
	}
}

// forget forgets nodes that have been silent for long: a node that dies does not say so.
// The lock is held.
func (e *elsewhere) forget(now time.Time) {
	for node, t := range e.nodes {
		if now.Sub(t.at) > glanceLost {
			delete(e.nodes, node)
		}
	}
}

// find returns what is known about a room of another node.
func (e *elsewhere) find(id string, now time.Time) (g glance, ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.forget(now)
	for _, t := range e.nodes {
		if g, ok = t.rooms[id]; ok {
			return g, true
		}
	}
	return g, false
}

// live returns the best public games of other nodes.
func (e *elsewhere) live(now time.Time) (all []*miniature) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.forget(now)
	for _, t := range e.nodes {
		for i := range t.live {
			all = append(all, &t.live[i])
		}
	}
	return all
}

// glance returns what is known about a game that somebody has open, here or on another
// node.
func (h *Hub) glance(id string) (g glance, ok bool) {
	if r := h.running(id); r != nil {
		return r.glance(), true
	}
	return h.elsewhere.find(id, h.Now())
}

func (r *room) glance() glance {
	return glance{Watchers: r.watchers.Load(), Here: r.here.Load(), Left: r.away.left.Load()}
}

// ShareRooms tells other nodes about the rooms here, and listens to what they tell, until the
// hub's context ends.
func (h *Hub) ShareRooms() {
	if h.Cluster.IsAlone() {
		return
	}
	tell := cluster.Spread(h.Cluster, "rooms", func(g glances) {
		if g.Node != h.Cluster.ID() {
			h.elsewhere.hear(g, h.Now())
			if g.news() {
				h.Glanced()
			}
		}
	})
	h.rooms.Go(func() {
		tick := time.NewTicker(glanceEvery)
		defer tick.Stop()
		told := told{rooms: map[string]glance{}}
		for n := 0; ; n++ {
			whole := n%glanceAll == 0
			if whole {
				told.rooms, told.live = map[string]glance{}, nil
			}
			g := h.glances(&told)
			if g.Whole = whole; whole || g.news() {
				tell(g)
			}
			select {
			case <-tick.C:
			case <-h.ctx.Done():
				return
			}
		}
	})
}

// told is what a node has told about its rooms.
type told struct {
	rooms map[string]glance
	live  []byte // as JSON
}

// news says whether there is anything in g.
func (g glances) news() bool { return len(g.Rooms)+len(g.Gone) > 0 || g.Live != nil }

// glances returns what has changed since it was told, and notes it there.
func (h *Hub) glances(told *told) glances {
	g := glances{Node: h.Cluster.ID(), Rooms: map[string]glance{}}
	live := best(h.liveHere(), liveTold)
	if data, err := json.Marshal(live); err == nil && !bytes.Equal(data, told.live) {
		g.Live, told.live = &live, data
	}
	open := map[string]bool{}
	for _, r := range h.loaded() {
		open[r.id] = true
		if now := r.glance(); told.rooms[r.id] != now {
			g.Rooms[r.id], told.rooms[r.id] = now, now
		}
	}
	for id := range told.rooms {
		if !open[id] {
			g.Gone = append(g.Gone, id)
			delete(told.rooms, id)
		}
	}
	return g
}

// liveTold is how many public games a node tells about: as many as any list shows.
const liveTold = 12

// Watchers returns how many watch a game now.
func (h *Hub) Watchers(id string) int {
	g, _ := h.glance(id)
	return int(g.Watchers)
}

// AtWork returns how long servers have been running since a time, as recorded. In the rest
// of that time no one could open a game.
func (h *Hub) AtWork(ctx context.Context, since time.Time) (time.Duration, error) {
	work, _, err := h.uptime.since(ctx, since)
	return work, err
}

// Here says whether the player of a side has a game open now.
func (h *Hub) Here(id string, side game.Color) bool { return h.HereAt(id, side, 0) }

// HereAt is Here for the player of a team at that place, from 0.
func (h *Hub) HereAt(id string, side game.Color, place int) bool {
	g, _ := h.glance(id)
	return g.Here&chair{side, place}.bit() != 0
}
