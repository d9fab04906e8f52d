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
	Leaving bool   // it takes on nothing new
}

// Owner is the node that has something, and under which number.
type Owner struct {
	Node string
	// Epoch is larger each time that something changes hands, so that what a former
	// owner still writes is known to be from before.
	Epoch int64
	// Seen is until when the owner before was at work, as far as that is known: it has
	// ended, or its lease has, with this in its hands. It is zero where nobody had it.
	Seen time.Time
}

// Leases share out among nodes what only one of them may have at a time: games, and
// tasks by name. A node has what it has for as long as it renews its lease; all
// times are those of the store's clock. Of an owner whose lease has run out, anybody
// may take over; one that comes back to life then can write no more, since
// [Store.Append] and SavePlan with the owner in their context ([WithOwner]) are
// refused with a *Fenced unless that is the owner still.
//
// A store that only one process can use does not implement it.
type Leases interface {
	// Renew begins the lease of a node or lets it last for a time from now. A node
	// whose lease has run out has back what nobody has taken over.
	Renew(ctx context.Context, n Node, lasts time.Duration) error
	// Leave ends a lease. What the node has is free, and Seen by its next owner.
	Leave(ctx context.Context, node string) error
	// Nodes returns those whose leases last, by their ids.
	Nodes(ctx context.Context) ([]Node, error)
	// Own makes a node the owner of a game unless one whose lease lasts is, and returns
	// who is the owner then. The error is ErrNotFound where there is no such game, and
	// ErrLapsed where the node has no lease itself.
	Own(ctx context.Context, game, node string) (Owner, error)
	// OwnerOf returns the owner of a game whose lease lasts, or ErrNotFound.
	OwnerOf(ctx context.Context, game string) (Owner, error)
	// Release lets go of a game that nobody has open at its owner any more: its next
	// owner does not see who had it. Where o is not the owner it does nothing.
	Release(ctx context.Context, game string, o Owner) error
	// HandOver is Release for a game that somebody had open until some time ago: its next
	// owner sees it.
	HandOver(ctx context.Context, game string, o Owner, ago time.Duration) error
	// Lead is Own for a task with a name.
	Lead(ctx context.Context, task, node string) (Owner, error)
	// Resign lets go of a task.
	Resign(ctx context.Context, task string, o Owner) error
}

// ErrLapsed is the error of a node whose lease has run out.
var ErrLapsed = fmt.Errorf("the lease of this node has run out")

// Fenced is the error of a write by a node that is not the game's owner any more.
type Fenced struct {
	Game string
	Was  Owner // what the writer believed in
}

func (f *Fenced) Error() string {
	return fmt.Sprintf("game %s belongs to node %s under number %d no more", f.Game, f.Was.Node, f.Was.Epoch)
}

type ownerKey struct{}

// WithOwner returns a context in which Append writes as an owner.
func WithOwner(ctx context.Context, o Owner) context.Context {
	return context.WithValue(ctx, ownerKey{}, o)
}

// Writer returns as which owner Append writes in a context, if any.
func Writer(ctx context.Context) (Owner, bool) {
	o, ok := ctx.Value(ownerKey{}).(Owner)
	return o, ok
}

// Elsewhere is the error of a node that is asked for a game which another one has.
type Elsewhere struct {
	Game string
	Node string
}

func (e *Elsewhere) Error() string {
	return fmt.Sprintf("game %s is at node %s", e.Game, e.Node)
}
