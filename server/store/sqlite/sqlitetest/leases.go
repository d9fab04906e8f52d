package sqlitetest

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"moyo/server/store"
	"moyo/server/store/sqlite"
)

// Shared is a store that several nodes of a test share: SQLite's with leases beside it, which one process keeps.
type Shared struct {
	*sqlite.Store
	mu     sync.Mutex // held also while something is written that only the owner of a game may write
	leases leases
}

// NewShared is New for several nodes.
func NewShared(t testing.TB) *Shared {
	t.Helper()
	return &Shared{Store: New(t), leases: newLeases()}
}

// Append implements store.Store.
func (s *Shared) Append(ctx context.Context, g store.Game, entries ...store.Entry) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.leases.fenced(ctx, g.ID); err != nil {
		return err
	}
	return s.Store.Append(ctx, g, entries...)
}

// Write implements store.DB.
func (s *Shared) Write(ctx context.Context, rows int, write func(context.Context, store.Tx) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Store.Write(ctx, rows, func(ctx context.Context, tx store.Tx) error { return write(ctx, sharedTx{tx, s.leases}) })
}

// sharedTx is a transaction that knows the owners of games.
type sharedTx struct {
	store.Tx
	leases leases
}

// CheckOwner implements store.Tx.
func (t sharedTx) CheckOwner(ctx context.Context, game string, owner store.Owner) error {
	return t.leases.fenced(store.WithOwner(ctx, owner), game)
}

// DeleteGame implements store.Store.
func (s *Shared) DeleteGame(ctx context.Context, id string, version int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.leases.others(ctx, id) {
		return store.ErrTaken
	}
	err := s.Store.DeleteGame(ctx, id, version)
	if err == nil {
		delete(s.leases.games, id)
	}
	return err
}

// leases are the nodes that share a store, and what they have.
type leases struct {
	now   func() time.Time // the store's clock
	nodes map[string]*lease
	games map[string]store.Owner // by game
	tasks map[string]store.Owner // by name
}

// lease is a node's.
type lease struct {
	store.Node
	seen  time.Time // when it was renewed
	until time.Time
}

func newLeases() leases {
	return leases{now: time.Now, nodes: map[string]*lease{}, games: map[string]store.Owner{}, tasks: map[string]store.Owner{}}
}

var _ store.Leases = (*Shared)(nil)

// Renew implements store.Leases.
func (s *Shared) Renew(_ context.Context, n store.Node, lasts time.Duration) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.leases.now()
	s.leases.nodes[n.ID] = &lease{n, now, now.Add(lasts)}
	return nil
}

// Leave implements store.Leases.
func (s *Shared) Leave(_ context.Context, node string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l := s.leases.nodes[node]; l != nil && l.until.After(s.leases.now()) {
		l.seen, l.until = s.leases.now(), s.leases.now()
	}
	return nil
}

// alive says whether a node's lease lasts.
func (l leases) alive(node string) bool {
	n := l.nodes[node]
	return n != nil && n.until.After(l.now())
}

// others says whether a game belongs to a node that is at work and not the one that writes.
func (l leases) others(ctx context.Context, game string) bool {
	o := l.games[game]
	writer, _ := store.Writer(ctx)
	return l.alive(o.Node) && (o.Node != writer.Node || o.Epoch != writer.Epoch)
}

// Nodes implements store.Leases.
func (s *Shared) Nodes(context.Context) ([]store.Node, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	nodes := []store.Node{}
	for _, l := range s.leases.nodes {
		if s.leases.alive(l.ID) {
			nodes = append(nodes, l.Node)
		}
	}
	slices.SortFunc(nodes, func(a, b store.Node) int { return cmp.Compare(a.ID, b.ID) })
	return nodes, nil
}

// take makes a node the owner of something unless one whose lease lasts is.
func (l leases) take(owners map[string]store.Owner, what, node string) (store.Owner, error) {
	if !l.alive(node) {
		return store.Owner{}, store.ErrLapsed
	}
	o := owners[what]
	if o.Node == node || l.alive(o.Node) {
		return o, nil
	}
	if former := l.nodes[o.Node]; former != nil {
		o.Seen = former.seen
	}
	o.Node = node
	o.Epoch++
	owners[what] = o
	return o, nil
}

// leave lets go of something, which was in use until seen.
func leave(owners map[string]store.Owner, what string, o store.Owner, seen time.Time) {
	if now := owners[what]; now.Node == o.Node && now.Epoch == o.Epoch {
		owners[what] = store.Owner{Epoch: o.Epoch, Seen: seen}
	}
}

// Own implements store.Leases.
func (s *Shared) Own(ctx context.Context, game, node string) (store.Owner, error) {
	if _, err := s.Game(ctx, game); err != nil {
		return store.Owner{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.leases.take(s.leases.games, game, node)
}

// OwnerOf implements store.Leases.
func (s *Shared) OwnerOf(_ context.Context, game string) (store.Owner, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.leases.games[game]
	if !s.leases.alive(o.Node) {
		return store.Owner{}, store.ErrNotFound
	}
	return o, nil
}

// Release implements store.Leases.
func (s *Shared) Release(_ context.Context, game string, o store.Owner) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	leave(s.leases.games, game, o, time.Time{})
	return nil
}

// HandOver implements store.Leases.
func (s *Shared) HandOver(_ context.Context, game string, o store.Owner, ago time.Duration) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	leave(s.leases.games, game, o, s.leases.now().Add(-ago))
	return nil
}

// Lead implements store.Leases.
func (s *Shared) Lead(_ context.Context, task, node string) (store.Owner, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.leases.take(s.leases.tasks, task, node)
}

// Resign implements store.Leases.
func (s *Shared) Resign(_ context.Context, task string, o store.Owner) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	leave(s.leases.tasks, task, o, time.Time{})
	return nil
}

// fenced returns a *store.Fenced where somebody writes as an owner who is it no more.
func (l leases) fenced(ctx context.Context, game string) error {
	writer, ok := store.Writer(ctx)
	if now := l.games[game]; ok && (now.Node != writer.Node || now.Epoch != writer.Epoch) {
		return &store.Fenced{Game: game, Was: writer}
	}
	return nil
}
