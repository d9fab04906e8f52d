// Package engines lends engines to games and to those who look at positions.
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
	// Engine returns an engine on another machine to think about a game. Where it fails
	// because it is on another machine its errors are [ErrElsewhere].
	Engine(game, id string) engine.Engine
}

// ErrElsewhere is the error of work on another machine that has to be done on this one.
var ErrElsewhere = errors.New("it was not done on another machine")

// Pool lends engines to games. Whoever has to wait does so in a queue. An engine
// that was given back stays for the next move of its game, or for another game that
// needs its kind; engines in use and kept are never more than slots, which bounds
// their memory.
type Pool struct {
	make      func(id string) (engine.Engine, error)
	queue     *queue.Queue
	slots     int
	elsewhere Elsewhere // nil for nowhere

	mu     sync.Mutex
	idle   []lent // oldest first
	inUse  int
	closed bool
}

// lent is an engine with the game that it thought about last.
type lent struct {
	game, id string
	engine   engine.Engine
}

// New returns a pool of engines that build makes by their ids. No more than slots are
// used at once on this machine; that is the queue's to see to, as are the places
// elsewhere.
func New(build func(id string) (engine.Engine, error), q *queue.Queue, slots int, elsewhere Elsewhere) *Pool {
	return &Pool{make: build, queue: q, slots: slots, elsewhere: elsewhere}
}

// Loan says what an engine is wanted for.
type Loan struct {
	Engine  string // its id
	Game    string // what it is to think about; it may know it from the time before
	Urgency queue.Urgency
	For     queue.Asker
	Tell    func(queue.Place) // hears of waiting; nil for nobody
}

// Use calls f with an engine as soon as there is a place. What f panics with becomes
// its error. An engine whose use failed is not used again. Where there is no place on
// this machine and one elsewhere, f gets an engine there; it is called again with one
// of this machine where that fails.
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

// take returns an engine that is kept, best the game's own, or makes one.
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
		_ = evicted.Close() // nothing depends on how it ends
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

// Close frees the engines that nobody uses, and those in use when they come back.
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

// Seed returns the seed of a search: never the same, or else an engine would
// answer the same moves with the same game every time. It is not 0, which leaves
// the choice to the engine.
func Seed() uint64 { return rand.Uint64() | 1 }
