package storetest

import (
	"context"
	"errors"

	"moyo/server/store"
)

// ErrDead is the error of everything after the server has been killed.
var ErrDead = errors.New("killed")

// Mortal is a store whose server dies at one of its writes of tournaments, ladders and what was heard: before it is on disk,
// or after.
type Mortal struct {
	store.Store
	Left   int // writes until then
	Before bool
	Dead   bool
}

// Write does something that counts as a write.
func (m *Mortal) Write(f func() error) error {
	if m.Dead {
		return ErrDead
	}
	if m.Left--; m.Left > 0 {
		return f()
	}
	m.Dead = true
	if !m.Before {
		if err := f(); err != nil {
			return err
		}
	}
	return ErrDead
}

// ChangeTournament implements store.Tournaments.
func (m *Mortal) ChangeTournament(ctx context.Context, t store.Tournament, events [][]byte) error {
	return m.Write(func() error { return m.Store.ChangeTournament(ctx, t, events) })
}

// ChangeLadder implements store.Ladders.
func (m *Mortal) ChangeLadder(ctx context.Context, c store.LadderChange, b store.LadderBounds) error {
	return m.Write(func() error { return m.Store.ChangeLadder(ctx, c, b) })
}

// DeleteLadder implements store.Ladders.
func (m *Mortal) DeleteLadder(ctx context.Context, id string, version int) error {
	return m.Write(func() error { return m.Store.DeleteLadder(ctx, id, version) })
}

// Heard implements store.Outbox.
func (m *Mortal) Heard(ctx context.Context, subscriber string, number int64) error {
	return m.Write(func() error { return m.Store.Heard(ctx, subscriber, number) })
}
