package room

import (
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestRoomsMakeRoom: unused games stay in memory for a while, but make room for
// games that somebody opens; games in use do not.
func TestRoomsMakeRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHub(t, scripted{})
		ids := make([]string, 2*h.Rooms+1)
		for i := range ids {
			g, err := h.Create(t.Context(), solo("grid:5"))
			if err != nil {
				t.Fatal(err)
			}
			ids[i] = g.ID
		}
		began := time.Now()
		for _, id := range ids[:h.Rooms] {
			_, release, err := h.open(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			release()
		}
		var opening sync.WaitGroup
		for _, id := range ids[h.Rooms : 2*h.Rooms] { // all at once
			opening.Go(func() {
				if _, _, err := h.open(t.Context(), id); err != nil {
					t.Errorf("among unused games: %v", err)
				}
			})
		}
		opening.Wait()
		if waited := time.Since(began); waited != 0 {
			t.Errorf("that took %v", waited)
		}
		if _, _, err := h.open(t.Context(), ids[2*h.Rooms]); !errors.Is(err, errTooManyGames) {
			t.Errorf("among games in use: %v", err)
		}
		if waited := time.Since(began); waited != 0 {
			t.Errorf("there is nothing to wait for among games in use, but it took %v", waited)
		}
		if _, release, err := h.open(t.Context(), ids[h.Rooms]); err != nil {
			t.Errorf("one that is open already: %v", err)
		} else {
			release()
		}
	})
}
