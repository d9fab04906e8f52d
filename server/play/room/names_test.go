package room

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/identity"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// TestRename: after a rename the members of the player's games get the whole game again, with
// the time that runs; members of other games get nothing. A member who comes back gets it, too,
// although no event was missed, also if the room has ended in between. A header that got the old
// name back meanwhile does not keep it.
func TestRename(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHub(t, scripted{})
		tb := sit(t, h, timed("fischer=5m+3s"))
		for _, side := range []game.Color{game.Black, game.White, game.Black} {
			if code := tb.move(side); code != "" {
				t.Fatal(code)
			}
		}
		strangers := timed("")
		strangers.Black.Player, strangers.White.Player = "x", "y"
		other := sit(t, h, strangers)
		if got := backAt(t, tb, 4); got != "clock(4 0) presence " {
			t.Errorf("no one has another name: %q", got)
		}
		if got := backAt(t, tb, 0); got != "snapshot(4  /) clock(4 0) presence " {
			t.Errorf("new: %q", got)
		}
		time.Sleep(10 * time.Second)
		for _, side := range []game.Color{game.Empty, game.Black, game.White} {
			heard(t, tb, side)
		}
		heard(t, other, game.Black)
		old, err := h.Store.Game(t.Context(), tb.r.id)
		if err != nil {
			t.Fatal(err)
		}
		account := store.Player{ID: "me", Role: store.Member, Name: "Ada", Skeleton: "ada"}
		if err := h.Store.Enroll(t.Context(), account, store.Credentials{Player: "me", Version: 1}); err != nil {
			t.Fatal(err)
		}
		if err := h.Store.Append(t.Context(), old); err != nil {
			t.Fatal(err)
		}

		h.Rename(t.Context(), "me", "Ada")
		synctest.Wait()
		for side, you := range map[game.Color]string{game.Empty: "", game.Black: "black", game.White: "white"} {
			if got, want := heard(t, tb, side), fmt.Sprintf("snapshot(4 %s Ada/) clock(4 10000) ", you); got != want {
				t.Errorf("%s hears %q, want %q", side, got, want)
			}
		}
		if got := heard(t, other, game.Black); got != "" {
			t.Errorf("strangers hear %q", got)
		}
		if g, err := h.Store.Game(t.Context(), tb.r.id); err != nil || g.Black.Name != "Ada" ||
			g.Black.Rank != store.Newcomer || g.White.Name != "" {
			t.Errorf("the header: %+v %v", g, err)
		}
		h.Rename(t.Context(), "me", "Ada")
		synctest.Wait()
		if got := heard(t, tb, game.Black); got != "" {
			t.Errorf("called the same once more: %q", got)
		}
		if got := backAt(t, tb, 4); got != "snapshot(4  Ada/) clock(4 10000) presence " {
			t.Errorf("back at once: %q", got)
		}
		tb.move(game.White)
		if got := backAt(t, tb, 5); got != "clock(5 0) presence " {
			t.Errorf("back after the next move: %q", got)
		}

		afterTheRoom(t, h, tb)
	})
}

// afterTheRoom ends the room; the one after it knows the name from the store.
func afterTheRoom(t *testing.T, h *Hub, tb *table) {
	tb.r.do(func() { tb.r.fail(errStore) })
	<-tb.r.gone
	again := sitAt(t, h, tb.r.id)
	if seat := look(again, func(m *match.Match) match.Seat { return m.Seat(game.Black) }); seat.Name != "Ada" {
		t.Errorf("loaded anew: %+v", seat)
	}
	if got := backAt(t, again, 5); got != "snapshot(5  Ada/) clock(5 0) presence " {
		t.Errorf("back in the next room: %q", got)
	}
	if _, log, err := h.Store.Load(t.Context(), tb.r.id); err != nil || log[0].Event.Setup.Black.Name != "" {
		t.Errorf("the log: %+v %v", log, err)
	}
}

// heard returns what the seat of a side was told since the last call.
func heard(t *testing.T, tb *table, side game.Color) string {
	t.Helper()
	kinds := ""
	for _, m := range received(t, tb.seats[side]) {
		kinds += m.Type
		if m.Snapshot != nil {
			kinds += fmt.Sprintf("(%d %s %s/%s)", m.Snapshot.Version, m.Snapshot.You, m.Snapshot.Game.Black.Name, m.Snapshot.Game.White.Name)
		}
		if m.Clock != nil {
			kinds += fmt.Sprintf("(%d %d)", m.Clock.Version, m.Clock.Elapsed)
		}
		kinds += " "
	}
	return kinds
}

// backAt returns what somebody hears who comes back and has seen a version.
func backAt(t *testing.T, tb *table, version int) string {
	t.Helper()
	tb.seats[0] = socket.NewConn(identity.Who{Player: "back"}, func(error) {})
	do(t, tb.r, func() { tb.r.handle(tb.seats[0], wire.ClientMessage{Type: "hello", Version: version}) })
	return heard(t, tb, 0)
}
