// Package boards serves boards: those that a spec generates and those that people
// bring as files, which the store keeps by their content.
package boards

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"moyo/board"
	"moyo/catalog"
	"moyo/server/apierror"
	"moyo/server/store"
)

// MaxSpec is the length of a board's spec, or of the id of rules, from the network.
const MaxSpec = 200

// cachedPoints bounds the boards kept ready, by their points in all.
const cachedPoints = 100_000

// Cache turns specs into boards and keeps those used lately.
type Cache struct {
	store store.Store
	mu    sync.Mutex
	ready map[string]*board.Board
	order []string // of ready, oldest first
	size  int      // points in ready
}

// NewCache returns a cache of the boards in a store, and of all that specs generate.
func NewCache(s store.Store) *Cache {
	return &Cache{store: s, ready: map[string]*board.Board{}}
}

// Get returns the board of a spec from the network: generated or stored, never
// a file of the server's machine.
func (c *Cache) Get(ctx context.Context, spec string) (*board.Board, error) {
	if len(spec) > MaxSpec {
		return nil, fmt.Errorf("board %.20q...: a spec has at most %d characters", spec, MaxSpec)
	}
	c.mu.Lock()
	found := c.ready[spec]
	c.mu.Unlock()
	if found != nil {
		return found, nil
	}
	made, err := catalog.Board(spec, func(kind, arg string) (*board.Board, error) {
		if kind != "id" {
			return nil, fmt.Errorf("board %q: files of the server cannot be used; drop the file on the page instead", spec)
		}
		return c.stored(ctx, arg)
	})
	if err != nil {
		return nil, err
	}
	c.keep(spec, made)
	return made, nil
}

// keep remembers a board and forgets the oldest ones above the bound.
func (c *Cache) keep(spec string, made *board.Board) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ready[spec] != nil {
		return
	}
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
