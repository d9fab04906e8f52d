// Package boards serves boards: generated ones, and those from uploaded files, which the store identifies by their content.
package boards

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"moyo/board"
	"moyo/catalog"
	"moyo/server/base/apierror"
	"moyo/server/base/guard"
	"moyo/server/base/limit"
	"moyo/server/base/queue"
	"moyo/server/store"
)

// MaxSpec is the maximum length of a board's spec, or of the id of rules, from the network.
const MaxSpec = 200

// cachedPoints is the maximum number of points of all cached boards.
const cachedPoints = 100_000

// The limits of boards waiting to be built; the largest take up to a second.
const (
	waiting           = 2_000
	waitingPerAddress = 100
)

// Cache builds boards from specs and caches recent ones. It builds a board once for all concurrent callers, up to one board per
// processor at a time, and serves addresses in turn.
type Cache struct {
	store store.Store
	queue *queue.Queue

	mu       sync.Mutex
	ready    map[string]*board.Board
	order    []string             // keys of ready, oldest first
	size     int                  // points in ready
	building map[string]*building // by spec
}

// building is a board that is being built or waits to be built.
type building struct {
	done chan struct{} // closed at the end
	made *board.Board
	err  error
	left bool // the first caller left or had too many boards waiting: the next caller tries again
}

// NewCache returns a cache of generated boards and of the boards in a store.
func NewCache(s store.Store) *Cache {
	q := queue.New(queue.Config{Slots: runtime.GOMAXPROCS(0), Waiting: waiting, PerAddress: waitingPerAddress})
	return &Cache{store: s, queue: q, ready: map[string]*board.Board{}, building: map[string]*building{}}
}

// Get returns the board of a spec from the network: a generated or stored board, never a file on the server. It waits for the
// turn of the address in ctx; the error is an *apierror.Error if too many boards wait already.
func (c *Cache) Get(ctx context.Context, spec string) (*board.Board, error) {
	if len(spec) > MaxSpec {
		return nil, fmt.Errorf("board %.20q...: a spec has at most %d characters", spec, MaxSpec)
	}
	for {
		made, b, first := c.lookup(spec)
		if made != nil {
			return made, nil
		}
		if first {
			c.build(ctx, spec, b)
			return b.made, b.err
		}
		select {
		case <-b.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if !b.left {
			return b.made, b.err
		}
	}
}

// lookup returns a cached board, or the one being built; first reports whether the caller must build it.
func (c *Cache) lookup(spec string) (made *board.Board, b *building, first bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if made = c.ready[spec]; made != nil {
		return made, nil, false
	}
	if b = c.building[spec]; b == nil {
		b, first = &building{done: make(chan struct{})}, true
		c.building[spec] = b
	}
	return nil, b, first
}

// build builds a board in the caller's turn, for all that wait for it.
func (c *Cache) build(ctx context.Context, spec string, b *building) {
	urgency := queue.Board
	if limit.Address(ctx) == "" {
		urgency = queue.Move // for the server itself, such as a running game after a restart
	}
	b.err = guard.Run(func() error { // a panic must not block the other callers
		return c.queue.Do(ctx, urgency, queue.Of(ctx, ""), nil, func() (err error) {
			b.made, err = c.boardOf(ctx, spec)
			return err
		})
	})
	b.left = b.err != nil && (ctx.Err() != nil || isFull(b.err))
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.building, spec)
	if b.err == nil {
		c.keep(spec, b.made)
	}
	close(b.done)
}

// isFull reports whether an error concerns only the first caller, who has too many boards waiting.
func isFull(err error) bool {
	e, ok := errors.AsType[*apierror.Error](err)
	return ok && (e.Code == apierror.TooOften || e.Code == apierror.TooMany)
}

// boardOf builds the board of a spec.
func (c *Cache) boardOf(ctx context.Context, spec string) (*board.Board, error) {
	return catalog.Board(spec, func(kind, arg string) (*board.Board, error) {
		if kind != "id" {
			return nil, fmt.Errorf("board %q: server files cannot be used; upload the file on the page instead", spec)
		}
		return c.stored(ctx, arg)
	})
}

// keep caches a board and removes the oldest ones above the limit; c.mu is held.
func (c *Cache) keep(spec string, made *board.Board) {
	c.ready[spec] = made
	c.order = append(c.order, spec)
	c.size += made.Len()
	for c.size > cachedPoints && len(c.order) > 1 {
		oldest := c.order[0]
		c.size -= c.ready[oldest].Len()
		delete(c.ready, oldest)
		c.order = c.order[1:]
	}
}

// Forget removes a board that is no longer in the store.
func (c *Cache) Forget(spec string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	made := c.ready[spec]
	if made == nil {
		return
	}
	delete(c.ready, spec)
	c.order = slices.DeleteFunc(c.order, func(s string) bool { return s == spec })
	c.size -= made.Len()
}

// stored returns an uploaded board.
func (c *Cache) stored(ctx context.Context, hash string) (*board.Board, error) {
	kept, err := c.store.LoadBoard(ctx, strings.ToLower(hash))
	if errors.Is(err, store.ErrNotFound) {
		return nil, fmt.Errorf("board \"id:%.70s\": no such board on this server", hash)
	}
	if err != nil {
		return nil, apierror.Broken(err) // says nothing about the board, which may be available later
	}
	return boardFromJSON(kept)
}
