package server

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"moyo/board"
	"moyo/catalog"
	"moyo/store"
)

// maxSpec is the length of a board's spec from the network.
const maxSpec = 200

// cachedPoints bounds the boards kept ready, by their points in all.
const cachedPoints = 100_000

// boards turns specs into boards and keeps those used lately.
type boards struct {
	store store.Store
	mu    sync.Mutex
	ready map[string]*board.Board
	order []string // of ready, oldest first
	size  int      // points in ready
}

func newBoards(s store.Store) *boards {
	return &boards{store: s, ready: map[string]*board.Board{}}
}

// get returns the board of a spec from the network: generated or stored, never
// a file of the server's machine.
func (b *boards) get(ctx context.Context, spec string) (*board.Board, error) {
	if len(spec) > maxSpec {
		return nil, fmt.Errorf("board %.20q...: a spec has at most %d characters", spec, maxSpec)
	}
	b.mu.Lock()
	found := b.ready[spec]
	b.mu.Unlock()
	if found != nil {
		return found, nil
	}
	made, err := catalog.Board(spec, func(kind, arg string) (*board.Board, error) {
		if kind != "id" {
			return nil, fmt.Errorf("board %q: files of the server cannot be used; drop the file on the page instead", spec)
		}
		return b.stored(ctx, arg)
	})
	if err != nil {
		return nil, err
	}
	b.keep(spec, made)
	return made, nil
}

// keep remembers a board and forgets the oldest ones above the bound.
func (b *boards) keep(spec string, made *board.Board) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ready[spec] != nil {
		return
	}
	b.ready[spec] = made
	b.order = append(b.order, spec)
	b.size += made.Len()
	for b.size > cachedPoints && len(b.order) > 1 {
		oldest := b.order[0]
		b.size -= b.ready[oldest].Len()
		delete(b.ready, oldest)
		b.order = b.order[1:]
	}
}

// stored returns a board that somebody brought.
func (b *boards) stored(ctx context.Context, hash string) (*board.Board, error) {
	kept, err := b.store.LoadBoard(ctx, strings.ToLower(hash))
	if errors.Is(err, store.ErrNotFound) {
		return nil, fmt.Errorf("board \"id:%.70s\": no such board is kept here", hash)
	}
	if err != nil {
		return nil, err
	}
	return boardFromJSON(kept)
}
