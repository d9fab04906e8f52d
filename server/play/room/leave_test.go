package room

import (
	"testing"
	"testing/synctest"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/store"
)

// TestLeaveWhileOpened: who has a finished game opened just when somebody goes for
// good knows them by their old name no longer than the room takes to end.
func TestLeaveWhileOpened(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHub(t, scripted{})
		setup := timed("")
		setup.Black.Name = "Ada"
		tb := sit(t, h, setup)
		do(t, tb.r, func() {
			if err := tb.r.record("", match.Event{Kind: match.Resigned, By: game.Black}); err != nil {
				t.Error(err)
			}
			tb.r.fail(errStore)
		})
		<-tb.r.gone
		name := func(r *room) (name string) {
			do(t, r, func() { name = r.m.Seat(game.Black).Name })
			return name
		}
		var between *room
		rename := func() error {
			if between == nil {
				r, release, err := h.open(t.Context(), tb.r.id)
				if err != nil {
					return err
				}
				release()
				if between = r; name(r) != "Ada" {
					t.Error("the name is gone before")
				}
			}
			return h.Store.RenameSeats(t.Context(), tb.r.id, "me", store.Gone)
		}
		if err := h.Leave(t.Context(), tb.r.id, "me", rename); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		r, release, err := h.open(t.Context(), tb.r.id)
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		if got := name(r); got != store.Gone {
			t.Errorf("who has gone is called %q by people who have the game open", got)
		}
	})
}

// TestForfeit ends a game for the player it waits for, and for no one else, until both have moved.
func TestForfeit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHub(t, scripted{})
		for moves, c := range []struct {
			player string
			ends   bool
		}{{"b", true}, {"w", true}, {"b", false}} {
			setup := timed("absolute=10m")
			setup.Black.Player, setup.White = "b", match.Seat{Kind: match.Human, Player: "w"}
			g, err := h.Create(t.Context(), setup)
			if err != nil {
				t.Fatal(err)
			}
			for i := range moves {
				side := []game.Color{game.Black, game.White}[i%2]
				err := h.within(t.Context(), g.ID, func(r *room) error {
					return r.record("", match.Event{Kind: match.Moved, By: side, Move: game.Move(i)})
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			for _, player := range []string{"x", map[string]string{"b": "w", "w": "b"}[c.player], c.player} {
				ended, err := h.Forfeit(t.Context(), g.ID, player)
				if err != nil {
					t.Fatal(err)
				}
				got, err := h.Store.Game(t.Context(), g.ID)
				if err != nil || (got.Phase == match.Finished) != (player == c.player && c.ends) || ended != (got.Phase == match.Finished) {
					t.Errorf("after %d moves, %s forfeits: %v, %s %v", moves, player, ended, got.Phase, err)
				}
			}
		}
	})
}
