// Package scheduletest simulates games for features that create them by a plan, without rooms, on servers that die at
// one of their writes.
package scheduletest

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/store"
)

// Noon is when a [Club] creates games, unless it has a clock.
var Noon = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// ErrDead is the error of all calls after the server was killed.
var ErrDead = errors.New("killed")

// Life is the life of a server that dies at one of its writes, before or after it is on disk.
type Life struct {
	Left   int // writes until death
	Before bool
	Dead   bool
}

// Write performs a write of the server.
func (l *Life) Write(f func() error) error {
	if l.Dead {
		return ErrDead
	}
	if l.Left--; l.Left > 0 {
		return f()
	}
	l.Dead = true
	if !l.Before {
		if err := f(); err != nil {
			return err
		}
	}
	return ErrDead
}

// Club has games, and counts how often each was created.
type Club struct {
	mu    sync.Mutex
	Life  *Life
	Store store.Store
	Made  map[string]int
	Fails error      // of the next end
	Torn  string     // id of a damaged game
	AtEnd func()     // called once, before a game ends because of an absent player
	Never error      // of creating games
	All   bool       // whether all players show up
	Side  game.Color // the side that shows up otherwise
	Now   func() time.Time
	Away  time.Duration // time without a running server
}

// NewClub returns a club whose players show up, on a server that is not killed.
func NewClub(kept store.Store) *Club {
	return &Club{Store: kept, Life: &Life{Left: 1 << 30}, Made: map[string]int{}, All: true, Now: func() time.Time { return Noon }}
}

// CreateAs creates a game.
func (c *Club) CreateAs(ctx context.Context, id string, setup match.Setup) (g store.Game, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Never != nil {
		return g, c.Never
	}
	if c.Made[id] > 0 && !c.Life.Dead {
		return g, store.ErrExists // no write
	}
	err = c.Life.Write(func() error {
		g = store.Game{
			ID: id, Board: setup.Board, Rules: setup.Rules, Clock: setup.Clock, Black: setup.Black, White: setup.White,
			Phase: match.Playing, Turn: game.Black, Version: 1, Created: c.Now(), Updated: c.Now(),
		}
		err := c.Store.Create(ctx, g, store.Entry{Event: match.Event{Kind: match.Created, At: c.Now(), Setup: &setup}})
		if err == nil {
			c.Made[id]++
		}
		return err
	})
	return g, err
}

// AtWork returns how long servers have run.
func (c *Club) AtWork(_ context.Context, since time.Time) (time.Duration, error) {
	return c.Now().Sub(since) - c.Away, nil
}

// Here reports whether a side is present.
func (c *Club) Here(_ string, side game.Color) bool { return c.All || c.Side == side }

// Forfeit calls off a game if it still waits for the player and not both have moved.
func (c *Club) Forfeit(ctx context.Context, id, player string) (bool, error) {
	if f := c.AtEnd; f != nil {
		c.AtEnd = nil
		f()
	}
	if g, err := c.Store.Game(ctx, id); err == nil && (g.Ply >= 2 || g.Awaited() != player) {
		return false, nil
	}
	err := c.End(ctx, id, player)
	return err == nil, err
}

// End calls off a game.
func (c *Club) End(ctx context.Context, id, player string) error {
	if id == c.Torn {
		return &store.Damaged{Game: id}
	}
	if err := c.Fails; err != nil {
		c.Fails = nil
		return err
	}
	g, err := c.Store.Game(ctx, id)
	if err != nil || g.Phase == match.Finished {
		return err
	}
	return c.Life.Write(func() error {
		by := game.Black
		if g.White.Player == player {
			by = game.White
		}
		return Finish(ctx, c.Store, g, match.Event{Kind: match.Cancelled, By: by}, game.Empty, "Void")
	})
}

// Finish ends a game like its players.
func Finish(ctx context.Context, s store.Store, g store.Game, e match.Event, winner game.Color, result string) error {
	e.At = Noon
	g.Phase, g.Turn, g.Winner, g.Result = match.Finished, game.Empty, winner, result
	g.Version++
	return s.Append(ctx, g, store.Entry{Event: e})
}

// Move makes a move for the player whose turn it is.
func (c *Club) Move(t *testing.T, id string) {
	t.Helper()
	g, err := c.Store.Game(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	e := match.Event{Kind: match.Moved, By: g.Turn, Move: game.Move(g.Ply), At: c.Now()}
	g.Turn, g.Updated = g.Turn.Other(), c.Now()
	g.Ply++
	g.Version++
	if err := c.Store.Append(t.Context(), g, store.Entry{Event: e}); err != nil {
		t.Fatal(err)
	}
}

// PlayOne resigns a game for one of its players, and reports whether there was a game.
func (c *Club) PlayOne(t *testing.T, rng *rand.Rand) bool {
	t.Helper()
	ids := []string{}
	for id := range c.Made {
		ids = append(ids, id)
	}
	games, err := c.Store.Games(t.Context(), ids)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		if g.Phase == match.Finished {
			continue
		}
		side := []game.Color{game.Black, game.White}[rng.IntN(2)]
		if err := Finish(t.Context(), c.Store, g, match.Event{Kind: match.Resigned, By: side}, side.Other(), "R"); err != nil {
			t.Fatal(err)
		}
		return true
	}
	return false
}
