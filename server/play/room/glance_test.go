package room

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"moyo/game"
)

// TestDeadNode: what a node has told about its rooms is forgotten once it has been silent for
// long, also if all other nodes are silent.
func TestDeadNode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHub(t, scripted{})
		g, err := h.Create(t.Context(), solo("grid:9"))
		if err != nil {
			t.Fatal(err)
		}
		play(t, h, g.ID, 1)
		if g, err = h.Game(t.Context(), g.ID); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * h.Idle) // it is open nowhere
		tell := func() {
			h.elsewhere.hear(glances{
				Node: "another", Rooms: map[string]glance{g.ID: {Watchers: 3, Here: chair{side: game.Black}.bit()}}, Live: &[]miniature{{People: 1}},
			}, h.Now())
		}
		tell()
		time.Sleep(glanceLost)
		if !h.Here(g.ID, game.Black) || h.Watchers(g.ID) != 3 || len(h.Live(9)) != 1 || !errors.Is(h.Abandon(t.Context(), g), ErrOpen) {
			t.Error("another node's room is not known")
		}
		time.Sleep(time.Millisecond)
		if n := len(h.Live(9)); n != 0 {
			t.Errorf("%d games of a dead node are shown", n)
		}
		tell()
		time.Sleep(glanceLost + time.Millisecond)
		if h.Here(g.ID, game.Black) || h.Watchers(g.ID) != 0 {
			t.Error("who was at a dead node is there still")
		}
		if err := h.Abandon(t.Context(), g); err != nil {
			t.Errorf("the game is not ended: %v", err)
		}
	})
}
