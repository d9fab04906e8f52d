package store

import (
	"context"
	"fmt"
	"time"
)

// Node is one process of a server that has several on one store.
type Node struct {
	ID      string // random, new for each process
	Role    string // what it does
	Version string // of the program
	Leaving bool   // it accepts no new games or tasks
}

// Owner is the node that owns a game or task, and under which epoch.
type Owner struct {
	Node string
	// Epoch grows with each change of owner, so that late writes of a former
	// owner are recognised.
	Epoch int64
	// Seen is until when the previous owner is known to have run, if it stopped or its
	// lease ran out while it was the owner. It is zero without such an owner.
	Seen time.Time
}

// Leases distribute what only one node may have at a time: games, and tasks by
// name. A node stays the owner as long as it renews its lease. All times are those
// of the store's clock. When the lease runs out, any node may take over. The
// former owner can then write no more: [Store.Append] with an owner in its context
// ([WithOwner]) and [Tx] CheckOwner return a *Fenced if it is not the owner any more.
//
// A store that only one process can use does not implement it.
type Leases interface {
	// Renew starts or extends the lease of a node by a time from now. A node whose
	// lease has run out is again the owner of what no other node has taken over.
	Renew(ctx context.Context, n Node, lasts time.Duration) error
	// Leave ends a lease. The node's games and tasks are free; their next owner receives Seen.
	Leave(ctx context.Context, node string) error
	// Nodes returns the nodes with valid leases, by id.
	Nodes(ctx context.Context) ([]Node, error)
	// Own makes a node the owner of a game, unless another node with a valid lease is,
	// and returns the owner. The error is ErrNotFound if the game does not exist, and
	// ErrLapsed if the node itself has no lease.
	Own(ctx context.Context, game, node string) (Owner, error)
	// OwnerOf returns the owner of a game if its lease is valid, or ErrNotFound.
	OwnerOf(ctx context.Context, game string) (Owner, error)
	// Release gives up a game that has no connections at its owner: the next owner does
	// not receive Seen. If o is not the owner, it does nothing.
	Release(ctx context.Context, game string, o Owner) error
	// HandOver is Release for a game that had connections until some time ago: its next
	// owner receives Seen.
	HandOver(ctx context.Context, game string, o Owner, ago time.Duration) error
	// Lead is Own for a named task.
	Lead(ctx context.Context, task, node string) (Owner, error)
	// Resign gives up a task.
	Resign(ctx context.Context, task string, o Owner) error
}

// ErrLapsed is the error of a node whose lease has run out.
var ErrLapsed = fmt.Errorf("the lease of this node has run out")

// Fenced is the error of a write by a node that no longer owns the game.
type Fenced struct {
	Game string
	Was  Owner // the ownership that the writer claimed
}

func (f *Fenced) Error() string {
	return fmt.Sprintf("game %s no longer belongs to node %s with epoch %d", f.Game, f.Was.Node, f.Was.Epoch)
}

type ownerKey struct{}

// WithOwner returns a context in which Append writes as o.
func WithOwner(ctx context.Context, o Owner) context.Context {
	return context.WithValue(ctx, ownerKey{}, o)
}

// Writer returns the owner as which Append writes in a context, if any.
func Writer(ctx context.Context) (Owner, bool) {
	o, ok := ctx.Value(ownerKey{}).(Owner)
	return o, ok
}

// Elsewhere is the error of a node that is asked for a game of another node.
type Elsewhere struct {
	Game string
	Node string
}

func (e *Elsewhere) Error() string {
	return fmt.Sprintf("game %s is at node %s", e.Game, e.Node)
}
