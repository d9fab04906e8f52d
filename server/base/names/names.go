// Package names caches the current names of players, so that lists of many players need not read each from the store.
// A new name appears when the cached one has expired.
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

// most is the maximum number of cached names.
const most = 20_000

// Config configures [Names].
type Config struct {
	Store People
	For   time.Duration // lifetime of a cached name
	Log   *slog.Logger
	Now   func() time.Time
}

// People is a store of players.
type People interface {
	Player(ctx context.Context, id string) (store.Player, error)
}

// Account returns a player from the store. A deleted account has only its id and the role [store.Deleted].
func Account(ctx context.Context, people People, id string) (store.Player, error) {
	p, err := people.Player(ctx, id)
	if errors.Is(err, store.ErrNotFound) || err == nil && p.Role == store.Deleted {
		return store.Player{ID: id, Role: store.Deleted}, nil
	}
	return p, err
}

// Names returns names of players. It is safe for concurrent use.
type Names struct {
	Config
	mu    sync.Mutex
	known map[string]name
}

// name is a player's name at some time.
type name struct {
	text string
	at   time.Time
}

// New returns an empty cache.
func New(cfg Config) *Names { return &Names{Config: cfg, known: map[string]name{}} }

// Of returns the name of a player with an account, "" if the account was deleted or the store fails.
func (n *Names) Of(ctx context.Context, id string) string {
	n.mu.Lock()
	known, ok := n.known[id]
	n.mu.Unlock()
	if ok && n.Config.Now().Sub(known.at) < n.For {
		return known.text
	}
	text, err := n.Fresh(ctx, id)
	if err != nil {
		n.Log.Error("cannot read a name", "err", err)
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

// Fresh is [Names.Of] without the cache.
func (n *Names) Fresh(ctx context.Context, id string) (string, error) {
	p, err := Account(ctx, n.Store, id)
	return p.Name, err
}

// Seat returns the seat of a player with an account in a new game. It contains the name and whether the player is a
// program.
func (n *Names) Seat(ctx context.Context, id string) (match.Seat, error) {
	p, err := Account(ctx, n.Store, id)
	return match.Seat{Kind: match.Human, Name: cmp.Or(p.Name, store.Gone), Player: id, Bot: p.Role == store.Bot}, err
}
