// Package studies implements shared studies: links under which several people see the same boards,
// trees of variations and pointer.
//
// A study is a list of chapters. Each chapter is a tree of nodes whose ids never change. Every change
// is an op with the next version. An open study is a room with one goroutine, which orders commands,
// turns them into ops, writes these to disk, and only then sends them to all members.
// See docs/study.md.
package studies

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/server/base/apierror"
	"moyo/server/base/cluster"
	"moyo/server/base/endpoint"
	"moyo/server/base/guard"
	"moyo/server/base/limit"
	"moyo/server/base/queue"
	"moyo/server/base/socket"
	"moyo/server/base/storage"
	"moyo/server/share/boards"
	"moyo/server/store"
)

// Store is the storage of studies.
type Store interface {
	store.DB
	Player(ctx context.Context, id string) (store.Player, error)
	PlayerNamed(ctx context.Context, skeleton string) (store.Player, error)
}

// Games provides games as sources of chapters; *room.Hub implements it.
type Games interface {
	Game(ctx context.Context, id string) (store.Game, error)
	Text(ctx context.Context, id string) (string, error)
}

// Limits are the limits of studies.
type Limits struct {
	Studies        int           `limit:"studies" default:"50" help:"shared studies of one account"`
	Own            int64         `limit:"own-studies" default:"64MiB" help:"total size of the shared studies of one account"`
	Bytes          int64         `limit:"study-size" default:"8MiB" help:"size of one shared study"`
	Open           int           `limit:"open-studies" default:"1000" help:"shared studies in memory"`
	Memory         int64         `limit:"study-memory" default:"512MiB" help:"approximate memory of all open shared studies"`
	PerStudy       int           `limit:"connections-per-study" default:"1000" help:"WebSockets and event streams of one shared study"`
	OpenPerAddress int           `limit:"open-studies-per-address" default:"100" help:"shared studies open at the same time from one address"`
	OpenPerPerson  int           `limit:"open-studies-per-person" default:"20" help:"shared studies open at the same time by one person"`
	Idle           time.Duration `shared:"idle-room"` // time after which an unused study leaves memory
	Lists          float64       `shared:"lists"`     // lists and headers per second that one address may sustain
	Records        float64       `shared:"records"`   // records per second that one address may sustain
}

// Config configures the studies.
type Config struct {
	Store    Store
	Boards   *boards.Cache
	Rules    func(id string) (game.Rules, error)
	Games    Games
	Blocks   func(ctx context.Context, player string) (map[string]bool, error) // the players that a player blocks
	Gate     *socket.Gate
	Rates    *limit.Addresses
	Budget   *storage.Budget
	Uploads  endpoint.Uploads
	Queue    *queue.Queue             // for processor time
	Skeleton func(name string) string // of a name; "" if it is not a valid name
	Cluster  *cluster.Cluster         // the nodes of the server; nil for a single node
	Limits   Limits
	Log      *slog.Logger
	Now      func() time.Time
}

// Hub holds the open studies. Its lock is held only briefly and never together with another lock.
type Hub struct {
	Config
	kept    studies
	ctx     context.Context
	running sync.WaitGroup
	changed func(id string)     // informs other nodes that a study has changed
	related func(player string) // the same for a player's blocks

	mu     sync.Mutex
	open   map[string]*opened
	memory int64          // approximate bytes of these studies
	held   map[string]int // number of open studies per holder
}

// opened is a study in the hub, possibly still loading. It stays while refs is positive.
type opened struct {
	ready  chan struct{} // closed once room or err is set
	room   *room
	err    error
	refs   int
	held   map[string]int // refs by holder
	memory int64
}

// errManyStudies is the error if memory has no place for another study.
var errManyStudies = apierror.Say(apierror.TooMany, "study.open",
	"Too many studies are open on this server right now. Please try again in a minute.")

// New returns a hub. Its studies close with ctx.
func New(ctx context.Context, cfg Config) *Hub {
	if cfg.Cluster == nil {
		cfg.Cluster = cluster.Alone()
	}
	h := &Hub{Config: cfg, kept: studies{cfg.Store}, ctx: ctx, open: map[string]*opened{}, held: map[string]int{}}
	h.changed = cluster.Others(cfg.Cluster, "study", h.hearChanged)
	h.related = cluster.Others(cfg.Cluster, "study-related", h.relatedHere)
	return h
}

// Wait returns after all studies are closed.
func (h *Hub) Wait() { h.running.Wait() }

// key returns the name of a study for the distribution among nodes.
func key(id string) string { return "study " + id }

// Place returns the node at which people meet in a study. It is not a lock: if nodes disagree for a moment, both write to the
// study, and the store orders their changes.
func (h *Hub) Place(ctx context.Context, id string) (string, error) {
	return h.Cluster.Place(ctx, key(id))
}

func (h *Hub) isMine(id string) bool { return h.Cluster.IsMine(key(id)) }

// opener resolves the boards and rules in records.
func (h *Hub) opener(ctx context.Context) game.Opener {
	return game.Opener{Rules: h.Rules, Board: func(spec string) (*board.Board, error) { return h.Boards.Get(ctx, spec) }}
}

// bounds returns the limits per owner.
func (h *Hub) bounds() bounds {
	return bounds{Studies: h.Limits.Studies, Bytes: h.Limits.Own}
}

// get returns the room of a study, loading it if necessary, and a function that releases it. The error is store.ErrNotFound,
// errManyStudies, or another.
func (h *Hub) get(ctx context.Context, id string) (*room, func(), error) {
	holders := h.holdersOf(ctx)
	var o *opened
	var release func()
	if err := findPlace(ctx, func() (err error) {
		o, release, err = h.take(id, holders)
		return err
	}); err != nil {
		return nil, nil, err
	}
	select {
	case <-o.ready:
	case <-ctx.Done():
		release()
		return nil, nil, ctx.Err()
	}
	if o.err != nil {
		release()
		return nil, nil, o.err
	}
	return o.room, release, nil
}

// take returns the hub's entry of a study, which it starts to load if necessary, and a function that releases it once.
func (h *Hub) take(id string, holders []holder) (*opened, func(), error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	o := h.open[id]
	if err := h.mayHold(o, holders); err != nil {
		return nil, nil, err
	}
	if o == nil {
		if h.ctx.Err() != nil {
			return nil, nil, errClosed
		}
		if len(h.open) >= h.Limits.Open {
			h.closeUnused()
			return nil, nil, errManyStudies
		}
		o = &opened{ready: make(chan struct{}), held: map[string]int{}}
		h.open[id] = o
		h.running.Go(func() { h.run(id, o) })
	}
	return o, sync.OnceFunc(h.hold(o, holders)), nil
}

// closeUnused asks studies without users to close; h.mu is held.
func (h *Hub) closeUnused() {
	for _, o := range h.open {
		if r := o.loaded(); r != nil && o.refs == 0 {
			select {
			case r.unused <- struct{}{}:
			default: // it was asked before
			}
		}
	}
}

// loaded returns the room of a loaded study, else nil.
func (o *opened) loaded() *room {
	select {
	case <-o.ready:
		return o.room
	default:
		return nil
	}
}

// run loads a study and runs its room until the room ends.
func (h *Hub) run(id string, o *opened) {
	err := guard.Run(func() error { return h.load(id, o) })
	if err != nil {
		o.err = err
		h.forget(id, o)
		close(o.ready)
		if !errors.Is(err, store.ErrNotFound) && !errors.Is(err, errManyStudies) && h.ctx.Err() == nil {
			h.Log.Error("cannot open a study", "study", id, "err", err)
		}
		return
	}
	close(o.ready)
	o.room.run(func() bool { return h.retire(id, o) }, func() { h.forget(id, o) })
}

// loadTime limits the time to load a study.
const loadTime = 20 * time.Second

func (h *Hub) load(id string, o *opened) error {
	ctx, cancel := context.WithTimeout(h.ctx, loadTime)
	defer cancel()
	head, err := h.kept.one(ctx, id)
	if err != nil {
		return err
	}
	if err := findPlace(ctx, func() error {
		if h.weigh(o, weightOf(head)) {
			return nil
		}
		return errManyStudies
	}); err != nil {
		return err
	}
	r := newRoom(h, id)
	if err := r.load(ctx); err != nil {
		r.cancel()
		return err
	}
	r.weigh = func(weight int64) bool { return h.weigh(o, weight) }
	r.weigh(r.weight()) // includes the last ops, for which there is room already
	o.room = r
	return nil
}

// nodeWeight approximates the memory of a node without its properties, leastWeight that of an empty study.
const (
	nodeWeight  = 300
	leastWeight = 64 << 10
)

// weightOf returns the approximate memory of a study in bytes. The header counts nodeBytes per node.
func weightOf(head header) int64 {
	list, err := listOf(head)
	if err != nil {
		return head.Bytes * (nodeWeight / nodeBytes)
	}
	weight := 3*head.Bytes + maxLogged // as properties, and as JSON while it is read
	for _, c := range list {
		weight += int64(c.Nodes) * nodeWeight
	}
	return weight
}

// weight is weightOf for a study in memory, including removed branches that can be restored.
func (s *study) weight() int64 {
	bytes, nodes := s.bytes(), 0
	for _, c := range s.chapters {
		nodes += len(c.nodes)
		for _, k := range c.cuts {
			nodes += k.nodes
			bytes += k.bytes
		}
	}
	return leastWeight + 3*int64(bytes) + int64(nodes)*nodeWeight
}

// weight returns the memory of the study and its last ops.
func (r *room) weight() int64 {
	weight := r.study.weight()
	for _, l := range r.log {
		weight += 3 * int64(l.bytes)
	}
	return weight
}

// weigh updates the memory counted for a study, and reports whether there is room.
func (h *Hub) weigh(o *opened, weight int64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if weight > o.memory && h.memory+weight-o.memory > h.Limits.Memory {
		h.closeUnused()
		return false
	}
	h.memory += weight - o.memory
	o.memory = weight
	return true
}

// retire removes a study without users, and reports whether it did.
func (h *Hub) retire(id string, o *opened) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if o.refs > 0 {
		return false
	}
	h.drop(id, o)
	return true
}

// forget removes a study whose room has ended.
func (h *Hub) forget(id string, o *opened) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.drop(id, o)
}

// drop removes a study; h.mu is held.
func (h *Hub) drop(id string, o *opened) {
	if h.open[id] == o {
		delete(h.open, id)
	}
	h.memory -= o.memory
	o.memory = 0
}

// here returns the room of a study in memory, or nil.
func (h *Hub) here(id string) *room {
	h.mu.Lock()
	o := h.open[id]
	h.mu.Unlock()
	if o == nil {
		return nil
	}
	return o.loaded()
}

// Gone informs the members of a study that it was deleted.
func (h *Hub) Gone(id string) {
	h.changed(id)
	h.mu.Lock()
	o := h.open[id]
	h.mu.Unlock()
	if o == nil {
		return
	}
	<-o.ready // it may have been read just before
	if o.room != nil {
		o.room.do(o.room.end)
	}
}

// hearChanged reloads a study that another node has changed.
func (h *Hub) hearChanged(id string) {
	if r := h.here(id); r != nil {
		r.do(func() { r.again(nil) })
	}
}

// Related removes players from a player's studies after that player has blocked them.
func (h *Hub) Related(_ context.Context, player string) error {
	h.related(player)
	h.relatedHere(player)
	return nil
}

func (h *Hub) relatedHere(player string) {
	h.mu.Lock()
	var rooms []*room
	for _, o := range h.open {
		if r := o.loaded(); r != nil && r.owner == player {
			rooms = append(rooms, r)
		}
	}
	h.mu.Unlock()
	for _, r := range rooms {
		r.do(func() { r.sendAway() })
	}
}

// blocked reports whether the owner of a study blocks a player. To a blocked player the study does not exist.
func (h *Hub) blocked(ctx context.Context, owner, player string) (bool, error) {
	blocks, err := h.Blocks(ctx, owner)
	return blocks[player], err
}
