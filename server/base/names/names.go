// Package names says what people are called now. It remembers that for a while, so that lists of many
// people need not ask the store for each of them each time; a new name is shown when that is over.
package names

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"moyo/game/match"
	"moyo/server/store"
)

// most is how many names are remembered.
const most = 20_000

// Config is what names are made of.
type Config struct {
	Store People
	For   time.Duration // how long a name is believed
	Log   *slog.Logger
	Now   func() time.Time
}

// People are where players are kept.
type People interface {
	Player(ctx context.Context, id string) (store.Player, error)
}

// Account returns a player as the store has them. One whose account was deleted has an id, the role [store.Deleted], and
// nothing else.
func Account(ctx context.Context, people People, id string) (store.Player, error) {
	p, err := people.Player(ctx, id)
	if errors.Is(err, store.ErrNotFound) || err == nil && p.Role == store.Deleted {
		return store.Player{ID: id, Role: store.Deleted}, nil
	}
	return p, err
}

// Names knows what people are called. It is safe for use by several goroutines.
type Names struct {
	Config
	mu    sync.Mutex
	known map[string]name
}

// name is what somebody is called, as of some time.
type name struct {
	text string
	at   time.Time
}

// New returns names of which none is known yet.
func New(cfg Config) *Names { return &Names{Config: cfg, known: map[string]name{}} }

// Of returns what a player with an account is called, "" where the account was deleted or
// the store cannot tell now.
func (n *Names) Of(ctx context.Context, id string) string {
	n.mu.Lock()
	known, ok := n.known[id]
	n.mu.Unlock()
	if ok && n.Config.Now().Sub(known.at) < n.For {
		return known.text
	}
	text, err := n.Fresh(ctx, id)
	if err != nil {
		n.Log.Error("a name is not known", "err", err)
		return known.text
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.known) >= most {
		clear(n.known)
	}
	n.known[id] = name{text, n.Config.Now()}
	return text
}

// Fresh returns what a player with an account is called, "" where it was deleted, as the store has
// it.
func (n *Names) Fresh(ctx context.Context, id string) (string, error) {
	p, err := Account(ctx, n.Store, id)
	return p.Name, err
}

// Seat returns the seat of a player with an account in a game that is made now, which keeps the name and whether a
// program plays.
func (n *Names) Seat(ctx context.Context, id string) (match.Seat, error) {
	p, err := Account(ctx, n.Store, id)
	return match.Seat{Kind: match.Human, Name: cmp.Or(p.Name, store.Gone), Player: id, Bot: p.Role == store.Bot}, err
}
