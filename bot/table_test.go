package bot

import (
	"testing"

	"moyo/server/wire"
)

// TestRefusals: only an illegal move is a failure of the engine. What is refused otherwise is
// tried again, after a pause that grows, and at once where the game has gone on.
func TestRefusals(t *testing.T) {
	seat := func() *table {
		return &table{
			bot: &Bot{}, you: "black", state: wire.State{Phase: "playing", Turn: "black"},
			sent: sent{"1", "play"}, chosen: chosen{id: "1", move: "A1"},
		}
	}
	for _, c := range []struct {
		kind, code string
		failed     int
	}{
		{"play", "occupied", 1},
		{"play", "opening", 1},
		{"play", "storage-full", 0},
		{"play", "too-often", 0},
		{"play", "not-for-you", 0},
		{"play", "not-your-turn", 0},
		{"resign", "too-often", 0},
		{"accept", "out-of-step", 0},
	} {
		at := seat()
		at.sent.kind = c.kind
		if err := at.take(wire.ServerMessage{Error: &wire.Error{ID: "1", Code: c.code}}); err != nil {
			t.Fatal(err)
		}
		if at.failed != c.failed || at.sent.id != "" || (at.pause == nil) != (c.failed > 0) || (at.chosen.id == "") != (c.failed > 0) {
			t.Errorf("%s: %s: %+v", c.kind, c.code, at)
		}
		if c.failed > 0 {
			continue
		}
		if err := at.act(t.Context()); err != nil || at.sent.id != "" { // without a connection, it would panic
			t.Errorf("%s: %s: in the pause: %v, %+v", c.kind, c.code, err, at.sent)
		}
		if err := at.take(wire.ServerMessage{Event: &wire.Event{Version: 1}}); err != nil || at.pause != nil {
			t.Errorf("%s: %s: it waits although the game has gone on (%v)", c.kind, c.code, err)
		}
	}
}
