package room

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// slow is a store that takes a while to forget a game.
type slow struct {
	store.Store
	takes time.Duration
	err   error
}

func (s *slow) DeleteGame(ctx context.Context, id string, version int) error {
	time.Sleep(s.takes)
	if s.err != nil {
		return s.err
	}
	return s.Store.DeleteGame(ctx, id, version)
}

// play makes moves for both sides.
func play(t *testing.T, h *Hub, id string, moves int) {
	t.Helper()
	err := h.within(t.Context(), id, func(r *room) error {
		var err error
		for i := range moves {
			err = errors.Join(err, r.record("", match.Event{Kind: match.Moved, By: r.m.Turn(), Move: game.Place(game.Point(i * 2))}))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestForget: a game is deleted only while no one has it open. Somebody who opens it meanwhile
// hears that it does not exist, or to come again, and never plays on in a deleted game.
func TestForget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHub(t, scripted{})
		disk := &slow{Store: h.Store, takes: time.Second}
		h.Store = disk
		made := func() store.Game {
			g, err := h.Create(t.Context(), solo("grid:9"))
			if err != nil {
				t.Fatal(err)
			}
			return g
		}
		g := made()
		_, release, err := h.open(t.Context(), g.ID)
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Forget(t.Context(), g); !errors.Is(err, ErrOpen) {
			t.Errorf("somebody has it open: %v", err)
		}
		release()
		if err := h.Forget(t.Context(), g); !errors.Is(err, ErrOpen) {
			t.Errorf("somebody has just had it open: %v", err)
		}
		time.Sleep(3 * time.Minute) // its room ends

		disk.err = store.ErrTaken
		opened := make(chan error, 1)
		meanwhile := func() {
			go func() {
				time.Sleep(disk.takes / 2)
				_, release, err := h.open(t.Context(), g.ID)
				if err == nil {
					release()
				}
				opened <- err
			}()
		}
		meanwhile()
		if err := h.Forget(t.Context(), g); !errors.Is(err, store.ErrTaken) {
			t.Errorf("the store wants to keep it: %v", err)
		}
		if err := <-opened; apierror.Of(openError(err)).Code != apierror.Reconnect {
			t.Errorf("who opened it meanwhile: %v", err)
		}
		disk.err = nil
		meanwhile()
		if err := h.Forget(t.Context(), g); err != nil {
			t.Error(err)
		}
		if err := <-opened; !errors.Is(err, store.ErrNotFound) {
			t.Errorf("who opened it meanwhile: %v", err)
		}
		if _, _, err := h.open(t.Context(), g.ID); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("afterwards: %v", err)
		}
		if len(h.byID) != 0 {
			t.Errorf("%d places are taken", len(h.byID))
		}

		moved := made() // and then somebody has moved
		play(t, h, moved.ID, 1)
		time.Sleep(3 * time.Minute)
		if _, conflict := errors.AsType[*store.Conflict](h.Forget(t.Context(), moved)); !conflict {
			t.Error("a game was forgotten that has gone on")
		}
	})
}

// TestAbandon: a game that no one goes on with is lost by the player for whom it waits, but
// not while anybody looks at it, and not if it has gone on.
func TestAbandon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHub(t, scripted{})
		g, err := h.Create(t.Context(), solo("grid:9"))
		if err != nil {
			t.Fatal(err)
		}
		old := g
		play(t, h, g.ID, 5)
		time.Sleep(3 * time.Minute)
		now := func() store.Game {
			t.Helper()
			found, err := h.Store.Game(t.Context(), g.ID)
			if err != nil {
				t.Fatal(err)
			}
			return found
		}
		if err := h.Abandon(t.Context(), old); err != nil || now().Phase != match.Playing {
			t.Errorf("it has gone on: %v %v", now().Phase, err)
		}
		r, release, err := h.open(t.Context(), g.ID)
		if err != nil {
			t.Fatal(err)
		}
		watcher := socket.NewConn(identity.Who{Player: "watcher"}, func(error) {})
		do(t, r, func() { r.handle(watcher, wire.ClientMessage{Type: "hello"}) })
		if err := h.Abandon(t.Context(), now()); !errors.Is(err, ErrOpen) || now().Phase != match.Playing {
			t.Errorf("somebody watches: %v %v", now().Phase, err)
		}
		do(t, r, func() { r.leave(watcher) })
		release()
		time.Sleep(3 * time.Minute)
		if err := h.Abandon(t.Context(), now()); err != nil {
			t.Error(err)
		}
		if g := now(); g.Phase != match.Finished || g.Result != "B+R" {
			t.Errorf("White was to move, and the game is %s: %s", g.Phase, g.Result)
		}
	})
}

// TestAbandonEngine: where an engine was to move its opponent has given up.
func TestAbandonEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &hourPool{}
		h := testHub(t, p)
		h.SearchTime = time.Hour
		g, err := h.Create(t.Context(), against())
		if err != nil {
			t.Fatal(err)
		}
		play(t, h, g.ID, 1)
		time.Sleep(3 * time.Minute)
		g, err = h.Store.Game(t.Context(), g.ID)
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Abandon(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		if g, err := h.Store.Game(t.Context(), g.ID); err != nil || g.Phase != match.Finished {
			t.Errorf("the game is %s: %s %v", g.Phase, g.Result, err)
		}
	})
}
