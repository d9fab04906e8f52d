// Package engines manages engines for games and for analysis.
package engines

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"

	"moyo/engine"
	"moyo/server/base/guard"
	"moyo/server/base/queue"
)

// Elsewhere has engines on other machines.
type Elsewhere interface {
	// Engine returns an engine on another machine for a game. If it fails because it is on another machine, its error
	// is [ErrElsewhere].
	Engine(game, id string) engine.Engine
}

// ErrElsewhere is the error of work that failed on another machine and must be done on this one.
var ErrElsewhere = errors.New("the work was not done on another machine")

// Pool lends engines to games. Callers wait in a queue. A returned engine is kept for the next move of its game, or
// for another game that needs its kind. The engines in use and kept never exceed the slots, which limits their
// memory.
type Pool struct {
	make      func(id string) (engine.Engine, error)
	queue     *queue.Queue
	slots     int
	elsewhere Elsewhere // may be nil

	mu     sync.Mutex
	idle   []lent // oldest first
	inUse  int
	closed bool
}

// lent is an engine with the last game that it searched for.
type lent struct {
	game, id string
	engine   engine.Engine
}

// New returns a pool of engines that build creates from their ids. At most slots are used at the same time on this
// machine; the queue enforces that and the places elsewhere.
func New(build func(id string) (engine.Engine, error), q *queue.Queue, slots int, elsewhere Elsewhere) *Pool {
	return &Pool{make: build, queue: q, slots: slots, elsewhere: elsewhere}
}

// Loan describes the use of an engine.
type Loan struct {
	Engine  string // its id
	Game    string // which the engine may know from an earlier move
	Urgency queue.Urgency
	For     queue.Asker
	Tell    func(queue.Place) // receives waiting times; may be nil
}

// Use calls f with an engine when there is a place. It returns a panic of f as an error. An engine whose use failed
// is not used again. If this machine has no place and another one has, f gets an engine there. If that fails, f is
// called again with one of this machine.
func (p *Pool) Use(ctx context.Context, l Loan, f func(engine.Engine) error) error {
	here := func() error { return p.here(l, f) }
	if p.elsewhere == nil {
		return p.queue.Do(ctx, l.Urgency, l.For, l.Tell, here)
	}
	err := p.queue.DoAnywhere(ctx, l.Urgency, l.For, l.Tell, func(elsewhere bool) error {
		if !elsewhere {
			return here()
		}
		return guard.Run(func() error { return f(p.elsewhere.Engine(l.Game, l.Engine)) })
	})
	if errors.Is(err, ErrElsewhere) && ctx.Err() == nil {
		err = p.queue.Do(ctx, l.Urgency, l.For, l.Tell, here)
	}
	return err
}

// here calls f with an engine of this machine.
func (p *Pool) here(l Loan, f func(engine.Engine) error) error {
	eng, err := p.take(l.Game, l.Engine)
	if err != nil {
		return err
	}
	err = guard.Run(func() error { return f(eng) })
	p.giveBack(lent{l.Game, l.Engine, eng}, err == nil)
	return err
}

// take returns a kept engine, preferably the game's own, or creates one.
func (p *Pool) take(game, id string) (engine.Engine, error) {
	p.mu.Lock()
	i := slices.IndexFunc(p.idle, func(l lent) bool { return l.id == id && l.game == game })
	if i < 0 {
		i = slices.IndexFunc(p.idle, func(l lent) bool { return l.id == id })
	}
	var found, evicted engine.Engine
	switch {
	case i >= 0:
		found = p.idle[i].engine
		p.idle = slices.Delete(p.idle, i, i+1)
	case len(p.idle) > 0 && p.inUse+len(p.idle) >= p.slots:
		evicted = p.idle[0].engine
		p.idle = slices.Delete(p.idle, 0, 1)
	}
	p.inUse++
	p.mu.Unlock()
	if evicted != nil {
		_ = evicted.Close() // its error does not matter
	}
	if found != nil {
		return found, nil
	}
	made, err := p.make(id)
	if err != nil {
		p.mu.Lock()
		p.inUse--
		p.mu.Unlock()
	}
	return made, err
}

func (p *Pool) giveBack(l lent, healthy bool) {
	p.mu.Lock()
	p.inUse--
	keep := healthy && !p.closed
	if keep {
		p.idle = append(p.idle, l)
	}
	p.mu.Unlock()
	if !keep {
		_ = l.engine.Close()
	}
}

// Close closes the unused engines, and those in use when they are returned.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	idle := p.idle
	p.idle = nil
	p.mu.Unlock()
	for _, l := range idle {
		_ = l.engine.Close()
	}
}

// Seed returns a random seed for a search. With a fixed seed, an engine would play the same game against the same
// moves every time. It is not 0, which leaves the choice to the engine.
func Seed() uint64 { return rand.Uint64() | 1 }
