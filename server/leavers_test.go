package server

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"moyo/server/base/wire"
	"moyo/server/store/sqlite"
)

// TestLeavers calls off three games after quick pairing. A fourth pairing is refused for a while,
// also after a restart, and so is an open challenge. Games with friends and the computer are
// allowed. The opponents have no disadvantage, and later everything is allowed again.
func TestLeavers(t *testing.T) {
	t.Parallel()
	disk, err := sqlite.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = disk.Close() })
	cfg := testConfig(disk)
	cfg.Limits.Seeks = 100
	var later atomic.Int64 // nanoseconds
	cfg.Now = func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
	url := start(t, cfg)
	ada, cy := newPerson(t, url), newPerson(t, url)
	anyone := wire.NewGame{Board: "grid:9", Rules: "weiqi", Color: "random", Opponent: "anyone", Clock: "fischer=3m+2s"}
	var bo *person
	for range 3 {
		bo = newPerson(t, url)
		a, b := ada.search(t, blitz), bo.search(t, blitz)
		g := a.until("paired").Game
		b.until("paired")
		hers, his := ada.open(g), bo.open(g)
		hers.must(wire.ClientMessage{Type: "abort"})
		his.untilState("called off", func(s wire.State) bool { return s.Result == "Void" })
	}
	refused := func(when string) {
		t.Helper()
		if text := ada.search(t, blitz).until("error").Error.Text; !strings.HasPrefix(text, "You left 3 games within an hour") ||
			!strings.Contains(text, " UTC.") {
			t.Errorf("%s: %s", when, text)
		}
	}
	refused("at once")
	ada.open(cy.newGame(anyone).ID).refused("too-often", wire.ClientMessage{Type: "join"})
	if status, body := ada.call("POST", "/api/games", anyone, nil); status != http.StatusTooManyRequests ||
		!strings.Contains(body, "left 3 games") {
		t.Errorf("an open challenge: %d %s", status, body)
	}
	friend := anyone
	friend.Opponent = "human"
	ada.open(cy.newGame(friend).ID).must(wire.ClientMessage{Type: "join"})
	computer := anyone
	computer.Opponent = "level:1"
	ada.newGame(computer)
	bo.open(cy.newGame(anyone).ID).must(wire.ClientMessage{Type: "join"})

	ada.move(start(t, cfg))
	refused("after a restart")
	later.Store(int64(5 * time.Minute))
	ada.search(t, blitz).until("waiting")
}

// TestTooManyJoins: repeated requests for a seat cause at most two checks a
// second.
func TestTooManyJoins(t *testing.T) {
	t.Parallel()
	cfg := testConfig(newStore(t))
	cfg.Limits.NewGames = 0.1
	now := time.Now()
	cfg.Now = func() time.Time { return now }
	url := start(t, cfg)
	ada, bo := newPerson(t, url), newPerson(t, url)
	g := ada.newGame(goGame("anyone"))
	hers := ada.open(g.ID)
	for _, code := range []string{"seat-taken", "seat-taken", "too-often", "too-often"} {
		hers.refused(code, wire.ClientMessage{Type: "join"})
	}
	bo.open(g.ID).refused("too-often", wire.ClientMessage{Type: "join"}) // from the same address
	hers.must(wire.ClientMessage{Type: "abort"})
}
