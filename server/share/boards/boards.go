// Package boards serves boards: those that a spec generates and those that people
// bring as files, which the store keeps by their content.
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

// MaxSpec is the length of a board's spec, or of the id of rules, from the network.
const MaxSpec = 200

// cachedPoints bounds the boards kept ready, by their points in all.
const cachedPoints = 100_000

// The bounds of the boards that wait to be built: the largest take up to a second.
const (
	waiting           = 2_000
	waitingPerAddress = 100
)

// Cache turns specs into boards and keeps those used lately. A board is built once for all who
// ask for it meanwhile, as many at a time as there are processors, and addresses take turns.
type Cache struct {
	store store.Store
	queue *queue.Queue

	mu       sync.Mutex
	ready    map[string]*board.Board
	order    []string             // of ready, oldest first
	size     int                  // points in ready
	building map[string]*building // by spec
}

// building is a board that is being built, or waits for it.
type building struct {
	done chan struct{} // closed at the end
	made *board.Board
	err  error
	left bool // the first who asked went away, or had too much waiting: the next one tries
}

// NewCache returns a cache of the boards in a store, and of all that specs generate.
func NewCache(s store.Store) *Cache {
	q := queue.New(queue.Config{Slots: runtime.GOMAXPROCS(0), Waiting: waiting, PerAddress: waitingPerAddress})
	return &Cache{store: s, queue: q, ready: map[string]*board.Board{}, building: map[string]*building{}}
}

// Get returns the board of a spec from the network: generated or stored, never
// a file of the server's machine. It waits for the turn of the address that ctx has;
// the error is an *apierror.Error where too many boards wait already.
func (c *Cache) Get(ctx context.Context, spec string) (*board.Board, error) {
	if len(spec) > MaxSpec {
		return nil, fmt.Errorf("board %.20q...: a spec has at most %d characters", spec, MaxSpec)
	}
	for {
		made, b, first := c.look(spec)
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

// look returns a board that is ready, or what is being built; first says whether the caller has to build it.
func (c *Cache) look(spec string) (made *board.Board, b *building, first bool) {
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

// build builds a board in the turn of the one who asks, for all who wait for it.
func (c *Cache) build(ctx context.Context, spec string, b *building) {
	urgency := queue.Board
	if limit.Address(ctx) == "" {
		urgency = queue.Move // the server's own, such as a game that goes on after a restart
	}
	b.err = guard.Run(func() error { // a panic must not keep the others waiting
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

// isFull says whether an error is about the first who asked alone: too much of theirs waits already.
func isFull(err error) bool {
	e, ok := errors.AsType[*apierror.Error](err)
	return ok && (e.Code == apierror.TooOften || e.Code == apierror.TooMany)
}

// boardOf builds the board of a spec.
func (c *Cache) boardOf(ctx context.Context, spec string) (*board.Board, error) {
	return catalog.Board(spec, func(kind, arg string) (*board.Board, error) {
		if kind != "id" {
			return nil, fmt.Errorf("board %q: files of the server cannot be used; drop the file on the page instead", spec)
		}
		return c.stored(ctx, arg)
	})
}

// keep remembers a board and forgets the oldest ones above the bound; c.mu is held.
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

// Forget drops a board that is not in the store any more.
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

// stored returns a board that somebody brought.
func (c *Cache) stored(ctx context.Context, hash string) (*board.Board, error) {
	kept, err := c.store.LoadBoard(ctx, strings.ToLower(hash))
	if errors.Is(err, store.ErrNotFound) {
		return nil, fmt.Errorf("board \"id:%.70s\": no such board is kept here", hash)
	}
	if err != nil {
		return nil, apierror.Broken(err) // which says nothing about the board: it may be had later on
	}
	return boardFromJSON(kept)
}
