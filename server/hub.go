package server

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"moyo/match"
	"moyo/store"
)

// hub holds the rooms. Its lock is held for moments only and never together
// with another one.
type hub struct {
	s     *Server
	ctx   context.Context
	rooms sync.WaitGroup // running

	mu   sync.Mutex
	byID map[string]*place
}

// place is a room in the hub, perhaps still being loaded. While refs is above 0
// the room is not given up.
type place struct {
	ready chan struct{} // closed once room or err is set
	room  *room
	err   error
	refs  int
}

// errTooManyGames is the error of a game that finds no place in memory.
var errTooManyGames = errors.New("too many games are open on this server right now; please try again in a minute")

func newHub(ctx context.Context, s *Server) *hub {
	return &hub{s: s, ctx: ctx, byID: map[string]*place{}}
}

// open returns the room of a game, which it loads where needed, and a function
// to give it back. The error is store.ErrNotFound, errTooManyGames, or another.
func (h *hub) open(ctx context.Context, id string) (*room, func(), error) {
	h.mu.Lock()
	p := h.byID[id]
	if p == nil {
		if len(h.byID) >= h.s.cfg.Limits.Rooms || h.ctx.Err() != nil {
			h.mu.Unlock()
			return nil, nil, errTooManyGames
		}
		p = &place{ready: make(chan struct{})}
		h.byID[id] = p
		h.rooms.Go(func() { h.run(id, p) })
	}
	p.refs++
	h.mu.Unlock()
	release := sync.OnceFunc(func() {
		h.mu.Lock()
		p.refs--
		h.mu.Unlock()
	})
	select {
	case <-p.ready:
	case <-ctx.Done():
		release()
		return nil, nil, ctx.Err()
	}
	if p.err != nil {
		release()
		return nil, nil, p.err
	}
	return p.room, release, nil
}

// run loads a game and lives its room's life.
func (h *hub) run(id string, p *place) {
	err := guarded(func() error {
		m, commands, err := h.replay(h.ctx, id)
		if err == nil {
			p.room = newRoom(h.ctx, h.s, id, m, commands)
		}
		return err
	})
	if err != nil {
		p.err = err
		h.forget(id, p)
		close(p.ready)
		if !errors.Is(err, store.ErrNotFound) {
			h.s.log.Error("game cannot be loaded", "game", id, "err", err)
		}
		return
	}
	close(p.ready)
	h.s.metrics.rooms.Inc()
	defer h.s.metrics.rooms.Dec()
	p.room.run(func() bool { return h.retire(id, p) }, func() { h.forget(id, p) })
}

// replay rebuilds a game from its log and returns which command caused which
// event.
func (h *hub) replay(ctx context.Context, id string) (*match.Match, map[string]int, error) {
	g, entries, err := h.s.cfg.Store.Load(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	b, err := h.s.boards.get(ctx, g.Board)
	if err != nil {
		return nil, nil, err
	}
	rules, err := rulesOf(g.Rules)
	if err != nil {
		return nil, nil, err
	}
	log := make([]match.Event, len(entries))
	commands := map[string]int{}
	for i, e := range entries {
		log[i] = e.Event
		if e.Command != "" {
			commands[e.Command] = i + 1
		}
	}
	m, err := match.Replay(b, rules, log)
	if err != nil {
		return nil, nil, fmt.Errorf("game %s: %w", id, err)
	}
	return m, commands, nil
}

// retire takes a room out that nobody uses; afterwards nobody can get it.
func (h *hub) retire(id string, p *place) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p.refs > 0 {
		return false
	}
	if h.byID[id] == p {
		delete(h.byID, id)
	}
	return true
}

// forget takes a room out whose life has ended.
func (h *hub) forget(id string, p *place) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.byID[id] == p {
		delete(h.byID, id)
	}
}

// watchers returns how many watch a game now.
func (h *hub) watchers(id string) int {
	h.mu.Lock()
	p := h.byID[id]
	h.mu.Unlock()
	if p == nil {
		return 0
	}
	select {
	case <-p.ready:
		if p.room != nil {
			return int(p.room.watchers.Load())
		}
	default:
	}
	return 0
}

// wait returns when all rooms have ended.
func (h *hub) wait() { h.rooms.Wait() }
